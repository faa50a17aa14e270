/// Two phones as one: an app's central managers see the devices of a real one and those of a simulated one, side by side.
///
/// ```swift
/// let both = CombinedProvider(real: NativeAdapter(), simulated: phone)
/// PortEnvironment.install(both)
/// ```
///
/// `phone` is one of a world that goes with the clock (`World.pace(speed:)`). Each device keeps its phone: what the app does
/// with a peripheral goes to the phone that found it.
///
/// A manager is on when both phones are on. Otherwise it has the state of the real one, or, if only the simulated one is off,
/// that one's: its switch is a switch of the app's Bluetooth. A phone without Bluetooth, as in Apple's simulator, does not count.
///
/// Peripheral managers belong to the real phone alone, because other people's phones are there. Sessions of AccessorySetupKit
/// and of Nearby Interaction belong to the real phone if it has these frameworks, otherwise to the simulated one.
///
/// May be used from any thread.
public final class CombinedProvider: PortProvider {
    /// Which devices a manager sees.
    public enum Devices: String, Hashable, Sendable, CaseIterable {
        /// Those of both phones.
        case both
        /// Those of the real phone alone.
        case real
        /// Those of the simulated phone alone.
        case simulated
    }

    /// The phone with the real radio.
    public let real: any PortProvider
    /// The phone of a world.
    public let simulated: any PortProvider

    /// Joins two phones.
    public init(real: any PortProvider, simulated: any PortProvider) {
        (self.real, self.simulated) = (real, simulated)
    }

    /// The phone of managers that see these devices.
    public func phone(seeing devices: Devices) -> any PortProvider {
        switch devices {
        case .both: self
        case .real: real
        case .simulated: simulated
        }
    }

    /// Runs app code whose managers see only these devices, also those that it creates in tasks and callbacks later.
    public func run<Result>(seeing devices: Devices, _ body: () throws -> Result) rethrows -> Result {
        try PortEnvironment.$current.withValue(phone(seeing: devices), operation: body)
    }

    /// Both names.
    public var portName: String { "\(real.portName) and \(simulated.portName)" }
    /// Whether the app may use the real phone's Bluetooth.
    public var authorization: Authorization { real.authorization }
    /// The real phone's: `nil` where the clock on the wall counts.
    public var simulation: (any PortSimulation)? { real.simulation }

    /// Opens a port at both phones.
    public func openCentral(_ options: ManagerOptions, sink: any CentralSink) -> any CentralPort {
        CombinedCentralPort(self, options, sink)
    }

    /// Opens a port at the real phone.
    public func openPeripheral(_ options: ManagerOptions, sink: any PeripheralSink) -> any PeripheralPort {
        real.openPeripheral(options, sink: sink)
    }
}

extension CombinedProvider: AccessoryProvider {
    /// Opens a session at the phone that has AccessorySetupKit.
    public func openAccessorySession(sink: any AccessorySink) -> any AccessoryPort {
        let provider = real as? any AccessoryProvider ?? simulated as? any AccessoryProvider
        return provider?.openAccessorySession(sink: sink) ?? AbsentAccessoryPort(sink: sink)
    }
}

extension CombinedProvider: NearbyProvider {
    private var nearby: (any NearbyProvider)? {
        real as? any NearbyProvider ?? simulated as? any NearbyProvider
    }

    /// What the phone can do that has Nearby Interaction.
    public var nearbyCapabilities: Nearby.Capabilities { nearby?.nearbyCapabilities ?? Nearby.Capabilities() }

    /// Opens a session at that phone.
    public func openNearbySession(sink: any NearbySink) -> any NearbyPort {
        nearby?.openNearbySession(sink: sink) ?? AbsentNearbyPort(sink: sink)
    }
}

extension CombinedProvider: MisuseTaking {
    package func take(_ misuse: Misuse) {
        (real as? any MisuseTaking ?? simulated as? any MisuseTaking)?.take(misuse)
    }
}
