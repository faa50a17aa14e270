import FaradayCoreBluetooth

/// Creates central managers: mock managers in simulators, previews and on Linux, native managers on devices
/// and Macs.
///
/// On Linux, the factory also creates native managers if `FARADAY_HCI` names a controller.
public enum CBMCentralManagerFactory {
    /// Creates a manager without a delegate, on the main queue.
    ///
    /// - Parameter forceMock: Whether to create a mock manager on devices too.
    public static func instance(forceMock: Bool = false) -> CBMCentralManager {
        instance(delegate: nil, queue: nil, options: nil, forceMock: forceMock)
    }

    /// Creates a manager; without a queue, callbacks come on the main queue.
    ///
    /// - Parameters:
    ///   - delegate: The receiver of all callbacks; held weakly.
    ///   - queue: The queue of all callbacks.
    ///   - forceMock: Whether to create a mock manager on devices too.
    public static func instance(
        delegate: CBMCentralManagerDelegate?, queue: DispatchQueue?, forceMock: Bool = false
    ) -> CBMCentralManager {
        instance(delegate: delegate, queue: queue, options: nil, forceMock: forceMock)
    }

    /// Creates a manager; without a queue, callbacks come on the main queue.
    ///
    /// - Parameters:
    ///   - delegate: The receiver of all callbacks; held weakly.
    ///   - queue: The queue of all callbacks.
    ///   - options: Values under the keys `CBMCentralManagerOption…`.
    ///   - forceMock: Whether to create a mock manager on devices too.
    public static func instance(
        delegate: CBMCentralManagerDelegate?, queue: DispatchQueue?, options: [String: Any]?,
        forceMock: Bool = false
    ) -> CBMCentralManager {
        if forceMock || !PlatformRadio.isPresent {
            return CBMCentralManagerMock(delegate: delegate, queue: queue, options: options)
        }
        return CBMCentralManagerNative(delegate: delegate, queue: queue, options: options)
    }
}
