import BluetoothTypes

/// One time that a fault acted.
public struct FaultFiring: Hashable, Sendable {
    public var fault: Fault
    /// The place of the fault among all that were injected into the world, from 0 on.
    public var place: Int
    /// The virtual time.
    public var time: MonotonicInstant
    /// The display name of the node in the central role, if one was concerned.
    public var central: String?
    /// The display name of the node in the peripheral role, if one was concerned.
    public var peripheral: String?

    public init(fault: Fault, place: Int, time: MonotonicInstant, central: String?, peripheral: String?) {
        self.fault = fault
        self.place = place
        self.time = time
        self.central = central
        self.peripheral = peripheral
    }
}

extension FaultFiring: CustomStringConvertible {
    /// The time, the fault and the nodes.
    public var description: String {
        let nodes = [central, peripheral].compactMap { $0 }.joined(separator: " - ")
        return "\(time) \(fault)" + (nodes.isEmpty ? "" : " (\(nodes.asciiText))")
    }
}
