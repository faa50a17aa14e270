import BluetoothTypes

/// Where and when a fault applies: an operation, between which nodes, which attribute, and which time of all.
///
/// The functions of `Fault` that name an operation make a point; its methods narrow it, and end with an effect.
///
/// ```swift
/// let point = Fault.read("2A19", of: "HR-1").on("phone").between(.seconds(1), .seconds(5)).nth(2)
/// let fault = point.fails(.insufficientEncryption)
/// ```
public struct FaultPoint: Hashable, Sendable, Codable {
    /// Which of the operations that fit.
    public enum Occurrence: Hashable, Sendable, Codable {
        /// All of them.
        case each
        /// The nth one, from 1 on.
        case nth(Int)
        /// The nth one, the one after n more, and so on.
        case every(Int)
    }

    public var operation: Fault.Operation
    /// The display name of the node in the peripheral role: a device, or a phone with a peripheral manager. `nil` means
    /// any.
    public var peripheral: String?
    /// The display name of the node in the central role: mostly a phone. `nil` means any.
    public var central: String?
    /// The service that the attribute belongs to; `nil` means any.
    public var service: BluetoothUUID?
    /// The characteristic; `nil` means any.
    public var characteristic: BluetoothUUID?
    /// The whole value that is written or sent; `nil` means any. Of values longer than one packet the length and the
    /// beginning are compared.
    public var value: [UInt8]?
    /// Which of the operations that fit.
    public var occurrence: Occurrence
    /// The virtual time from which on operations count; `nil` means from the injection on.
    public var earliest: Nanoseconds?
    /// The virtual time from which on operations no longer count.
    public var latest: Nanoseconds?
    /// The place of another fault in the same plan, from 0 on: operations count once that one has fired.
    public var predecessor: Int?
    /// The probability, 0…1, with which the fault applies where it could; `nil` means always. Each fault draws from its
    /// own stream of the world's seed.
    public var chance: Double?

    /// Creates a point where each such operation counts.
    public init(
        _ operation: Fault.Operation, service: BluetoothUUID? = nil, characteristic: BluetoothUUID? = nil,
        value: [UInt8]? = nil, peripheral: String? = nil, central: String? = nil
    ) {
        self.operation = operation
        self.service = service
        self.characteristic = characteristic
        self.value = value
        self.peripheral = peripheral
        self.central = central
        occurrence = .each
    }
}

/// Something that names a node in a fault: a device, a phone, or the display name of one.
///
/// A plan can be stored and comes before the nodes, so a fault keeps the name.
public protocol FaultNode {
    /// The name of the node as messages show it (`World.nodeNames`).
    var faultNodeName: String { get }
}

extension String: FaultNode {
    /// The name itself.
    public var faultNodeName: String { self }
}
