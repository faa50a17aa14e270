extension HCI {
    /// Sets the random address of an advertising set (Core 6.0, Vol 4, Part E, 7.8.52).
    public struct LESetAdvertisingSetRandomAddress: Value {
        /// The advertising set, 0x00 to 0xEF.
        public var advertisingHandle: UInt8
        /// The address, of any random kind.
        public var randomAddress: DeviceAddress

        public init(advertisingHandle: UInt8, randomAddress: DeviceAddress) {
            (self.advertisingHandle, self.randomAddress) = (advertisingHandle, randomAddress)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(advertisingHandle: reader.read(), randomAddress: reader.address(.random))
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(advertisingHandle)
            bytes.append(randomAddress)
        }
    }

    /// Sets how an advertising set advertises (Core 6.0, Vol 4, Part E, 7.8.53).
    public struct LESetExtendedAdvertisingParameters: Value {
        /// The advertising set, 0x00 to 0xEF.
        public var advertisingHandle: UInt8
        /// What is sent.
        public var advertisingEventProperties: AdvertisingEventProperties
        /// The shortest interval in 0.625 ms, 24 bits, at least 0x20.
        public var primaryAdvertisingIntervalMin: UInt32
        /// The longest interval in 0.625 ms, 24 bits, at least 0x20.
        public var primaryAdvertisingIntervalMax: UInt32
        /// The primary channels to use.
        public var primaryAdvertisingChannelMap: AdvertisingChannelMap
        /// The address that is advertised.
        public var ownAddressType: OwnAddressType
        /// The target of directed advertising.
        public var peerAddress: DeviceAddress
        /// Whose requests are answered.
        public var advertisingFilterPolicy: AdvertisingFilterPolicy
        /// The wanted power in dBm, -127 to +20, or 127 for no preference.
        public var advertisingTxPower: Int8
        /// The PHY on primary channels: LE 1M or LE Coded.
        public var primaryAdvertisingPHY: PHY
        /// How many primary events may pass before the secondary one.
        public var secondaryAdvertisingMaxSkip: UInt8
        /// The PHY on secondary channels.
        public var secondaryAdvertisingPHY: PHY
        /// The advertising set identifier on air, 0x00 to 0x0F.
        public var advertisingSID: UInt8
        /// Whether scan requests are reported.
        public var scanRequestNotificationEnable: Bool

        public init(
            advertisingHandle: UInt8, advertisingEventProperties: AdvertisingEventProperties,
            primaryAdvertisingIntervalMin: UInt32, primaryAdvertisingIntervalMax: UInt32,
            primaryAdvertisingChannelMap: AdvertisingChannelMap = .all, ownAddressType: OwnAddressType,
            peerAddress: DeviceAddress = .zero,
            advertisingFilterPolicy: AdvertisingFilterPolicy = .unfiltered, advertisingTxPower: Int8 = 127,
            primaryAdvertisingPHY: PHY = .le1M, secondaryAdvertisingMaxSkip: UInt8 = 0,
            secondaryAdvertisingPHY: PHY = .le1M, advertisingSID: UInt8 = 0,
            scanRequestNotificationEnable: Bool = false
        ) {
            self.advertisingHandle = advertisingHandle
            self.advertisingEventProperties = advertisingEventProperties
            self.primaryAdvertisingIntervalMin = primaryAdvertisingIntervalMin
            self.primaryAdvertisingIntervalMax = primaryAdvertisingIntervalMax
            self.primaryAdvertisingChannelMap = primaryAdvertisingChannelMap
            self.ownAddressType = ownAddressType
            self.peerAddress = peerAddress
            self.advertisingFilterPolicy = advertisingFilterPolicy
            self.advertisingTxPower = advertisingTxPower
            self.primaryAdvertisingPHY = primaryAdvertisingPHY
            self.secondaryAdvertisingMaxSkip = secondaryAdvertisingMaxSkip
            self.secondaryAdvertisingPHY = secondaryAdvertisingPHY
            self.advertisingSID = advertisingSID
            self.scanRequestNotificationEnable = scanRequestNotificationEnable
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                advertisingHandle: reader.read(), advertisingEventProperties: reader.read(),
                primaryAdvertisingIntervalMin: reader.uint24(),
                primaryAdvertisingIntervalMax: reader.uint24(), primaryAdvertisingChannelMap: reader.read(),
                ownAddressType: reader.read(), peerAddress: reader.read(),
                advertisingFilterPolicy: reader.read(), advertisingTxPower: reader.read(),
                primaryAdvertisingPHY: reader.read(), secondaryAdvertisingMaxSkip: reader.read(),
                secondaryAdvertisingPHY: reader.read(), advertisingSID: reader.read(),
                scanRequestNotificationEnable: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(advertisingHandle, advertisingEventProperties)
            bytes.append(littleEndian24: primaryAdvertisingIntervalMin)
            bytes.append(littleEndian24: primaryAdvertisingIntervalMax)
            bytes.put(
                primaryAdvertisingChannelMap, ownAddressType, peerAddress, advertisingFilterPolicy,
                advertisingTxPower, primaryAdvertisingPHY, secondaryAdvertisingMaxSkip,
                secondaryAdvertisingPHY, advertisingSID, scanRequestNotificationEnable
            )
        }

        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The power that the controller chose in dBm, -127 to +20.
            public var selectedTxPower: Int8

            public init(status: ErrorCode, selectedTxPower: Int8) {
                (self.status, self.selectedTxPower) = (status, selectedTxPower)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), selectedTxPower: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, selectedTxPower)
            }
        }
    }

    /// Sets the data of an advertising set (Core 6.0, Vol 4, Part E, 7.8.54).
    public struct LESetExtendedAdvertisingData: Value {
        /// The advertising set, 0x00 to 0xEF.
        public var advertisingHandle: UInt8
        /// Which part of the data this is.
        public var operation: DataOperation
        /// Whether the controller may fragment on air.
        public var fragmentPreference: FragmentPreference
        /// At most 251 octets.
        public var advertisingData: [UInt8]

        public init(
            advertisingHandle: UInt8, operation: DataOperation = .complete,
            fragmentPreference: FragmentPreference = .shouldNotFragment, advertisingData: [UInt8]
        ) {
            self.advertisingHandle = advertisingHandle
            self.operation = operation
            self.fragmentPreference = fragmentPreference
            self.advertisingData = advertisingData
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                advertisingHandle: reader.read(), operation: reader.read(), fragmentPreference: reader.read(),
                advertisingData: reader.counted()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(advertisingHandle, operation, fragmentPreference)
            bytes.put(counted: advertisingData)
        }
    }

    /// Sets the scan response data of an advertising set (Core 6.0, Vol 4, Part E, 7.8.55).
    public struct LESetExtendedScanResponseData: Value {
        /// The advertising set, 0x00 to 0xEF.
        public var advertisingHandle: UInt8
        /// Which part of the data this is.
        public var operation: DataOperation
        /// Whether the controller may fragment on air.
        public var fragmentPreference: FragmentPreference
        /// At most 251 octets.
        public var scanResponseData: [UInt8]

        public init(
            advertisingHandle: UInt8, operation: DataOperation = .complete,
            fragmentPreference: FragmentPreference = .shouldNotFragment, scanResponseData: [UInt8]
        ) {
            self.advertisingHandle = advertisingHandle
            self.operation = operation
            self.fragmentPreference = fragmentPreference
            self.scanResponseData = scanResponseData
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                advertisingHandle: reader.read(), operation: reader.read(), fragmentPreference: reader.read(),
                scanResponseData: reader.counted()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(advertisingHandle, operation, fragmentPreference)
            bytes.put(counted: scanResponseData)
        }
    }

    /// Starts or stops advertising sets (Core 6.0, Vol 4, Part E, 7.8.56).
    public struct LESetExtendedAdvertisingEnable: Value {
        /// Whether to advertise.
        public var enable: Bool
        /// The sets; with none, stopping stops all.
        public var sets: [AdvertisingSet]

        public init(enable: Bool, sets: [AdvertisingSet]) {
            (self.enable, self.sets) = (enable, sets)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(enable: reader.read(), sets: reader.list())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(enable)
            bytes.put(list: sets)
        }
    }

    /// Asks how long advertising data can be (Core 6.0, Vol 4, Part E, 7.8.57).
    public enum LEReadMaximumAdvertisingDataLength {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            /// The length in octets, 0x001F to 0x0672.
            public var maxAdvertisingDataLength: UInt16

            public init(status: ErrorCode, maxAdvertisingDataLength: UInt16) {
                (self.status, self.maxAdvertisingDataLength) = (status, maxAdvertisingDataLength)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), maxAdvertisingDataLength: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, maxAdvertisingDataLength)
            }
        }
    }

    /// Asks how many advertising sets there can be (Core 6.0, Vol 4, Part E, 7.8.58).
    public enum LEReadNumberOfSupportedAdvertisingSets {
        /// What the command returns.
        public struct ReturnParameters: Value {
            public var status: ErrorCode
            public var numSupportedAdvertisingSets: UInt8

            public init(status: ErrorCode, numSupportedAdvertisingSets: UInt8) {
                (self.status, self.numSupportedAdvertisingSets) = (status, numSupportedAdvertisingSets)
            }

            public init(decoding reader: inout ByteReader) throws(DecodeError) {
                try self.init(status: reader.read(), numSupportedAdvertisingSets: reader.read())
            }

            public func encode(into bytes: inout [UInt8]) {
                bytes.put(status, numSupportedAdvertisingSets)
            }
        }
    }

    /// Forgets an advertising set (Core 6.0, Vol 4, Part E, 7.8.59).
    public struct LERemoveAdvertisingSet: Value {
        /// The advertising set, 0x00 to 0xEF.
        public var advertisingHandle: UInt8

        public init(advertisingHandle: UInt8) {
            self.advertisingHandle = advertisingHandle
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(advertisingHandle: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(advertisingHandle)
        }
    }
}

extension HCI.LESetExtendedAdvertisingEnable {
    /// One advertising set to start or stop.
    public struct AdvertisingSet: HCI.Value, HCIField {
        /// The advertising set, 0x00 to 0xEF.
        public var advertisingHandle: UInt8
        /// How long to advertise in 10 ms; 0 for as long as enabled.
        public var duration: UInt16
        /// After how many events to stop; 0 for no limit.
        public var maxExtendedAdvertisingEvents: UInt8

        public init(advertisingHandle: UInt8, duration: UInt16 = 0, maxExtendedAdvertisingEvents: UInt8 = 0) {
            self.advertisingHandle = advertisingHandle
            self.duration = duration
            self.maxExtendedAdvertisingEvents = maxExtendedAdvertisingEvents
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                advertisingHandle: reader.read(), duration: reader.read(),
                maxExtendedAdvertisingEvents: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(advertisingHandle, duration, maxExtendedAdvertisingEvents)
        }
    }
}
