extension HCI {
    /// Chooses the LE events that the host wants (Core 6.0, Vol 4, Part E, 7.8.1).
    public struct LESetEventMask: Value {
        /// The wanted events.
        public var leEventMask: LEEventMask

        public init(leEventMask: LEEventMask) {
            self.leEventMask = leEventMask
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(leEventMask: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(leEventMask)
        }
    }

    /// Asks how much LE data the controller can take (Core 6.0, Vol 4, Part E, 7.8.2).
    public enum LEReadBufferSize {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The longest ACL data in octets; 0 if LE shares the buffers of BR/EDR.
            public var leACLDataPacketLength: UInt16
            /// How many LE ACL packets fit; 0 if LE shares the buffers of BR/EDR.
            public var totalNumLEACLDataPackets: UInt8

            public init(status: ErrorCode, leACLDataPacketLength: UInt16, totalNumLEACLDataPackets: UInt8) {
                self.status = status
                self.leACLDataPacketLength = leACLDataPacketLength
                self.totalNumLEACLDataPackets = totalNumLEACLDataPackets
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(
                    status: reader.read(), leACLDataPacketLength: reader.read(),
                    totalNumLEACLDataPackets: reader.read()
                )
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, leACLDataPacketLength, totalNumLEACLDataPackets)
            }
        }
    }

    /// Asks for the LE features of the controller (Core 6.0, Vol 4, Part E, 7.8.3).
    public enum LEReadLocalSupportedFeatures {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            public var leFeatures: LEFeatures

            public init(status: ErrorCode, leFeatures: LEFeatures) {
                (self.status, self.leFeatures) = (status, leFeatures)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), leFeatures: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, leFeatures)
            }
        }
    }

    /// Sets the random address of the controller (Core 6.0, Vol 4, Part E, 7.8.4).
    public struct LESetRandomAddress: Value {
        /// The address, of any random kind.
        public var randomAddress: DeviceAddress

        public init(randomAddress: DeviceAddress) {
            self.randomAddress = randomAddress
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(randomAddress: reader.address(.random))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.append(randomAddress)
        }
    }

    /// Asks which states and roles the controller combines (Core 6.0, Vol 4, Part E, 7.8.27).
    public enum LEReadSupportedStates {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// One bit per combination.
            public var leStates: UInt64

            public init(status: ErrorCode, leStates: UInt64) {
                (self.status, self.leStates) = (status, leStates)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), leStates: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, leStates)
            }
        }
    }

    /// Asks which transmit powers are possible (Core 6.0, Vol 4, Part E, 7.8.74).
    public enum LEReadTransmitPower {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The lowest power in dBm, -127 to +20.
            public var minTxPower: Int8
            /// The highest power in dBm, -127 to +20.
            public var maxTxPower: Int8

            public init(status: ErrorCode, minTxPower: Int8, maxTxPower: Int8) {
                (self.status, self.minTxPower, self.maxTxPower) = (status, minTxPower, maxTxPower)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), minTxPower: reader.read(), maxTxPower: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, minTxPower, maxTxPower)
            }
        }
    }
}
