import BluetoothWire

/// The two events that answer a command (Core 6.0, Vol 4, Part E, 7.7.14 and 7.7.15).
extension HCI.Event {
    static func complete(_ opcode: HCI.Opcode, _ status: HCI.ErrorCode) -> Self {
        if status == .success { return .commandComplete(.init(opcode: opcode, returnParameters: success)) }
        return complete(opcode, HCI.StatusReturn(status: status))
    }

    /// The answer to most commands, made once.
    private static let success = HCI.StatusReturn(status: .success).bytes

    static func complete(_ opcode: HCI.Opcode, _ handle: UInt16, _ status: HCI.ErrorCode) -> Self {
        complete(opcode, HCI.StatusHandleReturn(status: status, connectionHandle: handle))
    }

    static func complete(_ opcode: HCI.Opcode, _ value: some HCI.Value) -> Self {
        .commandComplete(.init(opcode: opcode, returning: value))
    }

    static func status(_ opcode: HCI.Opcode, _ status: HCI.ErrorCode) -> Self {
        .commandStatus(.init(status: status, opcode: opcode))
    }
}
