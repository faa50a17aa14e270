extension HCI {
    /// Reports legacy advertisements (Core 6.0, Vol 4, Part E, 7.7.65.2).
    public struct LEAdvertisingReport: Value {
        /// The advertisements, one to 25.
        public var reports: [Report]

        public init(reports: [Report]) {
            self.reports = reports
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(reports: reader.list())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(list: reports)
        }
    }

    /// Reports directed advertisements to private addresses that were not resolved
    /// (Core 6.0, Vol 4, Part E, 7.7.65.11).
    public struct LEDirectedAdvertisingReport: Value {
        /// The advertisements, one to 25.
        public var reports: [Report]

        public init(reports: [Report]) {
            self.reports = reports
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(reports: reader.list())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(list: reports)
        }
    }

    /// Reports advertisements of all kinds (Core 6.0, Vol 4, Part E, 7.7.65.13).
    public struct LEExtendedAdvertisingReport: Value {
        /// The advertisements, one to ten.
        public var reports: [Report]

        public init(reports: [Report]) {
            self.reports = reports
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(reports: reader.list())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(list: reports)
        }
    }

    /// Reports that an advertising set ended by itself (Core 6.0, Vol 4, Part E, 7.7.65.18).
    public struct LEAdvertisingSetTerminated: Value {
        /// Success for a connection, otherwise `advertisingTimeout` or `limitReached`.
        public var status: ErrorCode
        /// The advertising set, 0x00 to 0xEF.
        public var advertisingHandle: UInt8
        /// The connection that ended it; means something with success only.
        public var connectionHandle: UInt16
        /// How many events were sent.
        public var numCompletedExtendedAdvertisingEvents: UInt8

        public init(
            status: ErrorCode, advertisingHandle: UInt8, connectionHandle: UInt16,
            numCompletedExtendedAdvertisingEvents: UInt8 = 0
        ) {
            self.status = status
            self.advertisingHandle = advertisingHandle
            self.connectionHandle = connectionHandle
            self.numCompletedExtendedAdvertisingEvents = numCompletedExtendedAdvertisingEvents
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), advertisingHandle: reader.read(), connectionHandle: reader.read(),
                numCompletedExtendedAdvertisingEvents: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, advertisingHandle, connectionHandle, numCompletedExtendedAdvertisingEvents)
        }
    }

    /// Reports that a device scans an advertising set (Core 6.0, Vol 4, Part E, 7.7.65.19).
    public struct LEScanRequestReceived: Value {
        /// The advertising set, 0x00 to 0xEF.
        public var advertisingHandle: UInt8
        public var scannerAddress: DeviceAddress

        public init(advertisingHandle: UInt8, scannerAddress: DeviceAddress) {
            (self.advertisingHandle, self.scannerAddress) = (advertisingHandle, scannerAddress)
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(advertisingHandle: reader.read(), scannerAddress: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(advertisingHandle, scannerAddress)
        }
    }
}

extension HCI.LEAdvertisingReport {
    /// One legacy advertisement.
    public struct Report: HCI.Value, HCIField {
        /// The kind of PDU.
        public var eventType: HCI.AdvertisingReportType
        /// The advertiser.
        public var address: DeviceAddress
        /// At most 31 octets.
        public var data: [UInt8]
        /// The signal strength in dBm, -127 to +20, or 127 when it is not known.
        public var rssi: Int8

        public init(eventType: HCI.AdvertisingReportType, address: DeviceAddress, data: [UInt8], rssi: Int8) {
            (self.eventType, self.address, self.data) = (eventType, address, data)
            self.rssi = rssi
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                eventType: reader.read(), address: reader.read(), data: reader.counted(), rssi: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(eventType, address)
            bytes.put(counted: data)
            bytes.put(rssi)
        }
    }
}

extension HCI.LEDirectedAdvertisingReport {
    /// One directed legacy advertisement.
    public struct Report: HCI.Value, HCIField {
        /// Always `advDirectInd`.
        public var eventType: HCI.AdvertisingReportType
        /// The advertiser.
        public var address: DeviceAddress
        /// The target.
        public var directAddress: HCI.DirectAddress
        /// The signal strength in dBm, -127 to +20, or 127 when it is not known.
        public var rssi: Int8

        public init(
            eventType: HCI.AdvertisingReportType = .advDirectInd, address: DeviceAddress,
            directAddress: HCI.DirectAddress, rssi: Int8
        ) {
            (self.eventType, self.address, self.directAddress) = (eventType, address, directAddress)
            self.rssi = rssi
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                eventType: reader.read(), address: reader.read(), directAddress: reader.read(),
                rssi: reader.read()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(eventType, address, directAddress, rssi)
        }
    }
}

extension HCI.LEExtendedAdvertisingReport {
    /// One advertisement, or part of a long one.
    public struct Report: HCI.Value, HCIField {
        /// The kind of advertisement, and whether the data is complete.
        public var eventType: HCI.ExtendedAdvertisingEventType
        /// The advertiser, or nil if it is anonymous.
        public var address: DeviceAddress?
        /// The PHY on the primary channel: LE 1M or LE Coded.
        public var primaryPHY: HCI.PHY
        /// The PHY on the secondary channel, or nil if there was no PDU.
        public var secondaryPHY: HCI.PHY?
        /// The advertising set identifier, 0x00 to 0x0F, or 0xFF for none.
        public var advertisingSID: UInt8
        /// The power that the advertiser claims in dBm, -127 to +20, or 127 when it is not known.
        public var txPower: Int8
        /// The signal strength in dBm, -127 to +20, or 127 when it is not known.
        public var rssi: Int8
        /// The interval of periodic advertising in 1.25 ms, or 0 for none.
        public var periodicAdvertisingInterval: UInt16
        /// The target of directed advertising.
        public var directAddress: HCI.DirectAddress
        /// At most 229 octets.
        public var data: [UInt8]

        public init(
            eventType: HCI.ExtendedAdvertisingEventType, address: DeviceAddress?, primaryPHY: HCI.PHY = .le1M,
            secondaryPHY: HCI.PHY? = nil, advertisingSID: UInt8 = 0xFF, txPower: Int8 = 127, rssi: Int8,
            periodicAdvertisingInterval: UInt16 = 0, directAddress: HCI.DirectAddress = .none, data: [UInt8]
        ) {
            (self.eventType, self.address, self.primaryPHY) = (eventType, address, primaryPHY)
            (self.secondaryPHY, self.advertisingSID, self.txPower) = (secondaryPHY, advertisingSID, txPower)
            self.rssi = rssi
            self.periodicAdvertisingInterval = periodicAdvertisingInterval
            self.directAddress = directAddress
            self.data = data
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let eventType: HCI.ExtendedAdvertisingEventType = try reader.read()
            try self.init(
                eventType: eventType, address: reader.addressUnlessAnonymous(), primaryPHY: reader.read(),
                secondaryPHY: reader.optionalPHY(), advertisingSID: reader.read(), txPower: reader.read(),
                rssi: reader.read(), periodicAdvertisingInterval: reader.read(),
                directAddress: reader.directAddress(isMeant: eventType.contains(.directed)),
                data: reader.counted()
            )
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(eventType)
            bytes.put(unlessAnonymous: address)
            bytes.put(primaryPHY)
            bytes.append(secondaryPHY?.rawValue ?? 0)
            bytes.put(advertisingSID, txPower, rssi, periodicAdvertisingInterval, directAddress)
            bytes.put(counted: data)
        }
    }
}
