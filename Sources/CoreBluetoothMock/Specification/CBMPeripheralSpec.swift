import BluetoothPort
import Foundation

/// The description of a mock peripheral, and its controls.
///
/// Create it with `simulatePeripheral(identifier:proximity:)`, and add it with
/// `CBMCentralManagerMock.simulatePeripherals(_:)`. Two specs are equal if they have the same identifier.
///
/// One object can be used in several worlds. Its properties and controls refer to the world of the current code's
/// phone, otherwise to the world of the process (`CBMCentralManagerMock`).
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
    /// The state in worlds that have not changed it.
    let base: Lock<SpecState>

    init(_ state: SpecState) {
        // Definitions and delegates are the test's own objects; references to them are stored under locks.
        nonisolated(unsafe) let state = state
        base = Lock(state)
    }

    /// The identifier under which phones know it.
    public var identifier: UUID { state.identifier }
    /// Its GAP name; `nil` if it accepts no connections.
    public var name: String? { state.name }
    /// How near the phones it is now.
    public var proximity: CBMProximity { state.proximity }
    /// Whether the phone knows it without having scanned for it.
    public var isKnown: Bool { state.isKnown }
    /// Its advertising sets.
    public var advertisement: [CBMAdvertisementConfig]? { state.advertisement }
    /// Its services; `nil` if it accepts no connections.
    public var services: [CBMServiceMock]? { state.services }
    /// Seconds between connection events; `nil` if it accepts no connections.
    public var connectionInterval: TimeInterval? { state.connectionInterval }
    /// Seconds without an answer after which a link ends; `nil` if it accepts no connections.
    public var supervisionTimeout: TimeInterval? { state.supervisionTimeout }
    /// The largest ATT MTU that it supports, 23…517; `nil` if it accepts no connections.
    public var mtu: Int? { state.mtu }
    /// The delegate that answers requests; `nil` if it accepts no connections.
    public var connectionDelegate: CBMPeripheralSpecDelegate? { state.connectionDelegate }
    /// Whether any app is connected to it.
    public var isConnected: Bool {
        MockPhone.existing?.simulation.isConnected(self) ?? (base.withLock { $0.virtualConnections } > 0)
    }

    /// The state in the current world.
    private var state: SpecState { MockPhone.existing?.book.state(of: self) ?? base.withLock { $0 } }
}

/// All properties of a mock peripheral.
struct SpecState {
    var identifier: UUID
    var proximity: CBMProximity
    var isKnown = false
    /// How many other apps of the phone are connected to it.
    var virtualConnections = 0
    var advertisement: [CBMAdvertisementConfig]?
    var name: String?
    var services: [CBMServiceMock]?
    var connectionDelegate: CBMPeripheralSpecDelegate? {
        didSet {
            deferringDelegate = connectionDelegate as? CBMPeripheralSpecDeferringDelegate
            answering = connectionDelegate.map { AnsweringDelegate($0, deferringDelegate) }
            firmware = deferringDelegate as? any SpecFirmware
        }
    }
    /// The same, if it may answer later; found out once, because it takes as long as half a read.
    private(set) var deferringDelegate: CBMPeripheralSpecDeferringDelegate?
    /// Both, for requests: an object costs little to hand on.
    private(set) var answering: AnsweringDelegate?
    /// The same, if it does things by itself.
    private(set) var firmware: (any SpecFirmware)?
    var connectionInterval: TimeInterval?
    var supervisionTimeout: TimeInterval?
    var mtu: Int?
    /// The PSMs at which it accepts L2CAP channels.
    var channels: [CBMChannelMock] = []
    /// What is wrong with the file or the definition that it comes from.
    var mistakes: [String] = []

    /// Whether phones can connect; without a delegate nothing answers them.
    var takesConnections: Bool { connectionInterval != nil && connectionDelegate != nil }
}

/// A delegate that answers requests, and the same if it may answer later.
final class AnsweringDelegate {
    let delegate: CBMPeripheralSpecDelegate
    let deferring: CBMPeripheralSpecDeferringDelegate?
    /// Whether there is one; it is asked more often than the other is called.
    let isDeferring: Bool

    init(_ delegate: CBMPeripheralSpecDelegate, _ deferring: CBMPeripheralSpecDeferringDelegate?) {
        (self.delegate, self.deferring, isDeferring) = (delegate, deferring, deferring != nil)
    }
}

extension CBMPeripheralSpec: Equatable, Hashable {
    /// Whether both have the same identifier.
    public static func == (left: CBMPeripheralSpec, right: CBMPeripheralSpec) -> Bool {
        left === right || left.identifier == right.identifier
    }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
