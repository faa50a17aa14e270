extension HCI {
    /// Reports that a command is done and what it returns (Core 6.0, Vol 4, Part E, 7.7.14).
    ///
    /// ```swift
    /// let event = HCI.CommandComplete(opcode: .leRand, returning: HCI.LERand.ReturnParameters(
    ///     status: .success, randomNumber: 7))
    /// let number = try event.returnParameters(as: HCI.LERand.ReturnParameters.self).randomNumber
    /// ```
    public struct CommandComplete: Value {
        /// How many more commands the controller accepts now.
        public var numHCICommandPackets: UInt8
        /// The command; with opcode 0 the event only reports the number.
        public var opcode: Opcode
        /// The command's return parameters, at most 252 octets; with an error it may be only the status.
        public var returnParameters: [UInt8]

        /// Creates parameters from encoded return parameters.
        public init(numHCICommandPackets: UInt8 = 1, opcode: Opcode, returnParameters: [UInt8]) {
            (self.numHCICommandPackets, self.opcode) = (numHCICommandPackets, opcode)
            self.returnParameters = returnParameters
        }

        /// Creates parameters from return parameters.
        @inlinable public init(numHCICommandPackets: UInt8 = 1, opcode: Opcode, returning value: some Value) {
            var bytes: [UInt8] = []
            // Most are no longer; an array that grows with each field is 200 instructions more.
            bytes.reserveCapacity(24)
            value.encode(into: &bytes)
            self.init(numHCICommandPackets: numHCICommandPackets, opcode: opcode, returnParameters: bytes)
        }

        /// The first return parameter, which is the status for all commands here.
        public var status: ErrorCode? { returnParameters.first.map(ErrorCode.init(rawValue:)) }

        /// The return parameters as those of the command; check `status` first, as errors may cut them short.
        public func returnParameters<T: WireValue>(as type: T.Type) throws(DecodeError) -> T {
            try T(bytes: returnParameters)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            (numHCICommandPackets, opcode) = (try reader.read(), try reader.read())
            returnParameters = reader.rest()
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(numHCICommandPackets, opcode)
            bytes.append(contentsOf: returnParameters)
        }
    }

    /// Reports that a command has started, or why not (Core 6.0, Vol 4, Part E, 7.7.15).
    public struct CommandStatus: Value {
        /// Success if the command is under way.
        public var status: ErrorCode
        /// How many more commands the controller accepts now.
        public var numHCICommandPackets: UInt8
        public var opcode: Opcode

        public init(status: ErrorCode, numHCICommandPackets: UInt8 = 1, opcode: Opcode) {
            (self.status, self.numHCICommandPackets, self.opcode) = (status, numHCICommandPackets, opcode)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(status: reader.read(), numHCICommandPackets: reader.read(), opcode: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, numHCICommandPackets, opcode)
        }
    }

    /// Reports that the controller failed (Core 6.0, Vol 4, Part E, 7.7.16).
    public struct HardwareError: Value {
        /// The vendor's code for the fault.
        public var hardwareCode: UInt8

        public init(hardwareCode: UInt8) {
            self.hardwareCode = hardwareCode
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(hardwareCode: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(hardwareCode)
        }
    }

    /// Gives the host buffers of the controller back (Core 6.0, Vol 4, Part E, 7.7.19).
    public struct NumberOfCompletedPackets: Value {
        /// How many packets of which connections.
        public var completed: [CompletedPackets]

        public init(completed: [CompletedPackets]) {
            self.completed = completed
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(completed: reader.list())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(list: completed)
        }
    }

    /// How many packets of a connection are done.
    public struct CompletedPackets: Value, HCIField {
        public var connectionHandle: UInt16
        /// How many packets were sent or flushed.
        public var numCompletedPackets: UInt16

        public init(connectionHandle: UInt16, numCompletedPackets: UInt16) {
            (self.connectionHandle, self.numCompletedPackets) = (connectionHandle, numCompletedPackets)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), numCompletedPackets: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, numCompletedPackets)
        }
    }

    /// Reports that the host sent more than the controller could accept (Core 6.0, Vol 4, Part E, 7.7.26).
    public struct DataBufferOverflow: Value {
        public var linkType: BufferLinkType

        public init(linkType: BufferLinkType) {
            self.linkType = linkType
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(linkType: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(linkType)
        }
    }
}
