import BluetoothPort
import Dispatch
import PortProtocol

/// A call of a program that waits for the answer of its phone's server.
final class RemoteCall: Sendable {
    private let answer = Lock<PortFrame.Answer?>(nil)
    private let isAnswered = DispatchSemaphore(value: 0)

    /// Called once.
    func complete(_ value: PortFrame.Answer) {
        answer.withLock { $0 = value }
        isAnswered.signal()
    }

    func wait() -> PortFrame.Answer {
        isAnswered.wait()
        return answer.withLock { $0 } ?? .none
    }
}
