import BluetoothWire

extension FitnessMachine {
    /// What has happened to a machine.
    public enum Status: CharacteristicValue {
        /// Everything is as it was when the machine was switched on.
        case reset
        /// Somebody at the machine, or a client, has ended the training for good or for a while.
        case stoppedOrPaused(StopKind)
        /// The safety key has stopped the machine.
        case stoppedBySafetyKey
        /// The training has started or goes on.
        case startedOrResumed
        /// A target has changed.
        case targetChanged(Target)
        /// What a spin-down is doing.
        case spinDown(SpinDownStatus)
        /// The client has lost the control.
        case controlPermissionLost
    }

    /// What a spin-down is doing.
    public enum SpinDownStatus: UInt8, CharacteristicValue, CaseIterable {
        /// The machine asks for a spin-down.
        case requested = 1
        /// The bike is calibrated.
        case success = 2
        /// The spin-down has failed.
        case error = 3
        /// The person shall stop pedalling.
        case stopPedaling = 4
    }
}

extension FitnessMachine.Status {
    /// Reads an op code and its parameter.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        let code = try reader.uint8()
        switch code {
        case 0x01: self = .reset
        case 0x02: self = .stoppedOrPaused(try FitnessMachine.StopKind(decoding: &reader))
        case 0x03: self = .stoppedBySafetyKey
        case 0x04: self = .startedOrResumed
        case 0x14: self = .spinDown(try FitnessMachine.SpinDownStatus(decoding: &reader))
        case 0xFF: self = .controlPermissionLost
        default:
            guard let kind = FitnessMachine.Target.Kind(statusCode: code) else { throw reader.unknown(code) }
            self = .targetChanged(try FitnessMachine.Target(kind, decoding: &reader))
        }
    }

    /// Appends the op code and its parameter.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .reset: bytes.append(0x01)
        case .stoppedOrPaused(let kind): bytes += [0x02, kind.rawValue]
        case .stoppedBySafetyKey: bytes.append(0x03)
        case .startedOrResumed: bytes.append(0x04)
        case .targetChanged(let target):
            bytes.append(target.kind.statusCode)
            target.encodeParameter(into: &bytes)
        case .spinDown(let status): bytes += [0x14, status.rawValue]
        case .controlPermissionLost: bytes.append(0xFF)
        }
    }
}
