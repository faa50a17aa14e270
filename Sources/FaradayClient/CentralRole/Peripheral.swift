import BluetoothPort
import BluetoothTypes
import Foundation

/// A device that a `Central` talks to.
///
/// Ask for what you want; the connection is made and attributes are discovered as needed. The link then stays until
/// `disconnect()`, or until the last `Central` and `Peripheral` are released.
///
/// ```swift
/// let level = try await strap.read(Battery.level)
/// for try await beat in strap.notifications(of: HeartRate.measurement) { show(beat) }
/// ```
///
/// A request ends exactly once: with its result, with a `ClientError` that says what failed and where, or with
/// `CancellationError` when its task is cancelled. Requests of several tasks are sent at the same time and share connection
/// and discoveries. A peripheral is a handle: copies are the same peripheral, for any task or thread.
public struct Peripheral: Sendable, Identifiable {
    /// The central that found the peripheral.
    public let central: Central
    let core: PeerCore

    init(central: Central, core: PeerCore) { (self.central, self.core) = (central, core) }

    /// Creates the handle of a peripheral, for previews and tests of code that takes peripherals.
    ///
    /// Of a central of a phone, it is the peripheral with this identifier. Without one, it has a central without Bluetooth, whose
    /// requests fail with `.unsupported`.
    ///
    /// - Parameters:
    ///   - name: The name, until the system knows another one.
    ///   - id: The identifier.
    ///   - central: The central.
    public init(name: String?, id: UUID = UUID(), of central: Central? = nil) {
        let central = central ?? Central(withoutPhone: ())
        self.init(central: central, core: central.core.peer(PeerIdentifier(uuid: id), name: name))
    }

    /// The identifier by which this phone knows the peripheral; store it to find the peripheral again.
    public var id: UUID { core.identifier.uuid }

    /// The same as `id`, as the simulation writes it.
    public var identifier: PeerIdentifier { core.identifier }

    /// The peripheral's name as the system knows it; may change with an advertisement or a connection.
    public var name: String? { core.name }
}

extension Peripheral: Hashable, CustomStringConvertible {
    /// Whether both are the same peripheral of the same central.
    public static func == (left: Peripheral, right: Peripheral) -> Bool {
        left.central === right.central && left.core.identifier == right.core.identifier
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(core.identifier) }

    /// The name, or the identifier without one.
    public var description: String { name ?? "\(core.identifier)" }
}

// MARK: Connection

extension Peripheral {
    /// How the system connects, beyond the connection itself; all have an effect on Apple's platforms only.
    public struct ConnectOptions: Hashable, Sendable {
        /// Seconds until the attempt begins.
        public var startDelay: Double
        /// Whether the system connects again by itself after a loss, even while the app is suspended (iOS 17).
        public var reconnectsAutomatically: Bool
        /// Whether the link is useful only if the user shares notifications with the peripheral.
        public var requiresNotificationSharing: Bool

        /// Creates options; the defaults are the system's.
        public init(
            startDelay: Double = 0, reconnectsAutomatically: Bool = false,
            requiresNotificationSharing: Bool = false
        ) {
            self.startDelay = startDelay
            self.reconnectsAutomatically = reconnectsAutomatically
            self.requiresNotificationSharing = requiresNotificationSharing
        }

        var port: PortCentral.ConnectOptions {
            PortCentral.ConnectOptions(
                startDelay: startDelay, enablesAutoReconnect: reconnectsAutomatically,
                requiresNotificationSharing: requiresNotificationSharing)
        }
    }

    /// Connects, and returns when there is a link. Other requests do this by themselves.
    ///
    /// Waits as long as the peripheral is away, unless there is a limit. Several calls wait for the same link.
    public func connect(_ options: ConnectOptions = ConnectOptions(), within limit: Nanoseconds? = nil)
        async throws
    {
        _ = try await core.request(.connect(options.port), within: limit)
    }

    /// Ends the link, and returns when it has ended. Requests and streams under way end with the reason
    /// `.disconnectedByApp`, and a maintained connection is not maintained any more.
    ///
    /// Does nothing if there is no link. Links of other apps to the same peripheral stay.
    public func disconnect() async {
        _ = try? await core.request(.disconnect)
    }

    /// Connects now, and again whenever the link ends or an attempt fails, until `disconnect()` or `stopMaintainingConnection()`.
    ///
    /// After Bluetooth was off, it is tried when Bluetooth is on again.
    public func maintainConnection(
        _ policy: ReconnectPolicy = .immediately, _ options: ConnectOptions = ConnectOptions()
    ) {
        core.maintain(policy, options.port)
    }

    /// Keeps the link that there is, but does not make another one after it.
    public func stopMaintainingConnection() { core.perform { $0.endMaintenance() } }

    /// Whether the connection is made again when it ends.
    public var isConnectionMaintained: Bool { core.isMaintained }

    /// Whether there is a link now.
    public var connectionState: ConnectionState { core.connectionState }

    /// What happens to the link from now on; any number of readers. The stream ends when the `Central` is released.
    public var connectionEvents: AsyncStream<ConnectionEvent> {
        core.connectionEvents.stream(by: core.central.time, keeping: core)
    }

    /// The states of the link, beginning with the one of now; any number of readers. The stream ends when the `Central` is
    /// released.
    ///
    /// ```swift
    /// for await state in strap.connectionStates { statusLabel.text = "\(state)" }
    /// ```
    public var connectionStates: AsyncStream<ConnectionState> { core.connectionStates() }

    /// The services that the peripheral changes from now on (Core 6.0, Vol 3, Part G, 7.1): each element has those that were
    /// discovered and are no longer valid. Any number of readers; the stream ends when the `Central` is released.
    ///
    /// Requests and subscriptions in these services begin again by themselves.
    public var serviceChanges: AsyncStream<[DiscoveredService]> {
        core.serviceChanges.stream(by: core.central.time, keeping: core)
    }
}

// MARK: Discovery

extension Peripheral {
    /// Services of the peripheral: those of these types, or all. Throws if there is none of one of the types.
    public func services(
        _ types: [BluetoothUUID]? = nil, within limit: Nanoseconds? = nil
    ) async throws -> [DiscoveredService] {
        try await core.request(.services(types), within: limit).services
    }

    /// Services that a service includes: those of these types, or all.
    public func includedServices(
        of service: ServicePath, _ types: [BluetoothUUID]? = nil, within limit: Nanoseconds? = nil
    ) async throws -> [DiscoveredService] {
        try await core.request(.includedServices(service, types), within: limit).services
    }

    /// Characteristics of a service: those of these types, or all.
    public func characteristics(
        of service: ServicePath, _ types: [BluetoothUUID]? = nil, within limit: Nanoseconds? = nil
    ) async throws -> [DiscoveredCharacteristic] {
        guard
            case .characteristics(let list) = try await core.request(
                .characteristics(service, types), within: limit)
        else { return [] }
        return list
    }

    /// All descriptors of a characteristic.
    public func descriptors(
        of characteristic: CharacteristicPath, within limit: Nanoseconds? = nil
    ) async throws -> [DiscoveredDescriptor] {
        guard
            case .descriptors(let list) = try await core.request(.descriptors(characteristic), within: limit)
        else { return [] }
        return list
    }
}

extension Reply {
    fileprivate var services: [DiscoveredService] {
        if case .services(let list) = self { list } else { [] }
    }
    var bytes: [UInt8] {
        if case .bytes(let bytes) = self { bytes } else { [] }
    }
    var number: Int {
        if case .number(let number) = self { number } else { 0 }
    }
}
