import BluetoothPort
import Foundation

/// What a mock peripheral is, and what happens to it.
///
/// Made by `simulatePeripheral(identifier:proximity:)`, and put on air by
/// `CBMCentralManagerMock.simulatePeripherals(_:)`. Two are equal if they have the same identifier.
///
/// One object can be on air in several worlds. What is read of it and done to it is about the world of the phone that
/// runs here, else about the one of the process (`CBMCentralManagerMock`).
///
/// ```swift
/// let blinky = CBMPeripheralSpec
///     .simulatePeripheral(proximity: .near)
///     .advertising(advertisementData: [
///         CBMAdvertisementDataLocalNameKey: "nRF Blinky",
///         CBMAdvertisementDataIsConnectable: true as NSNumber,
///     ])
///     .connectable(name: "nRF Blinky", services: [.blinkyService], delegate: BlinkyDelegate())
///     .build()
/// ```
public final class CBMPeripheralSpec: Sendable {
    /// What it is like where no world says otherwise.
    let base: Lock<SpecState>

    init(_ state: SpecState) {
        // Definitions and delegates are the test's own objects; what is kept of them is kept under locks.
        nonisolated(unsafe) let state = state
        base = Lock(state)
    }

    /// The identifier under which phones know it.
    public var identifier: UUID { state.identifier }
    /// Its GAP name; `nil` if it takes no connections.
    public var name: String? { state.name }
    /// How near it is.
    public var proximity: CBMProximity { state.proximity }
    /// Whether the phone knows it without having scanned for it.
    public var isKnown: Bool { state.isKnown }
    /// What it advertises.
    public var advertisement: [CBMAdvertisementConfig]? { state.advertisement }
    /// Its services; `nil` if it takes no connections.
    public var services: [CBMServiceMock]? { state.services }
    /// Seconds between connection events; `nil` if it takes no connections.
    public var connectionInterval: TimeInterval? { state.connectionInterval }
    /// Seconds after which a silent link has ended; `nil` if it takes no connections.
    public var supervisionTimeout: TimeInterval? { state.supervisionTimeout }
    /// The largest ATT MTU that it takes, 23…517; `nil` if it takes no connections.
    public var mtu: Int? { state.mtu }
    /// What answers apps; `nil` if it takes no connections.
    public var connectionDelegate: CBMPeripheralSpecDelegate? { state.connectionDelegate }
    /// Whether any app is connected to it.
    public var isConnected: Bool {
        MockPhone.existing?.simulation.isConnected(self) ?? (base.withLock { $0.virtualConnections } > 0)
    }

    /// What it is like in the world that is spoken of here.
    private var state: SpecState { MockPhone.existing?.book.state(of: self) ?? base.withLock { $0 } }
}

/// Everything that is said of a mock peripheral.
struct SpecState {
    var identifier: UUID
    var proximity: CBMProximity
    var isKnown = false
    /// How many other apps of the phone are connected to it.
    var virtualConnections = 0
    var advertisement: [CBMAdvertisementConfig]?
    var name: String?
    var services: [CBMServiceMock]?
    var connectionDelegate: CBMPeripheralSpecDelegate?
    var connectionInterval: TimeInterval?
    var supervisionTimeout: TimeInterval?
    var mtu: Int?
    /// L2CAP channels that it takes.
    var channels: [CBMChannelMock] = []

    /// Whether phones can connect: without a delegate there is nobody to answer.
    var takesConnections: Bool { connectionInterval != nil && connectionDelegate != nil }
}

extension CBMPeripheralSpec: Equatable, Hashable {
    /// Whether both are the same object.
    public static func == (left: CBMPeripheralSpec, right: CBMPeripheralSpec) -> Bool {
        left === right || left.identifier == right.identifier
    }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
