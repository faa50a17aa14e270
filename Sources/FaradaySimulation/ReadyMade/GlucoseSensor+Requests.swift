import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension GlucoseSensor {
    /// Reads what a client wrote. A checksum that is missing or wrong is an error of the write; all else is for the
    /// caller to answer.
    func read<Value: WireValue>(
        _ type: Value.Type, _ bytes: [UInt8], _ hasChecksum: (Value) -> Bool
    ) throws(ATT.ErrorCode) -> Result<Value, DecodeError> {
        let result = Result { () throws(DecodeError) in try Value(bytes: bytes) }
        guard usesChecksum else {
            let hasOne = (try? result.get()).map(hasChecksum) ?? false
            return hasOne ? .failure(DecodeError(.value, .trailingBytes(2))) : result
        }
        if case .failure(let error) = result, error.isWrongChecksum {
            throw ATT.ErrorCode(rawValue: Values.invalidChecksum)
        }
        // The checksum of a value and of its checksum is 0.
        guard bytes.count > 2, EndToEndChecksum.of(bytes) == 0 else {
            throw ATT.ErrorCode(rawValue: Values.missingChecksum)
        }
        return result
    }

    /// Answers a request at the specific ops control point.
    mutating func answer(_ bytes: [UInt8], _ code: Values.Opcode) throws(ATT.ErrorCode) -> Values.Response {
        let content: Values.Response.Content
        switch try read(Values.Request.self, bytes, \.hasChecksum) {
        case .success(let request):
            do throws(Values.ResponseCode) {
                content = try perform(request.procedure) ?? .ended(code, .success)
            } catch {
                content = .ended(code, error)
            }
        case .failure(let error):
            if case .unknownCode = error.reason {
                content = .ended(code, .opcodeNotSupported)
            } else {
                content = .ended(code, .invalidOperand)
            }
        }
        return Values.Response(content, hasChecksum: usesChecksum)
    }

    /// - Returns: The answer, or `nil` if it is that all went well.
    private mutating func perform(
        _ procedure: Values.Request.Procedure
    ) throws(Values.ResponseCode) -> Values.Response.Content? {
        switch procedure {
        case .setCommunicationInterval(let minutes):
            interval = minutes == Values.fastestInterval ? 1 : Int(minutes)
            nextOffset = offset + step
        case .getCommunicationInterval: return .communicationInterval(UInt8(clamping: interval))
        case .setCalibration(let calibration): try calibrate(calibration)
        case .getCalibration(let number): return .calibration(try calibration(number))
        case .setLevel(let alert, let level):
            try need(Self.feature(of: alert))
            let isRate = alert == .rateOfDecrease || alert == .rateOfIncrease
            let size = isRate ? level.value.magnitude : level.value
            guard (isRate ? Self.rates : Self.range).contains(size) else { throw .parameterOutOfRange }
            levels[alert] = level
        case .getLevel(let alert):
            try need(Self.feature(of: alert))
            return .level(alert, levels[alert] ?? .notANumber)
        case .resetDeviceSpecificAlert:
            try need(.deviceSpecificAlert)
            hasDeviceAlert = false
        case .startSession:
            guard !isRunning, sessions == 0 || features.contains(.multipleSessions) else {
                throw .procedureNotCompleted
            }
            startSession()
        case .stopSession: if isRunning { stop(at: offset) }
        }
        return nil
    }

    private func need(_ feature: Values.Features) throws(Values.ResponseCode) {
        guard features.contains(feature) else { throw .opcodeNotSupported }
    }

    private static func feature(of alert: Values.Alert) -> Values.Features {
        switch alert {
        case .patientHigh, .patientLow: .patientAlerts
        case .hypo: .hypoAlerts
        case .hyper: .hyperAlerts
        case .rateOfDecrease, .rateOfIncrease: .rateAlerts
        }
    }

    /// A calibration counts at once: the next result starts from its level.
    private mutating func calibrate(_ calibration: Values.Calibration) throws(Values.ResponseCode) {
        try need(.calibration)
        guard isRunning else { throw .procedureNotCompleted }
        guard Self.range.contains(calibration.glucose.value), calibration.time <= offset else {
            throw .parameterOutOfRange
        }
        var taken = calibration
        taken.recordNumber = UInt16(clamping: calibrations.count + 1)
        taken.nextTime = UInt16(clamping: offset + Self.calibrationInterval)
        taken.status = []
        calibrations.append(taken)
        glucose = Int(calibration.glucose.value + 0.5)
    }

    private func calibration(_ number: UInt16) throws(Values.ResponseCode) -> Values.Calibration {
        try need(.calibration)
        let found =
            number == Values.Calibration.last
            ? calibrations.last : calibrations.first { $0.recordNumber == number }
        guard let found else { throw .parameterOutOfRange }
        return found
    }
}
