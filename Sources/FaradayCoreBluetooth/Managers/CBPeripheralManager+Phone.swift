import BluetoothPort

/// For what FaradayTesting adds to a manager.
extension CBPeripheralManager {
    /// The phone of the manager; `nil` if it found none.
    package var phone: (any PortProvider)? { inbox.provider }

    /// Runs `body` as a callback of the manager: on its queue, with its phone bound; at once if this code runs on that
    /// queue.
    package func callBack(_ body: @escaping @Sendable () -> Void) { inbox.run(body) }
}
