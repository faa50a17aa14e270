import BluetoothPort
import FaradayBridge
import FaradaySimulation
import PortProtocol

@testable import FaradayLive

/// A phone of another process, without a process: what would pass the socket goes straight to the other end.
enum RemoteLoop {
    static func provider(_ phone: any PortProvider) -> any PortProvider {
        let other = Lock<ProgramSession?>(nil)
        let session = RemoteSession(
            .init(phone: "", app: "app"), .init { bytes in other.withLock { $0 }?.receive(bytes) })
        let program = ProgramSession(LentBluetooth(phone)) { [weak session] bytes, delivery in
            try? session?.receive(bytes, delivery)
        }
        other.withLock { $0 = program }
        session.begin()
        return RemotePhone(session)
    }
}
