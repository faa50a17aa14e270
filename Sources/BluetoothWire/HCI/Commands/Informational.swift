extension HCI {
    /// Asks for the versions of the controller (Core 6.0, Vol 4, Part E, 7.4.1).
    public enum ReadLocalVersionInformation {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The version of HCI by the assigned numbers; 0x0E is 6.0.
            public var hciVersion: UInt8
            /// The revision of HCI, as the vendor counts.
            public var hciSubversion: UInt16
            /// The version of the link layer by the assigned numbers.
            public var lmpVersion: UInt8
            /// The manufacturer by the assigned numbers.
            public var companyIdentifier: UInt16
            /// The revision of the link layer, as the vendor counts.
            public var lmpSubversion: UInt16

            public init(
                status: ErrorCode, hciVersion: UInt8, hciSubversion: UInt16, lmpVersion: UInt8,
                companyIdentifier: UInt16, lmpSubversion: UInt16
            ) {
                (self.status, self.hciVersion, self.hciSubversion) = (status, hciVersion, hciSubversion)
                self.lmpVersion = lmpVersion
                self.companyIdentifier = companyIdentifier
                self.lmpSubversion = lmpSubversion
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(
                    status: reader.read(), hciVersion: reader.read(), hciSubversion: reader.read(),
                    lmpVersion: reader.read(), companyIdentifier: reader.read(), lmpSubversion: reader.read()
                )
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, hciVersion, hciSubversion, lmpVersion, companyIdentifier, lmpSubversion)
            }
        }
    }

    /// Asks which commands the controller knows (Core 6.0, Vol 4, Part E, 7.4.2).
    public enum ReadLocalSupportedCommands {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            public var supportedCommands: SupportedCommands

            public init(status: ErrorCode, supportedCommands: SupportedCommands) {
                (self.status, self.supportedCommands) = (status, supportedCommands)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), supportedCommands: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, supportedCommands)
            }
        }
    }

    /// Asks for the first page of LMP features (Core 6.0, Vol 4, Part E, 7.4.3).
    public enum ReadLocalSupportedFeatures {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            public var lmpFeatures: LMPFeatures

            public init(status: ErrorCode, lmpFeatures: LMPFeatures) {
                (self.status, self.lmpFeatures) = (status, lmpFeatures)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), lmpFeatures: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, lmpFeatures)
            }
        }
    }

    /// Asks how much data the controller can take (Core 6.0, Vol 4, Part E, 7.4.5).
    public enum ReadBufferSize {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The longest ACL data in octets.
            public var aclDataPacketLength: UInt16
            /// The longest synchronous data in octets.
            public var synchronousDataPacketLength: UInt8
            /// How many ACL packets fit.
            public var totalNumACLDataPackets: UInt16
            /// How many synchronous packets fit.
            public var totalNumSynchronousDataPackets: UInt16

            public init(
                status: ErrorCode, aclDataPacketLength: UInt16, synchronousDataPacketLength: UInt8,
                totalNumACLDataPackets: UInt16, totalNumSynchronousDataPackets: UInt16
            ) {
                self.status = status
                self.aclDataPacketLength = aclDataPacketLength
                self.synchronousDataPacketLength = synchronousDataPacketLength
                self.totalNumACLDataPackets = totalNumACLDataPackets
                self.totalNumSynchronousDataPackets = totalNumSynchronousDataPackets
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(
                    status: reader.read(), aclDataPacketLength: reader.read(),
                    synchronousDataPacketLength: reader.read(), totalNumACLDataPackets: reader.read(),
                    totalNumSynchronousDataPackets: reader.read()
                )
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(
                    status, aclDataPacketLength, synchronousDataPacketLength, totalNumACLDataPackets,
                    totalNumSynchronousDataPackets
                )
            }
        }
    }

    /// Asks for the public address of the controller (Core 6.0, Vol 4, Part E, 7.4.6).
    public enum ReadBDADDR {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The public address; all zeros if there is none.
            public var bdADDR: DeviceAddress

            public init(status: ErrorCode, bdADDR: DeviceAddress) {
                (self.status, self.bdADDR) = (status, bdADDR)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), bdADDR: reader.address(.public))
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status)
                bytes.append(bdADDR)
            }
        }
    }

    /// Asks how strong the peer is received (Core 6.0, Vol 4, Part E, 7.5.4).
    public struct ReadRSSI: Value {
        public var connectionHandle: UInt16

        public init(connectionHandle: UInt16) {
            self.connectionHandle = connectionHandle
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(connectionHandle: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(connectionHandle)
        }

        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            public var connectionHandle: UInt16
            /// The signal strength in dBm, or 127 when it is not known.
            public var rssi: Int8

            public init(status: ErrorCode, connectionHandle: UInt16, rssi: Int8) {
                (self.status, self.connectionHandle, self.rssi) = (status, connectionHandle, rssi)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), connectionHandle: reader.read(), rssi: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, connectionHandle, rssi)
            }
        }
    }
}
