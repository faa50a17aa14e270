import BluetoothWire

/// The op codes of a control point whose answers name the op code of the request.
public protocol ProcedureOpCode: RawRepresentable, Hashable, Sendable where RawValue == UInt8 {
    /// Creates an op code; any number may come.
    init(rawValue: UInt8)
    /// The op code of answers.
    static var response: Self { get }
}

/// How a procedure of a control point ended.
public struct ProcedureResult: RawRepresentable, CharacteristicValue {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The procedure has done its work.
    public static let success = ProcedureResult(rawValue: 1)
    /// The device does not know or support the op code.
    public static let opCodeNotSupported = ProcedureResult(rawValue: 2)
    /// The device can't use the parameter.
    public static let invalidParameter = ProcedureResult(rawValue: 3)
    /// The procedure failed.
    public static let operationFailed = ProcedureResult(rawValue: 4)
    /// The client has not got control; only a Fitness Machine answers so.
    public static let controlNotPermitted = ProcedureResult(rawValue: 5)
}

/// The answer of a control point: the op code of the request, the result, and what the procedure has to say.
///
/// ```swift
/// let answer = try await meter.request(.requestCrankLength, at: CyclingPower.controlPoint)
/// if answer.result == .success { print(answer.crankLength ?? 0) }
/// ```
///
/// The sensors for sport and navigation share this form.
/// Source: Cycling Power Service 1.1, 3.4; Fitness Machine Service 1.0, 4.16.2.22; Location and Navigation Service 1.0.
public struct ProcedureResponse<OpCode: ProcedureOpCode>: CharacteristicValue {
    public var request: OpCode
    /// How the procedure ended.
    public var result: ProcedureResult
    /// What the procedure has to say, as bytes; properties named for the procedures read it.
    public var parameter: [UInt8]

    public init(_ request: OpCode, _ result: ProcedureResult = .success, parameter: [UInt8] = []) {
        self.request = request
        self.result = result
        self.parameter = parameter
    }

    /// Reads the op code of answers, the request's, the result and the rest.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        guard code == OpCode.response.rawValue else { throw reader.unknown(code) }
        request = OpCode(rawValue: try reader.uint8())
        result = try ProcedureResult(decoding: &reader)
        parameter = reader.rest()
    }

    /// Appends the answer.
    public func encode(into bytes: inout [UInt8]) {
        bytes += [OpCode.response.rawValue, request.rawValue, result.rawValue]
        bytes += parameter
    }

    /// The parameter of a successful answer to `request` as a value; `nil` if this is another answer or another value.
    package func value<Value: WireValue>(_ request: OpCode, as type: Value.Type = Value.self) -> Value? {
        guard self.request == request, result == .success else { return nil }
        return try? Value(bytes: parameter)
    }

    /// The parameter of a successful answer to `request` as a number.
    package func number(_ request: OpCode, _ number: WireNumber, per unit: Double = 1) -> Double? {
        guard self.request == request, result == .success else { return nil }
        var reader = ByteReader(parameter, layer: .value)
        guard let value = try? reader.number(number, per: unit), reader.isAtEnd else { return nil }
        return value
    }

    /// A successful answer with a number.
    package init(_ request: OpCode, number value: Double, _ number: WireNumber, per unit: Double = 1) {
        self.init(request)
        parameter.append(value, as: number, per: unit)
    }
}

extension ByteReader {
    /// The error for an op code that the type does not have.
    package func unknown(_ code: UInt8) -> DecodeError { DecodeError(layer, .unknownCode(Int(code))) }
}
