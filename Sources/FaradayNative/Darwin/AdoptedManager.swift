import BluetoothPort
import CoreBluetooth
import Foundation

/// A phone with one manager: a `CBCentralManager` that the app has made itself, lent to other code that speaks to a phone.
///
/// ```swift
/// let central = Central(on: AdoptedManager(manager, queue: queue))  // of FaradayClient
/// ```
///
/// While a port is open, it is the delegate of the manager and of each peripheral that it uses. It passes every callback on to
/// the delegate that was there before, or that the app sets later. When the port is closed, its scan and the links that it
/// has made end, and the app's delegates are set again.
///
/// On Apple's platforms `CBCentralManager` is Apple's. Elsewhere it is this package's own.
public final class AdoptedManager: PortProvider {
    // Used on its queue only.
    nonisolated(unsafe) private let manager: CBCentralManager
    private let queue: DispatchQueue
    private let framework: Framework

    /// The clock and the random numbers of the world in which the manager is; `nil` on a real radio.
    public let simulation: (any PortSimulation)?

    /// Lends a manager.
    ///
    /// - Parameters:
    ///   - manager: The manager, with any delegate or none, before or after its first callback.
    ///   - queue: The queue of the manager's callbacks, as it was given to the manager's initialiser: a serial queue, or `nil`
    ///     for the main queue. Other code waits for it, so it must not wait for other threads.
    ///   - log: Gets misuses that this package detects before a call reaches the framework.
    public init(
        _ manager: CBCentralManager, queue: DispatchQueue?,
        log: @escaping @Sendable (Misuse) -> Void = NativeAdapter.writeToSystemLog
    ) {
        self.manager = manager
        self.queue = queue ?? .main
        #if canImport(Darwin)
        framework = Framework(log: log)
        simulation = nil
        #else
        let radio = PortEnvironment.resolve() ?? NoRadio()
        framework = Framework(log: log, radio: radio)
        simulation = radio.simulation
        #endif
    }

    /// The framework's name, for messages: `CoreBluetooth`.
    public var portName: String { "CoreBluetooth" }

    /// The system's authorization of this app.
    public var authorization: Authorization { framework.authorization }

    /// Opens the manager's port. The options have no effect, because the manager has its own already.
    ///
    /// A manager has one port at a time: a second one has the state `.unsupported`, and is reported to the log.
    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        framework.open(sink) { adopt(for: $0) }
    }

    private func adopt(for sink: any CentralSink) -> any CentralPort {
        let port = NativeCentralPort(adopting: manager, on: queue, framework, sink)
        if let port { return port }
        framework.log(
            Misuse(
                kind: .foreignObject, call: "AdoptedManager",
                message: "the manager is lent already; end the first Central, or share it"))
        sink.receive(.stateChanged(.unsupported), .posting)
        return AbsentPort(authorization: framework.authorization)
    }

    /// There is no peripheral manager: the port's only event is the state `.unsupported`.
    public func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        sink.receive(.stateChanged(.unsupported), .posting)
        return AbsentPort(authorization: framework.authorization)
    }
}

#if !canImport(Darwin)
/// Stands for the phone of a manager that has none.
private final class NoRadio: PortProvider {
    var portName: String { "no phone" }
    var authorization: Authorization { .notDetermined }
    func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort { AbsentPort() }
    func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        AbsentPort()
    }
}
#endif
