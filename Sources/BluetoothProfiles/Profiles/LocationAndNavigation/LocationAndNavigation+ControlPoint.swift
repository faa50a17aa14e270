import BluetoothWire

extension LocationAndNavigation {
    /// A request to the control point.
    public enum Request: CharacteristicValue {
        /// Sets the total distance in metres, 0…1,677,721.5 in steps of 0.1.
        case setCumulativeValue(Double)
        /// Switches parts of location and speed off, and all others on.
        case maskContent(ContentMask)
        /// Starts or stops the navigation, or skips a waypoint.
        case navigate(NavigationControl)
        /// Asks how many routes the device has.
        case requestNumberOfRoutes
        /// Asks for the name of a route, from 0 on.
        case requestNameOfRoute(UInt16)
        /// Selects a route, from 0 on.
        case selectRoute(UInt16)
        /// Sets the time between two fixes, in seconds.
        case setFixRate(UInt8)
        /// Sets the elevation in metres, −83,886.08…83,886.07 in steps of 0.01.
        case setElevation(Double)
    }

    /// The op codes.
    public struct OpCode: ProcedureOpCode {
        public var rawValue: UInt8

        /// Creates an op code; any number may come.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sets the total distance.
        public static let setCumulativeValue = OpCode(rawValue: 0x01)
        /// Switches parts of location and speed off.
        public static let maskContent = OpCode(rawValue: 0x02)
        /// Starts or stops the navigation, or skips a waypoint.
        public static let navigate = OpCode(rawValue: 0x03)
        /// Asks how many routes the device has.
        public static let requestNumberOfRoutes = OpCode(rawValue: 0x04)
        /// Asks for the name of a route.
        public static let requestNameOfRoute = OpCode(rawValue: 0x05)
        /// Selects a route.
        public static let selectRoute = OpCode(rawValue: 0x06)
        /// Sets how often the device measures.
        public static let setFixRate = OpCode(rawValue: 0x07)
        /// Sets the elevation.
        public static let setElevation = OpCode(rawValue: 0x08)
        /// The op code of all answers.
        public static let response = OpCode(rawValue: 0x20)
    }

    /// An answer of the control point.
    public typealias Response = ProcedureResponse<OpCode>

    /// What a navigation is told to do.
    public enum NavigationControl: UInt8, CharacteristicValue, CaseIterable {
        /// Ends the navigation.
        case stop = 0
        /// Leads to the first waypoint of the selected route.
        case start = 1
        /// Interrupts the navigation.
        case pause = 2
        /// Goes on after a pause.
        case resume = 3
        /// Leaves the next waypoint out.
        case skipWaypoint = 4
        /// Goes on at the waypoint of the route that is nearest.
        case selectNearestWaypoint = 5
    }

    /// Parts of location and speed that are switched off.
    public struct ContentMask: OptionSet, CharacteristicValue {
        public var rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Switches the speed off.
        public static let instantaneousSpeed = ContentMask(rawValue: 0x01)
        /// Switches the total distance off.
        public static let totalDistance = ContentMask(rawValue: 0x02)
        /// The place.
        public static let location = ContentMask(rawValue: 0x04)
        /// Switches the elevation off.
        public static let elevation = ContentMask(rawValue: 0x08)
        /// Switches the heading off.
        public static let heading = ContentMask(rawValue: 0x10)
        /// Switches the rolling time off.
        public static let rollingTime = ContentMask(rawValue: 0x20)
        /// Switches the time off.
        public static let utcTime = ContentMask(rawValue: 0x40)
    }
}

extension LocationAndNavigation.LocationAndSpeed {
    /// The value without the parts that `mask` names.
    public func masked(by mask: LocationAndNavigation.ContentMask) -> Self {
        var copy = self
        if mask.contains(.instantaneousSpeed) { copy.speed = nil }
        if mask.contains(.totalDistance) { copy.totalDistance = nil }
        if mask.contains(.location) { copy.coordinate = nil }
        if mask.contains(.elevation) { copy.elevation = nil }
        if mask.contains(.heading) { copy.heading = nil }
        if mask.contains(.rollingTime) { copy.rollingTime = nil }
        if mask.contains(.utcTime) { copy.utc = nil }
        return copy
    }
}

extension LocationAndNavigation.Request {
    /// The code with which the request begins on air.
    public var opCode: LocationAndNavigation.OpCode {
        switch self {
        case .setCumulativeValue: .setCumulativeValue
        case .maskContent: .maskContent
        case .navigate: .navigate
        case .requestNumberOfRoutes: .requestNumberOfRoutes
        case .requestNameOfRoute: .requestNameOfRoute
        case .selectRoute: .selectRoute
        case .setFixRate: .setFixRate
        case .setElevation: .setElevation
        }
    }

    /// Reads an op code and its parameter.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        switch LocationAndNavigation.OpCode(rawValue: code) {
        case .setCumulativeValue: self = .setCumulativeValue(try reader.number(.uint24, per: 10))
        case .maskContent: self = .maskContent(try LocationAndNavigation.ContentMask(decoding: &reader))
        case .navigate: self = .navigate(try LocationAndNavigation.NavigationControl(decoding: &reader))
        case .requestNumberOfRoutes: self = .requestNumberOfRoutes
        case .requestNameOfRoute: self = .requestNameOfRoute(try reader.uint16())
        case .selectRoute: self = .selectRoute(try reader.uint16())
        case .setFixRate: self = .setFixRate(try reader.uint8())
        case .setElevation: self = .setElevation(try reader.number(.int24, per: 100))
        default: throw reader.unknown(code)
        }
    }

    /// Appends the op code and its parameter.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(opCode.rawValue)
        switch self {
        case .setCumulativeValue(let distance): bytes.append(distance, as: .uint24, per: 10)
        case .maskContent(let mask): mask.encode(into: &bytes)
        case .navigate(let control): bytes.append(control.rawValue)
        case .requestNumberOfRoutes: break
        case .requestNameOfRoute(let route), .selectRoute(let route): bytes.append(littleEndian: route)
        case .setFixRate(let rate): bytes.append(rate)
        case .setElevation(let elevation): bytes.append(elevation, as: .int24, per: 100)
        }
    }
}

extension ProcedureResponse where OpCode == LocationAndNavigation.OpCode {
    /// How many routes the device has, if this is the answer to that request.
    public var numberOfRoutes: UInt16? { value(.requestNumberOfRoutes) }
    /// The name of a route, if this is the answer to that request.
    public var nameOfRoute: String? { value(.requestNameOfRoute) }

    /// The answer to a request for the number of routes.
    public static func numberOfRoutes(_ count: UInt16) -> Self {
        Self(.requestNumberOfRoutes, parameter: count.bytes)
    }
    /// The answer to a request for the name of a route.
    public static func nameOfRoute(_ name: String) -> Self {
        Self(.requestNameOfRoute, parameter: name.bytes)
    }
}
