import BluetoothWire

extension FitnessMachine {
    /// A request to the control point.
    public enum Request: CharacteristicValue {
        /// Asks for control; the machine refuses other requests without it.
        case requestControl
        /// Sets everything to what it was when the machine was switched on; the control is lost.
        case reset
        /// Sets a target, as in `.set(.power(200))`.
        case set(Target)
        /// Starts a training, or goes on after a pause.
        case startOrResume
        /// Ends a training for good or for a while.
        case stopOrPause(StopKind)
        /// Begins a spin-down, or ignores the machine's wish for one.
        case spinDown(SpinDownControl)
    }

    /// How a training ends.
    public enum StopKind: UInt8, CharacteristicValue, CaseIterable {
        /// For good.
        case stop = 1
        /// For a while.
        case pause = 2
    }

    /// What the machine shall do about a spin-down, by which a bike calibrates itself.
    public enum SpinDownControl: UInt8, CharacteristicValue, CaseIterable {
        /// Begin a spin-down.
        case start = 1
        /// Leave the machine's wish for one alone.
        case ignore = 2
    }

    /// The op codes.
    public struct OpCode: ProcedureOpCode {
        public var rawValue: UInt8

        /// Creates an op code; any number may come.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Asks for control.
        public static let requestControl = OpCode(rawValue: 0x00)
        /// Sets everything to what it was at first.
        public static let reset = OpCode(rawValue: 0x01)
        /// Sets the target of the speed.
        public static let setTargetSpeed = OpCode(rawValue: 0x02)
        /// Sets the target of the incline.
        public static let setTargetInclination = OpCode(rawValue: 0x03)
        /// Sets the target of the resistance level.
        public static let setTargetResistanceLevel = OpCode(rawValue: 0x04)
        /// Sets the target of the power.
        public static let setTargetPower = OpCode(rawValue: 0x05)
        /// Sets the target of the heart rate.
        public static let setTargetHeartRate = OpCode(rawValue: 0x06)
        /// Starts a training, or goes on after a pause.
        public static let startOrResume = OpCode(rawValue: 0x07)
        /// Ends a training for good or for a while.
        public static let stopOrPause = OpCode(rawValue: 0x08)
        /// Sets the target of the energy.
        public static let setTargetedExpendedEnergy = OpCode(rawValue: 0x09)
        /// Sets the target of the steps.
        public static let setTargetedSteps = OpCode(rawValue: 0x0A)
        /// Sets the target of the strides.
        public static let setTargetedStrides = OpCode(rawValue: 0x0B)
        /// Sets the target of the distance.
        public static let setTargetedDistance = OpCode(rawValue: 0x0C)
        /// Sets the target of the training time.
        public static let setTargetedTrainingTime = OpCode(rawValue: 0x0D)
        /// Sets the targets of two zones of the heart rate.
        public static let setTargetedTimesInTwoZones = OpCode(rawValue: 0x0E)
        /// Sets the targets of three zones of the heart rate.
        public static let setTargetedTimesInThreeZones = OpCode(rawValue: 0x0F)
        /// Sets the targets of five zones of the heart rate.
        public static let setTargetedTimesInFiveZones = OpCode(rawValue: 0x10)
        /// Sets the parameters of a simulated ride.
        public static let setIndoorBikeSimulation = OpCode(rawValue: 0x11)
        /// Sets the circumference of the wheel.
        public static let setWheelCircumference = OpCode(rawValue: 0x12)
        /// Begins a spin-down, or ignores the machine's wish for one.
        public static let spinDownControl = OpCode(rawValue: 0x13)
        /// Sets the target of the cadence.
        public static let setTargetedCadence = OpCode(rawValue: 0x14)
        /// The op code of all answers.
        public static let response = OpCode(rawValue: 0x80)
    }

    /// An answer of the control point.
    public typealias Response = ProcedureResponse<OpCode>

    /// The speeds between which a bike measures how it spins down.
    public struct SpinDownSpeeds: CharacteristicValue {
        /// Kilometres per hour, 0…655.35 in steps of 0.01.
        public var low: Double
        /// Kilometres per hour, 0…655.35 in steps of 0.01.
        public var high: Double

        public init(low: Double, high: Double) {
            self.low = low
            self.high = high
        }

        /// Reads both speeds.
        public init(decoding reader: inout ByteReader) throws(DecodeError) {
            low = try reader.number(.uint16, per: 100)
            high = try reader.number(.uint16, per: 100)
        }

        /// Appends both speeds.
        public func encode(into bytes: inout [UInt8]) {
            bytes.append(low, as: .uint16, per: 100)
            bytes.append(high, as: .uint16, per: 100)
        }
    }
}

extension FitnessMachine.Request {
    /// The code with which the request begins on air.
    public var opCode: FitnessMachine.OpCode {
        switch self {
        case .requestControl: .requestControl
        case .reset: .reset
        case .set(let target): FitnessMachine.OpCode(rawValue: target.kind.rawValue)
        case .startOrResume: .startOrResume
        case .stopOrPause: .stopOrPause
        case .spinDown: .spinDownControl
        }
    }

    /// Reads an op code and its parameter.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        switch FitnessMachine.OpCode(rawValue: code) {
        case .requestControl: self = .requestControl
        case .reset: self = .reset
        case .startOrResume: self = .startOrResume
        case .stopOrPause: self = .stopOrPause(try FitnessMachine.StopKind(decoding: &reader))
        case .spinDownControl: self = .spinDown(try FitnessMachine.SpinDownControl(decoding: &reader))
        default:
            guard let kind = FitnessMachine.Target.Kind(rawValue: code) else { throw reader.unknown(code) }
            self = .set(try FitnessMachine.Target(kind, decoding: &reader))
        }
    }

    /// Appends the op code and its parameter.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(opCode.rawValue)
        switch self {
        case .set(let target): target.encodeParameter(into: &bytes)
        case .stopOrPause(let kind): bytes.append(kind.rawValue)
        case .spinDown(let control): bytes.append(control.rawValue)
        case .requestControl, .reset, .startOrResume: break
        }
    }
}

extension ProcedureResponse where OpCode == FitnessMachine.OpCode {
    /// The speeds between which the bike will measure, if this is the answer to a spin-down.
    public var spinDownSpeeds: FitnessMachine.SpinDownSpeeds? { value(.spinDownControl) }

    /// The answer to a spin-down.
    public static func spinDownSpeeds(_ speeds: FitnessMachine.SpinDownSpeeds) -> Self {
        Self(.spinDownControl, parameter: speeds.bytes)
    }
}
