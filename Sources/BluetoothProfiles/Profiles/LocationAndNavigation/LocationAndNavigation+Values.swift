import BluetoothWire

extension LocationAndNavigation {
    /// Where the device is and how fast it moves. A device whose values do not fit into one notification sends them in
    /// two, with the same rolling time.
    public struct LocationAndSpeed: FlaggedValue {
        public var unknown = UnknownFields()
        /// Metres per second, 0…655.35 in steps of 0.01.
        public var speed: Double?
        /// Metres, 0…1,677,721.5 in steps of 0.1.
        public var totalDistance: Double?
        /// Where the device is.
        public var coordinate: Coordinate?
        /// Metres above the ellipsoid or the sea, −83,886.08…83,886.07 in steps of 0.01.
        public var elevation: Double?
        /// Degrees clockwise from north, 0…359.99 in steps of 0.01.
        public var heading: Double?
        /// Seconds, rolling over at 256.
        public var rollingTime: UInt8?
        /// Coordinated Universal Time.
        public var utc: DateTime?
        /// What the position is worth.
        public var status: PositionStatus
        /// Whether speed and distance count the ups and downs, too.
        public var isThreeDimensional: Bool
        /// How the elevation is measured.
        public var elevationSource: ElevationSource
        /// How the heading is measured.
        public var headingSource: HeadingSource

        public init(
            speed: Double? = nil, totalDistance: Double? = nil, coordinate: Coordinate? = nil,
            elevation: Double? = nil, heading: Double? = nil, rollingTime: UInt8? = nil, utc: DateTime? = nil,
            status: PositionStatus = .none, isThreeDimensional: Bool = false,
            elevationSource: ElevationSource = .positioning, headingSource: HeadingSource = .movement
        ) {
            self.speed = speed
            self.totalDistance = totalDistance
            self.coordinate = coordinate
            self.elevation = elevation
            self.heading = heading
            self.rollingTime = rollingTime
            self.utc = utc
            self.status = status
            self.isThreeDimensional = isThreeDimensional
            self.elevationSource = elevationSource
            self.headingSource = headingSource
        }
    }

    /// How well a position is known.
    public struct PositionQuality: FlaggedValue {
        public var unknown = UnknownFields()
        /// How many satellites or other beacons the device uses.
        public var beaconsInSolution: UInt8?
        /// How many satellites or other beacons the device receives.
        public var beaconsInView: UInt8?
        /// Seconds, 0…6553.5 in steps of 0.1.
        public var timeToFirstFix: Double?
        /// Metres, in steps of 0.01.
        public var horizontalError: Double?
        /// Metres, in steps of 0.01.
        public var verticalError: Double?
        /// The horizontal dilution of precision, 0…51 in steps of 0.2.
        public var horizontalDilution: Double?
        /// The vertical dilution of precision, 0…51 in steps of 0.2.
        public var verticalDilution: Double?
        /// What the position is worth.
        public var status: PositionStatus

        public init(
            beaconsInSolution: UInt8? = nil, beaconsInView: UInt8? = nil, timeToFirstFix: Double? = nil,
            horizontalError: Double? = nil, verticalError: Double? = nil, horizontalDilution: Double? = nil,
            verticalDilution: Double? = nil, status: PositionStatus = .none
        ) {
            self.beaconsInSolution = beaconsInSolution
            self.beaconsInView = beaconsInView
            self.timeToFirstFix = timeToFirstFix
            self.horizontalError = horizontalError
            self.verticalError = verticalError
            self.horizontalDilution = horizontalDilution
            self.verticalDilution = verticalDilution
            self.status = status
        }
    }

    /// Where to go.
    public struct Navigation: FlaggedValue {
        public var unknown = UnknownFields()
        /// The direction of the next place, in degrees clockwise from north, 0…359.99 in steps of 0.01.
        public var bearing: Double
        /// The direction of the movement, in degrees clockwise from north, 0…359.99 in steps of 0.01.
        public var heading: Double
        /// Metres, 0…1,677,721.5 in steps of 0.1.
        public var remainingDistance: Double?
        /// Metres upwards, −83,886.08…83,886.07 in steps of 0.01.
        public var remainingVerticalDistance: Double?
        /// The estimated time of arrival, in Coordinated Universal Time.
        public var arrival: DateTime?
        /// What the position is worth.
        public var status: PositionStatus
        /// How the heading is measured.
        public var headingSource: HeadingSource
        /// Whether the values are for the destination rather than for the next waypoint.
        public var leadsToDestination: Bool
        /// Whether the device has just reached a waypoint.
        public var hasReachedWaypoint: Bool
        /// Whether the device has reached the destination.
        public var hasReachedDestination: Bool

        public init(
            bearing: Double, heading: Double, remainingDistance: Double? = nil,
            remainingVerticalDistance: Double? = nil, arrival: DateTime? = nil,
            status: PositionStatus = .none, headingSource: HeadingSource = .movement,
            leadsToDestination: Bool = false, hasReachedWaypoint: Bool = false,
            hasReachedDestination: Bool = false
        ) {
            self.bearing = bearing
            self.heading = heading
            self.remainingDistance = remainingDistance
            self.remainingVerticalDistance = remainingVerticalDistance
            self.arrival = arrival
            self.status = status
            self.headingSource = headingSource
            self.leadsToDestination = leadsToDestination
            self.hasReachedWaypoint = hasReachedWaypoint
            self.hasReachedDestination = hasReachedDestination
        }
    }
}

extension LocationAndNavigation.LocationAndSpeed {
    private static let fields = FlaggedFields<Self>(
        others: 0x1F80,
        [
            .number(0, \.speed, .uint16, per: 100),
            .number(1, \.totalDistance, .uint24, per: 10),
            .value(2, \.coordinate),
            .number(3, \.elevation, .int24, per: 100),
            .number(4, \.heading, .uint16, per: 100),
            .value(5, \.rollingTime),
            .value(6, \.utc),
        ])

    public static var flagsLength: Int { 2 }
    public static var knownFlags: UInt32 { fields.known }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let raw = try reader.uint16()
        self.init(
            status: .init(rawValue: UInt8(raw >> 7 & 3)) ?? .none, isThreeDimensional: raw & 0x200 != 0,
            elevationSource: .init(rawValue: UInt8(raw >> 10 & 3)) ?? .other,
            headingSource: raw & 0x1000 != 0 ? .compass : .movement)
        try Self.fields.read(UInt32(raw), from: &reader, into: &self)
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags = UInt16(truncatingIfNeeded: Self.fields.flags(of: self))
        flags |= UInt16(status.rawValue) << 7
        flags |= isThreeDimensional ? 0x200 : 0
        flags |= UInt16(elevationSource.rawValue) << 10
        flags |= UInt16(headingSource.rawValue) << 12
        bytes.append(littleEndian: flags)
        Self.fields.write(self, to: &bytes)
    }
}

extension LocationAndNavigation.PositionQuality {
    private static let fields = FlaggedFields<Self>(
        others: 0x180,
        [
            .value(0, \.beaconsInSolution),
            .value(1, \.beaconsInView),
            .number(2, \.timeToFirstFix, .uint16, per: 10),
            .number(3, \.horizontalError, .uint32, per: 100),
            .number(4, \.verticalError, .uint32, per: 100),
            .number(5, \.horizontalDilution, .uint8, per: 5),
            .number(6, \.verticalDilution, .uint8, per: 5),
        ])

    public static var flagsLength: Int { 2 }
    public static var knownFlags: UInt32 { fields.known }

    public init(known reader: inout ByteReader) throws(DecodeError) {
        let raw = try reader.uint16()
        self.init(status: .init(rawValue: UInt8(raw >> 7 & 3)) ?? .none)
        try Self.fields.read(UInt32(raw), from: &reader, into: &self)
    }

    public func encodeKnown(into bytes: inout [UInt8]) {
        let flags = UInt16(truncatingIfNeeded: Self.fields.flags(of: self))
        bytes.append(littleEndian: flags | UInt16(status.rawValue) << 7)
        Self.fields.write(self, to: &bytes)
    }
}

extension LocationAndNavigation.Navigation {
    private static let fields = FlaggedFields<Self>(
        others: 0x1F8,
        [
            .number(0, \.remainingDistance, .uint24, per: 10),
            .number(1, \.remainingVerticalDistance, .int24, per: 100),
            .value(2, \.arrival),
        ])

    public static var flagsLength: Int { 2 }
    public static var knownFlags: UInt32 { fields.known }

    /// Reads flags, bearing and heading, then what the flags announce.
    public init(known reader: inout ByteReader) throws(DecodeError) {
        let raw = try reader.uint16()
        self.init(
            bearing: try reader.number(.uint16, per: 100), heading: try reader.number(.uint16, per: 100),
            status: .init(rawValue: UInt8(raw >> 3 & 3)) ?? .none,
            headingSource: raw & 0x20 != 0 ? .compass : .movement, leadsToDestination: raw & 0x40 != 0,
            hasReachedWaypoint: raw & 0x80 != 0, hasReachedDestination: raw & 0x100 != 0)
        try Self.fields.read(UInt32(raw), from: &reader, into: &self)
    }

    /// Appends flags, bearing, heading and what is there.
    public func encodeKnown(into bytes: inout [UInt8]) {
        var flags = UInt16(truncatingIfNeeded: Self.fields.flags(of: self))
        flags |= UInt16(status.rawValue) << 3
        flags |= UInt16(headingSource.rawValue) << 5
        flags |= leadsToDestination ? 0x40 : 0
        flags |= hasReachedWaypoint ? 0x80 : 0
        flags |= hasReachedDestination ? 0x100 : 0
        bytes.append(littleEndian: flags)
        bytes.append(bearing, as: .uint16, per: 100)
        bytes.append(heading, as: .uint16, per: 100)
        Self.fields.write(self, to: &bytes)
    }
}
