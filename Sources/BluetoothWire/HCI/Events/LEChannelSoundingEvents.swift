extension HCI {
    /// Reports the frequency errors of the peer (Core 6.0, Vol 4, Part E, 7.7.65.40).
    public struct LECSReadRemoteFAETableComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// The errors of the 72 channels in rising order.
        public var remoteFAETable: [Int8]

        public init(status: ErrorCode, connectionHandle: UInt16, remoteFAETable: [Int8]) {
            self.status = status
            self.connectionHandle = connectionHandle
            self.remoteFAETable = remoteFAETable
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(
                status: reader.read(), connectionHandle: reader.read(), remoteFAETable: reader.faeTable())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle)
            bytes.put(faeTable: remoteFAETable)
        }
    }

    /// Reports that the two ends have common random numbers, or why not (Core 6.0, Vol 4, Part E, 7.7.65.41).
    public struct LECSSecurityEnableComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16

        public init(status: ErrorCode, connectionHandle: UInt16) {
            self.status = status
            self.connectionHandle = connectionHandle
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(status: reader.read(), connectionHandle: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle)
        }
    }

    /// Reports that procedures begin, or end, or why not (Core 6.0, Vol 4, Part E, 7.7.65.43).
    ///
    /// After an error the other values mean nothing.
    public struct LECSProcedureEnableComplete: Value {
        public var status: ErrorCode
        public var connectionHandle: UInt16
        /// Which configuration, 0 to 3.
        public var configID: UInt8
        /// Whether there are procedures now.
        public var isEnabled: Bool
        public var toneAntennas: ChannelSounding.ToneAntennas
        /// The transmit power in dBm, -127 to +20; nil if that is not available.
        public var selectedTXPower: Int8?
        /// The length of subevents in microseconds, 24 bits.
        public var subeventLength: UInt32
        /// How many subevents an event has, 1 to 32.
        public var subeventsPerEvent: UInt8
        /// From subevent to subevent in 0.625 ms; 0 for a single one.
        public var subeventInterval: UInt16
        /// From event to event in connection intervals.
        public var eventInterval: UInt16
        /// From procedure to procedure in connection intervals.
        public var procedureInterval: UInt16
        /// How many procedures there are; 0 for procedures until they are disabled.
        public var procedureCount: UInt16
        /// The longest procedure in 0.625 ms.
        public var maxProcedureLength: UInt16

        public init(
            status: ErrorCode, connectionHandle: UInt16, configID: UInt8, isEnabled: Bool,
            toneAntennas: ChannelSounding.ToneAntennas = .oneByOne, selectedTXPower: Int8? = nil,
            subeventLength: UInt32 = 0, subeventsPerEvent: UInt8 = 0, subeventInterval: UInt16 = 0,
            eventInterval: UInt16 = 0, procedureInterval: UInt16 = 0, procedureCount: UInt16 = 0,
            maxProcedureLength: UInt16 = 0
        ) {
            self.status = status
            self.connectionHandle = connectionHandle
            self.configID = configID
            self.isEnabled = isEnabled
            self.toneAntennas = toneAntennas
            self.selectedTXPower = selectedTXPower
            self.subeventLength = subeventLength
            self.subeventsPerEvent = subeventsPerEvent
            self.subeventInterval = subeventInterval
            self.eventInterval = eventInterval
            self.procedureInterval = procedureInterval
            self.procedureCount = procedureCount
            self.maxProcedureLength = maxProcedureLength
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            let status: ErrorCode = try reader.read()
            try self.init(
                status: status, connectionHandle: reader.read(), configID: reader.read(),
                isEnabled: reader.flag(after: status), toneAntennas: reader.toneAntennas(after: status),
                selectedTXPower: reader.int8(unless: 0x7F), subeventLength: reader.uint24(),
                subeventsPerEvent: reader.read(), subeventInterval: reader.read(),
                eventInterval: reader.read(), procedureInterval: reader.read(), procedureCount: reader.read(),
                maxProcedureLength: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status, connectionHandle, configID, isEnabled, toneAntennas)
            bytes.append(selectedTXPower, unless: 0x7F)
            bytes.append(littleEndian24: subeventLength)
            bytes.put(
                subeventsPerEvent, subeventInterval, eventInterval, procedureInterval, procedureCount,
                maxProcedureLength
            )
        }
    }

    /// Reports that the test has ended (Core 6.0, Vol 4, Part E, 7.7.65.46).
    public struct LECSTestEndComplete: Value {
        public var status: ErrorCode

        public init(status: ErrorCode) {
            self.status = status
        }

        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            try self.init(status: reader.read())
        }

        public func encode(into bytes: inout [UInt8]) {
            bytes.put(status)
        }
    }
}

extension ByteReader {
    /// Reads a flag; a failed operation may leave anything in its place, which then counts as false.
    fileprivate mutating func flag(after status: HCI.ErrorCode) throws(DecodeError) -> Bool {
        if status == .success { return try read() }
        return try uint8() == 1
    }

    /// Reads antennas; a failed operation may leave anything in their place, which then counts as one at each end.
    fileprivate mutating func toneAntennas(
        after status: HCI.ErrorCode
    ) throws(DecodeError) -> ChannelSounding.ToneAntennas {
        if status == .success { return try read() }
        return ChannelSounding.ToneAntennas(rawValue: try uint8()) ?? .oneByOne
    }
}
