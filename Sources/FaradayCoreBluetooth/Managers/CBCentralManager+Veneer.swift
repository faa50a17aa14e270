import BluetoothPort

/// A manager's delegate that is a library on top of this one. It gets the newer disconnect method on every phone, and
/// forwards the callbacks that its app has.
package protocol CentralVeneer: CBCentralManagerDelegate {
    /// Whether its app sees that Bluetooth is on; this may be before the callback.
    var isPoweredOn: Bool { get }
}

// What a library on top of this one needs beyond Apple's interface.
extension CBCentralManager {
    /// Runs `body` on the manager's queue, as a callback; at once if this code runs on that queue.
    package func run(_ body: @escaping @Sendable () -> Void) { inbox.run(body) }

    /// Runs `body` on the manager's queue, as a callback; the world's driver waits for its end.
    package func runAndWait(_ body: () -> Void) { inbox.runAndWait(body) }

    /// A function that runs a callback; the world's driver waits for its end.
    package typealias Turn = @Sendable (() -> Void) -> Void

    /// Runs callbacks as `runAndWait(_:)` does, also after the manager was released.
    package var turn: Turn {
        let inbox = inbox
        return { inbox.runAndWait($0) }
    }

    /// Whether this code runs on the manager's queue.
    package var isOnItsQueue: Bool { inbox.isCurrent }

    /// Whether its queue is the main one.
    package var isOnMainQueue: Bool { inbox.isOnMainQueue }

    /// Runs `body` on the manager's queue later, as a callback.
    package func post(_ body: @escaping @Sendable () -> Void) { inbox.post(body) }

    /// Reports an object that no manager of this phone has created.
    package func reportForeign(_ object: AnyObject, call: String) {
        let message = "\(object) is not a peripheral of <\(appleHeader("CBCentralManager"))>"
        port.send(
            .reportMisuse(
                Misuse(kind: .foreignObject, call: "CBCentralManager." + call, message: message)))
    }
}
