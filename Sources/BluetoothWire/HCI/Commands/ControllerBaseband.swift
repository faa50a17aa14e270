extension HCI {
    /// Chooses the events that the host wants (Core 6.0, Vol 4, Part E, 7.3.1).
    public struct SetEventMask: Value {
        /// The wanted events.
        public var eventMask: EventMask

        public init(eventMask: EventMask) {
            self.eventMask = eventMask
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(eventMask: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(eventMask)
        }
    }

    /// Asks for the transmit power of a connection (Core 6.0, Vol 4, Part E, 7.3.35).
    public struct ReadTransmitPowerLevel: Value {
        public var connectionHandle: UInt16
        /// The current power or the maximum.
        public var type: TransmitPowerType

        public init(connectionHandle: UInt16, type: TransmitPowerType) {
            (self.connectionHandle, self.type) = (connectionHandle, type)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read(), type: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle, type)
        }

        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            public var connectionHandle: UInt16
            /// The power in dBm, -30 to +20.
            public var transmitPowerLevel: Int8

            public init(status: ErrorCode, connectionHandle: UInt16, transmitPowerLevel: Int8) {
                self.status = status
                self.connectionHandle = connectionHandle
                self.transmitPowerLevel = transmitPowerLevel
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(
                    status: reader.read(), connectionHandle: reader.read(), transmitPowerLevel: reader.read()
                )
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, connectionHandle, transmitPowerLevel)
            }
        }
    }

    /// Limits what the controller may send to the host (Core 6.0, Vol 4, Part E, 7.3.38).
    public struct SetControllerToHostFlowControl: Value {
        /// Which data is limited.
        public var flowControlEnable: FlowControl

        public init(flowControlEnable: FlowControl) {
            self.flowControlEnable = flowControlEnable
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(flowControlEnable: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(flowControlEnable)
        }
    }

    /// Informs the controller how much the host can accept (Core 6.0, Vol 4, Part E, 7.3.39).
    public struct HostBufferSize: Value {
        /// The longest ACL data in octets.
        public var hostACLDataPacketLength: UInt16
        /// The longest synchronous data in octets.
        public var hostSynchronousDataPacketLength: UInt8
        /// How many ACL packets fit.
        public var hostTotalNumACLDataPackets: UInt16
        /// How many synchronous packets fit.
        public var hostTotalNumSynchronousDataPackets: UInt16

        public init(
            hostACLDataPacketLength: UInt16, hostSynchronousDataPacketLength: UInt8,
            hostTotalNumACLDataPackets: UInt16, hostTotalNumSynchronousDataPackets: UInt16
        ) {
            self.hostACLDataPacketLength = hostACLDataPacketLength
            self.hostSynchronousDataPacketLength = hostSynchronousDataPacketLength
            self.hostTotalNumACLDataPackets = hostTotalNumACLDataPackets
            self.hostTotalNumSynchronousDataPackets = hostTotalNumSynchronousDataPackets
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                hostACLDataPacketLength: reader.read(), hostSynchronousDataPacketLength: reader.read(),
                hostTotalNumACLDataPackets: reader.read(), hostTotalNumSynchronousDataPackets: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(
                hostACLDataPacketLength, hostSynchronousDataPacketLength, hostTotalNumACLDataPackets,
                hostTotalNumSynchronousDataPackets
            )
        }
    }

    /// Gives the controller buffers of the host back (Core 6.0, Vol 4, Part E, 7.3.40).
    public struct HostNumberOfCompletedPackets: Value {
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

    /// Chooses more events that the host wants (Core 6.0, Vol 4, Part E, 7.3.69).
    public struct SetEventMaskPage2: Value {
        /// The wanted events.
        public var eventMaskPage2: EventMaskPage2

        public init(eventMaskPage2: EventMaskPage2) {
            self.eventMaskPage2 = eventMaskPage2
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(eventMaskPage2: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(eventMaskPage2)
        }
    }

    /// Sets whether the host supports LE (Core 6.0, Vol 4, Part E, 7.3.79).
    ///
    /// The second octet is unused: sent as zero, ignored when received.
    public struct WriteLEHostSupport: Value {
        /// Whether the host supports LE.
        public var leSupportedHost: Bool

        public init(leSupportedHost: Bool) { self.leSupportedHost = leSupportedHost }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            self.leSupportedHost = try reader.read()
            _ = try reader.uint8()
        }

        public func encode(into bytes: inout [UInt8]) { bytes.put(leSupportedHost, UInt8(0)) }
    }
}
