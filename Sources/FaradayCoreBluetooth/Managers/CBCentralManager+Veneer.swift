import BluetoothPort

/// A manager's delegate that is itself a veneer: it takes the newer disconnect method on every phone, and passes on
/// what its app takes.
package protocol CentralVeneer: CBCentralManagerDelegate {
    /// Whether its app sees that Bluetooth is on, maybe before the callback.
    var isPoweredOn: Bool { get }
}

// What a veneer over this one needs beyond Apple's interface.
extension CBCentralManager {
    /// Runs `body` on the manager's queue, as a callback: at once where this is that queue.
    package func run(_ body: @escaping @Sendable () -> Void) { inbox.run(body) }

    /// Runs `body` on the manager's queue, as a callback that a world's driver waits for.
    package func runAndWait(_ body: () -> Void) { inbox.runAndWait(body) }

    /// How a callback is run that a world's driver waits for.
    package typealias Turn = @Sendable (() -> Void) -> Void

    /// Runs callbacks as `runAndWait(_:)` does, also when the manager has gone.
    package var turn: Turn {
        let inbox = inbox
        return { inbox.runAndWait($0) }
    }

    /// Whether this code runs on the manager's queue.
    package var isOnItsQueue: Bool { inbox.isCurrent }

    /// Whether its queue is the main one.
    package var isOnMainQueue: Bool { inbox.isAtHomeOnMainQueue([]) }

    /// Runs `body` on the manager's queue later, as a callback.
    package func post(_ body: @escaping @Sendable () -> Void) { inbox.post(body) }

    /// Reports an object that none of this phone's managers has made.
    package func reportForeign(_ object: AnyObject, call: String) {
        let message = "\(object) is no peripheral of <\(appleHeader("CBCentralManager"))>"
        port.send(
            .reportMisuse(
                Misuse(kind: .foreignObject, call: "CBCentralManager." + call, message: message)))
    }
}
