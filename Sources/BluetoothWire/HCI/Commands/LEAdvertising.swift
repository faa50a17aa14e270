extension HCI {
    /// Sets how to advertise (Core 6.0, Vol 4, Part E, 7.8.5).
    public struct LESetAdvertisingParameters: Value {
        /// The shortest interval in 0.625 ms, 0x0020 to 0x4000.
        public var advertisingIntervalMin: UInt16
        /// The longest interval in 0.625 ms, 0x0020 to 0x4000.
        public var advertisingIntervalMax: UInt16
        /// The kind of advertising.
        public var advertisingType: AdvertisingType
        /// The address that is advertised.
        public var ownAddressType: OwnAddressType
        /// The target of directed advertising.
        public var peerAddress: DeviceAddress
        /// The channels to use.
        public var advertisingChannelMap: AdvertisingChannelMap
        /// Whose requests are answered.
        public var advertisingFilterPolicy: AdvertisingFilterPolicy

        public init(
            advertisingIntervalMin: UInt16, advertisingIntervalMax: UInt16, advertisingType: AdvertisingType,
            ownAddressType: OwnAddressType, peerAddress: DeviceAddress = .zero,
            advertisingChannelMap: AdvertisingChannelMap = .all,
            advertisingFilterPolicy: AdvertisingFilterPolicy = .unfiltered
        ) {
            self.advertisingIntervalMin = advertisingIntervalMin
            self.advertisingIntervalMax = advertisingIntervalMax
            self.advertisingType = advertisingType
            self.ownAddressType = ownAddressType
            self.peerAddress = peerAddress
            self.advertisingChannelMap = advertisingChannelMap
            self.advertisingFilterPolicy = advertisingFilterPolicy
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                advertisingIntervalMin: reader.read(), advertisingIntervalMax: reader.read(),
                advertisingType: reader.read(), ownAddressType: reader.read(), peerAddress: reader.read(),
                advertisingChannelMap: reader.read(), advertisingFilterPolicy: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(
                advertisingIntervalMin, advertisingIntervalMax, advertisingType, ownAddressType, peerAddress,
                advertisingChannelMap, advertisingFilterPolicy
            )
        }
    }

    /// Asks for the transmit power of legacy advertising (Core 6.0, Vol 4, Part E, 7.8.6).
    public enum LEReadAdvertisingPhysicalChannelTxPower {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The power in dBm, -127 to +20.
            public var txPowerLevel: Int8

            public init(status: ErrorCode, txPowerLevel: Int8) {
                (self.status, self.txPowerLevel) = (status, txPowerLevel)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), txPowerLevel: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, txPowerLevel)
            }
        }
    }

    /// Sets the data of legacy advertising (Core 6.0, Vol 4, Part E, 7.8.7).
    public struct LESetAdvertisingData: Value {
        /// At most 31 octets; the zeros that fill up the command are not part of it.
        public var advertisingData: [UInt8]

        public init(advertisingData: [UInt8]) {
            self.advertisingData = advertisingData
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(advertisingData: reader.legacyData("advertisingDataLength"))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(legacyData: advertisingData)
        }
    }

    /// Sets the data of legacy scan responses (Core 6.0, Vol 4, Part E, 7.8.8).
    public struct LESetScanResponseData: Value {
        /// At most 31 octets; the zeros that fill up the command are not part of it.
        public var scanResponseData: [UInt8]

        public init(scanResponseData: [UInt8]) {
            self.scanResponseData = scanResponseData
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(scanResponseData: reader.legacyData("scanResponseDataLength"))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(legacyData: scanResponseData)
        }
    }

    /// Starts or stops legacy advertising (Core 6.0, Vol 4, Part E, 7.8.9).
    public struct LESetAdvertisingEnable: Value {
        /// Whether to advertise.
        public var advertisingEnable: Bool

        public init(advertisingEnable: Bool) {
            self.advertisingEnable = advertisingEnable
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(advertisingEnable: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(advertisingEnable)
        }
    }
}
