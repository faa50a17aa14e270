import BluetoothWire

extension CyclingPower {
    /// A request to the control point.
    public enum Request: CharacteristicValue {
        /// Sets the turns of the wheel.
        case setCumulativeValue(UInt32)
        /// Tells the meter where it is mounted now.
        case updateSensorLocation(SensorLocation)
        /// Asks for all places where the meter may be mounted.
        case requestSupportedSensorLocations
        /// Sets the length of the crank in millimetres, 0…32,767.5 in steps of 0.5.
        case setCrankLength(Double)
        /// Asks for the length of the crank.
        case requestCrankLength
        /// Sets the length of the chain in millimetres.
        case setChainLength(UInt16)
        /// Asks for the length of the chain.
        case requestChainLength
        /// Sets the weight of the chain in grams.
        case setChainWeight(UInt16)
        /// Asks for the weight of the chain.
        case requestChainWeight
        /// Sets the length of the span in millimetres.
        case setSpanLength(UInt16)
        /// Asks for the length of the span.
        case requestSpanLength
        /// Compensates the offset; the crank must stand still.
        case startOffsetCompensation
        /// Switches parts of the measurement off, and all others on.
        case maskMeasurementContent(ContentMask)
        /// Asks how often the meter samples.
        case requestSamplingRate
        /// Asks for the date of the factory calibration.
        case requestFactoryCalibrationDate
        /// Compensates the offset, and asks for details.
        case startEnhancedOffsetCompensation
    }

    /// The op codes.
    public struct OpCode: ProcedureOpCode {
        public var rawValue: UInt8

        /// Creates an op code; any number may come.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sets the turns of the wheel.
        public static let setCumulativeValue = OpCode(rawValue: 0x01)
        /// Tells the meter where it is mounted now.
        public static let updateSensorLocation = OpCode(rawValue: 0x02)
        /// Asks for all places where the meter may be mounted.
        public static let requestSupportedSensorLocations = OpCode(rawValue: 0x03)
        /// Sets the length of the crank.
        public static let setCrankLength = OpCode(rawValue: 0x04)
        /// Asks for the length of the crank.
        public static let requestCrankLength = OpCode(rawValue: 0x05)
        /// Sets the length of the chain.
        public static let setChainLength = OpCode(rawValue: 0x06)
        /// Asks for the length of the chain.
        public static let requestChainLength = OpCode(rawValue: 0x07)
        /// Sets the weight of the chain.
        public static let setChainWeight = OpCode(rawValue: 0x08)
        /// Asks for the weight of the chain.
        public static let requestChainWeight = OpCode(rawValue: 0x09)
        /// Sets the length of the span.
        public static let setSpanLength = OpCode(rawValue: 0x0A)
        /// Asks for the length of the span.
        public static let requestSpanLength = OpCode(rawValue: 0x0B)
        /// Compensates the offset.
        public static let startOffsetCompensation = OpCode(rawValue: 0x0C)
        /// Switches parts of the measurement off.
        public static let maskMeasurementContent = OpCode(rawValue: 0x0D)
        /// Asks how often the meter samples.
        public static let requestSamplingRate = OpCode(rawValue: 0x0E)
        /// Asks for the date of the factory calibration.
        public static let requestFactoryCalibrationDate = OpCode(rawValue: 0x0F)
        /// Compensates the offset, with details.
        public static let startEnhancedOffsetCompensation = OpCode(rawValue: 0x10)
        /// The op code of all answers.
        public static let response = OpCode(rawValue: 0x20)
    }

    /// An answer of the control point.
    public typealias Response = ProcedureResponse<OpCode>

    /// Parts of the measurement that are switched off.
    public struct ContentMask: OptionSet, CharacteristicValue {
        public var rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        /// Switches the balance of the pedals off.
        public static let pedalPowerBalance = ContentMask(rawValue: 1 << 0)
        /// Switches the accumulated torque off.
        public static let accumulatedTorque = ContentMask(rawValue: 1 << 1)
        /// The turns of the wheel.
        public static let wheelRevolutions = ContentMask(rawValue: 1 << 2)
        /// The turns of the crank.
        public static let crankRevolutions = ContentMask(rawValue: 1 << 3)
        /// The extreme forces or torques.
        public static let extremeMagnitudes = ContentMask(rawValue: 1 << 4)
        /// Switches the angles of the extremes off.
        public static let extremeAngles = ContentMask(rawValue: 1 << 5)
        /// The angle of the upper dead spot.
        public static let topDeadSpotAngle = ContentMask(rawValue: 1 << 6)
        /// The angle of the lower dead spot.
        public static let bottomDeadSpotAngle = ContentMask(rawValue: 1 << 7)
        /// Switches the accumulated energy off.
        public static let accumulatedEnergy = ContentMask(rawValue: 1 << 8)
    }

    /// What an enhanced offset compensation found.
    public struct EnhancedOffset: CharacteristicValue {
        /// The offset before, in newtons or 1/32 newton metres as the feature says; −1 if there is none.
        public var offset: Int16
        /// Whose data follow: a company identifier.
        public var company: UInt16
        /// The company's own data, at most 255 bytes.
        public var data: [UInt8]

        public init(offset: Int16, company: UInt16, data: [UInt8] = []) {
            self.offset = offset
            self.company = company
            self.data = data
        }
    }
}

extension CyclingPower.Measurement {
    /// The measurement without the parts that `mask` names.
    public func masked(by mask: CyclingPower.ContentMask) -> Self {
        var copy = self
        if mask.contains(.pedalPowerBalance) { copy.pedalBalance = nil }
        if mask.contains(.accumulatedTorque) { copy.accumulatedTorque = nil }
        if mask.contains(.wheelRevolutions) { copy.wheel = nil }
        if mask.contains(.crankRevolutions) { copy.crank = nil }
        if mask.contains(.extremeMagnitudes) { (copy.extremeForces, copy.extremeTorques) = (nil, nil) }
        if mask.contains(.extremeAngles) { copy.extremeAngles = nil }
        if mask.contains(.topDeadSpotAngle) { copy.topDeadSpotAngle = nil }
        if mask.contains(.bottomDeadSpotAngle) { copy.bottomDeadSpotAngle = nil }
        if mask.contains(.accumulatedEnergy) { copy.accumulatedEnergy = nil }
        return copy
    }
}

extension CyclingPower.EnhancedOffset {
    /// Reads the offset, the company, the length of its data, and its data.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        offset = try reader.int16()
        company = try reader.uint16()
        data = try reader.array(Int(try reader.uint8()))
    }

    /// Appends the offset, the company, the length of its data, and its data.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: offset)
        bytes.append(littleEndian: company)
        let data = data.prefix(0xFF)
        bytes.append(UInt8(data.count))
        bytes += data
    }
}

extension CyclingPower.Request {
    /// The code with which the request begins on air.
    public var opCode: CyclingPower.OpCode {
        switch self {
        case .setCumulativeValue: .setCumulativeValue
        case .updateSensorLocation: .updateSensorLocation
        case .requestSupportedSensorLocations: .requestSupportedSensorLocations
        case .setCrankLength: .setCrankLength
        case .requestCrankLength: .requestCrankLength
        case .setChainLength: .setChainLength
        case .requestChainLength: .requestChainLength
        case .setChainWeight: .setChainWeight
        case .requestChainWeight: .requestChainWeight
        case .setSpanLength: .setSpanLength
        case .requestSpanLength: .requestSpanLength
        case .startOffsetCompensation: .startOffsetCompensation
        case .maskMeasurementContent: .maskMeasurementContent
        case .requestSamplingRate: .requestSamplingRate
        case .requestFactoryCalibrationDate: .requestFactoryCalibrationDate
        case .startEnhancedOffsetCompensation: .startEnhancedOffsetCompensation
        }
    }

    /// Reads an op code and its parameter.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        switch CyclingPower.OpCode(rawValue: code) {
        case .setCumulativeValue: self = .setCumulativeValue(try reader.uint32())
        case .updateSensorLocation: self = .updateSensorLocation(try SensorLocation(decoding: &reader))
        case .requestSupportedSensorLocations: self = .requestSupportedSensorLocations
        case .setCrankLength: self = .setCrankLength(try reader.number(.uint16, per: 2))
        case .requestCrankLength: self = .requestCrankLength
        case .setChainLength: self = .setChainLength(try reader.uint16())
        case .requestChainLength: self = .requestChainLength
        case .setChainWeight: self = .setChainWeight(try reader.uint16())
        case .requestChainWeight: self = .requestChainWeight
        case .setSpanLength: self = .setSpanLength(try reader.uint16())
        case .requestSpanLength: self = .requestSpanLength
        case .startOffsetCompensation: self = .startOffsetCompensation
        case .maskMeasurementContent:
            self = .maskMeasurementContent(try CyclingPower.ContentMask(decoding: &reader))
        case .requestSamplingRate: self = .requestSamplingRate
        case .requestFactoryCalibrationDate: self = .requestFactoryCalibrationDate
        case .startEnhancedOffsetCompensation: self = .startEnhancedOffsetCompensation
        default: throw reader.unknown(code)
        }
    }

    /// Appends the op code and its parameter.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(opCode.rawValue)
        switch self {
        case .setCumulativeValue(let value): bytes.append(littleEndian: value)
        case .updateSensorLocation(let location): bytes.append(location.rawValue)
        case .setCrankLength(let length): bytes.append(length, as: .uint16, per: 2)
        case .setChainLength(let value), .setChainWeight(let value), .setSpanLength(let value):
            bytes.append(littleEndian: value)
        case .maskMeasurementContent(let mask): mask.encode(into: &bytes)
        case .requestSupportedSensorLocations, .requestCrankLength, .requestChainLength, .requestChainWeight,
            .requestSpanLength, .startOffsetCompensation, .requestSamplingRate,
            .requestFactoryCalibrationDate, .startEnhancedOffsetCompensation:
            break
        }
    }
}

extension ProcedureResponse where OpCode == CyclingPower.OpCode {
    /// The places where the meter may be mounted, if this is the answer to that request.
    public var supportedSensorLocations: [SensorLocation]? {
        value(.requestSupportedSensorLocations, as: [UInt8].self)?.map(SensorLocation.init(rawValue:))
    }
    /// The length of the crank in millimetres, if this is the answer to that request.
    public var crankLength: Double? { number(.requestCrankLength, .uint16, per: 2) }
    /// The length of the chain in millimetres, if this is the answer to that request.
    public var chainLength: UInt16? { value(.requestChainLength) }
    /// The weight of the chain in grams, if this is the answer to that request.
    public var chainWeight: UInt16? { value(.requestChainWeight) }
    /// The length of the span in millimetres, if this is the answer to that request.
    public var spanLength: UInt16? { value(.requestSpanLength) }
    /// The offset before its compensation, in newtons or 1/32 newton metres as the feature says.
    public var compensatedOffset: Int16? { value(.startOffsetCompensation) }
    /// Samples per second, if this is the answer to that request.
    public var samplingRate: UInt8? { value(.requestSamplingRate) }
    /// The date of the factory calibration, if this is the answer to that request.
    public var factoryCalibrationDate: DateTime? { value(.requestFactoryCalibrationDate) }
    /// What an enhanced offset compensation found.
    public var enhancedOffset: CyclingPower.EnhancedOffset? { value(.startEnhancedOffsetCompensation) }

    /// The answer to a request for the places where the meter may be mounted.
    public static func supportedSensorLocations(_ locations: [SensorLocation]) -> Self {
        Self(.requestSupportedSensorLocations, parameter: locations.map(\.rawValue))
    }
    /// The answer to a request for the length of the crank, in millimetres.
    public static func crankLength(_ length: Double) -> Self {
        Self(.requestCrankLength, number: length, .uint16, per: 2)
    }
    /// The answer to a request for the length of the chain, in millimetres.
    public static func chainLength(_ length: UInt16) -> Self {
        Self(.requestChainLength, parameter: length.bytes)
    }
    /// The answer to a request for the weight of the chain, in grams.
    public static func chainWeight(_ weight: UInt16) -> Self {
        Self(.requestChainWeight, parameter: weight.bytes)
    }
    /// The answer to a request for the length of the span, in millimetres.
    public static func spanLength(_ length: UInt16) -> Self {
        Self(.requestSpanLength, parameter: length.bytes)
    }
    /// The answer to an offset compensation: the offset before.
    public static func compensatedOffset(_ offset: Int16) -> Self {
        Self(.startOffsetCompensation, parameter: offset.bytes)
    }
    /// The answer to a request for the sampling rate, in samples per second.
    public static func samplingRate(_ rate: UInt8) -> Self {
        Self(.requestSamplingRate, parameter: rate.bytes)
    }
    /// The answer to a request for the date of the factory calibration.
    public static func factoryCalibrationDate(_ date: DateTime) -> Self {
        Self(.requestFactoryCalibrationDate, parameter: date.bytes)
    }
    /// The answer to an enhanced offset compensation.
    public static func enhancedOffset(_ offset: CyclingPower.EnhancedOffset) -> Self {
        Self(.startEnhancedOffsetCompensation, parameter: offset.bytes)
    }
}
