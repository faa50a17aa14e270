import BluetoothWire

/// By what a device of a capture is known.
package enum DeviceIdentity: Hashable, Sendable {
    /// By its address, public or random.
    case address(DeviceAddress)
    /// The file's own adapter, which is the peripheral; the file does not say its address.
    case adapter(file: Int, Int)
    /// By a connection's handle alone: the capture begins within the connection.
    case connection(file: Int, adapter: Int, handle: UInt16)
    /// By a link's access address alone: the capture begins within the connection.
    case accessAddress(file: Int, UInt32)

    /// By a list of attributes alone.
    case list

    /// The device of an address: an address of identity is the same as that on air.
    init(_ address: DeviceAddress) { self = .address(DeviceAddress(address.value, address.kind.onAir)) }

    /// The address, if it is known.
    package var address: DeviceAddress? {
        if case .address(let address) = self { address } else { nil }
    }

    /// The file that alone knows the device; `nil` for an address, which all files share.
    var file: Int? {
        switch self {
        case .address, .list: nil
        case .adapter(let file, _), .connection(let file, _, _), .accessAddress(let file, _): file
        }
    }
}

extension DeviceIdentity: CustomStringConvertible {
    /// `C0:FF:EE:00:00:01`, `adapter 0`, `connection 0x0040 of adapter 0`, `access address 0x8E89BED6`.
    package var description: String {
        switch self {
        case .address(let address): "\(address)"
        case .list: "of a list"
        case .adapter(_, let adapter): "adapter \(adapter)"
        case .connection(_, let adapter, let handle):
            "connection \(Hexadecimal.word(handle)) of adapter \(adapter)"
        case .accessAddress(_, let address): "access address 0x\(Hexadecimal.digits(UInt64(address), 8))"
        }
    }
}
