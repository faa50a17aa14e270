import BluetoothPort
import Dispatch
import FaradayNative

/// `faraday doctor --radio`: opens a manager on this host's own Bluetooth and waits for its first state. It is a process of
/// its own, because macOS ends a process that may not ask for Bluetooth.
enum RadioTrial {
    private static let seconds = 15

    static func run() -> ExitStatus {
        let bluetooth: NativeAdapter
        do throws(UsageError) {
            bluetooth = try OwnBluetooth.open()
        } catch {
            Shell.complain(error.text)
            return .unavailable
        }
        Shell.say("authorization: \(bluetooth.authorization)")
        let listener = StateListener()
        let port = bluetooth.openCentral(ManagerOptions(), sink: listener)
        defer { port.close() }
        guard let state = listener.wait(seconds: seconds) else {
            Shell.complain("Bluetooth has told no state for \(seconds) s")
            return .unavailable
        }
        Shell.say("\(RadioCheck.mark) \(state)")
        Shell.say("authorization: \(bluetooth.authorization)")
        return state == .poweredOn ? .success : .failure
    }
}

/// Waits for a manager's first state that says something.
private final class StateListener: CentralSink {
    private let state = Lock<ManagerState?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func receive(_ event: Central.Event, _ delivery: Delivery) {
        guard case .stateChanged(let new) = event, new != .unknown, new != .resetting else { return }
        state.withLock { $0 = $0 ?? new }
        semaphore.signal()
    }

    func wait(seconds: Int) -> ManagerState? {
        _ = semaphore.wait(timeout: .now() + .seconds(seconds))
        return state.withLock { $0 }
    }
}
