/// The Host Controller Interface: commands, events and ACL data as values (Core 6.0, Vol 4, Part E).
///
/// A host and a simulated controller exchange these values in process; only bridges to other stacks and
/// the capture writers turn them into bytes.
///
/// Fields have the names of the specification. A `connectionHandle` names a connection and is 0x0000 to 0x0EFF; a `status` is
/// `ErrorCode.success`, or says why the command or the procedure failed.
///
/// ```swift
/// let command = HCI.Command.leSetAdvertisingEnable(.init(advertisingEnable: true))
/// assert(HCI.Packet.command(command).h4Bytes == [0x01, 0x0A, 0x20, 0x01, 0x01])
/// ```
public enum HCI {}

extension HCI {
    /// The parameters of a command or an event, without opcode, event code and length.
    public protocol Value: WireValue {}

    /// Return parameters that are a status alone.
    public struct StatusReturn: Value {
        /// How the command ended.
        public var status: ErrorCode

        public init(status: ErrorCode) { self.status = status }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(status: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) { bytes.put(status) }
    }

    /// Return parameters that are a status and the connection that the command named.
    public struct StatusHandleReturn: Value {
        /// How the command ended.
        public var status: ErrorCode
        /// The connection that the command named.
        public var connectionHandle: UInt16

        public init(status: ErrorCode, connectionHandle: UInt16) {
            (self.status, self.connectionHandle) = (status, connectionHandle)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(status: reader.read(), connectionHandle: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) { bytes.put(status, connectionHandle) }
    }
}

extension HCI.Value {
    public static var layer: DecodeError.Layer { .hci }
}
