extension HCI {
    /// An error code of the controller; codes that are not named here survive (Core 6.0, Vol 1, Part F).
    ///
    /// A link layer uses the same codes on air, as reasons for a termination or a rejection.
    public struct ErrorCode: RawRepresentable, Hashable, Sendable, Error, HCIField {
        /// The code on the wire.
        public let rawValue: UInt8

        /// Creates the code of a number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
    }
}

extension HCI.ErrorCode {
    public static let success = HCI.ErrorCode(rawValue: 0x00)
    public static let unknownHCICommand = HCI.ErrorCode(rawValue: 0x01)
    public static let unknownConnectionIdentifier = HCI.ErrorCode(rawValue: 0x02)
    public static let hardwareFailure = HCI.ErrorCode(rawValue: 0x03)
    public static let pageTimeout = HCI.ErrorCode(rawValue: 0x04)
    public static let authenticationFailure = HCI.ErrorCode(rawValue: 0x05)
    public static let pinOrKeyMissing = HCI.ErrorCode(rawValue: 0x06)
    public static let memoryCapacityExceeded = HCI.ErrorCode(rawValue: 0x07)
    public static let connectionTimeout = HCI.ErrorCode(rawValue: 0x08)
    public static let connectionLimitExceeded = HCI.ErrorCode(rawValue: 0x09)
    public static let synchronousConnectionLimitExceeded = HCI.ErrorCode(rawValue: 0x0A)
    public static let connectionAlreadyExists = HCI.ErrorCode(rawValue: 0x0B)
    public static let commandDisallowed = HCI.ErrorCode(rawValue: 0x0C)
    public static let connectionRejectedDueToLimitedResources = HCI.ErrorCode(rawValue: 0x0D)
    public static let connectionRejectedDueToSecurityReasons = HCI.ErrorCode(rawValue: 0x0E)
    public static let connectionRejectedDueToUnacceptableBDADDR = HCI.ErrorCode(rawValue: 0x0F)
    public static let connectionAcceptTimeoutExceeded = HCI.ErrorCode(rawValue: 0x10)
    public static let unsupportedFeatureOrParameterValue = HCI.ErrorCode(rawValue: 0x11)
    public static let invalidHCICommandParameters = HCI.ErrorCode(rawValue: 0x12)
    public static let remoteUserTerminatedConnection = HCI.ErrorCode(rawValue: 0x13)
    public static let remoteDeviceTerminatedConnectionDueToLowResources = HCI.ErrorCode(rawValue: 0x14)
    public static let remoteDeviceTerminatedConnectionDueToPowerOff = HCI.ErrorCode(rawValue: 0x15)
    public static let connectionTerminatedByLocalHost = HCI.ErrorCode(rawValue: 0x16)
    public static let repeatedAttempts = HCI.ErrorCode(rawValue: 0x17)
    public static let pairingNotAllowed = HCI.ErrorCode(rawValue: 0x18)
    public static let unknownLMPPDU = HCI.ErrorCode(rawValue: 0x19)
    public static let unsupportedRemoteFeature = HCI.ErrorCode(rawValue: 0x1A)
    public static let scoOffsetRejected = HCI.ErrorCode(rawValue: 0x1B)
    public static let scoIntervalRejected = HCI.ErrorCode(rawValue: 0x1C)
    public static let scoAirModeRejected = HCI.ErrorCode(rawValue: 0x1D)
    public static let invalidLLParameters = HCI.ErrorCode(rawValue: 0x1E)
    public static let unspecifiedError = HCI.ErrorCode(rawValue: 0x1F)
    public static let unsupportedLLParameterValue = HCI.ErrorCode(rawValue: 0x20)
    public static let roleChangeNotAllowed = HCI.ErrorCode(rawValue: 0x21)
    public static let llResponseTimeout = HCI.ErrorCode(rawValue: 0x22)
    public static let llProcedureCollision = HCI.ErrorCode(rawValue: 0x23)
    public static let lmpPDUNotAllowed = HCI.ErrorCode(rawValue: 0x24)
    public static let encryptionModeNotAcceptable = HCI.ErrorCode(rawValue: 0x25)
    public static let linkKeyCannotBeChanged = HCI.ErrorCode(rawValue: 0x26)
    public static let requestedQoSNotSupported = HCI.ErrorCode(rawValue: 0x27)
    public static let instantPassed = HCI.ErrorCode(rawValue: 0x28)
    public static let pairingWithUnitKeyNotSupported = HCI.ErrorCode(rawValue: 0x29)
    public static let differentTransactionCollision = HCI.ErrorCode(rawValue: 0x2A)
    public static let qosUnacceptableParameter = HCI.ErrorCode(rawValue: 0x2C)
    public static let qosRejected = HCI.ErrorCode(rawValue: 0x2D)
    public static let channelClassificationNotSupported = HCI.ErrorCode(rawValue: 0x2E)
    public static let insufficientSecurity = HCI.ErrorCode(rawValue: 0x2F)
    public static let parameterOutOfMandatoryRange = HCI.ErrorCode(rawValue: 0x30)
    public static let roleSwitchPending = HCI.ErrorCode(rawValue: 0x32)
    public static let reservedSlotViolation = HCI.ErrorCode(rawValue: 0x34)
    public static let roleSwitchFailed = HCI.ErrorCode(rawValue: 0x35)
    public static let extendedInquiryResponseTooLarge = HCI.ErrorCode(rawValue: 0x36)
    public static let secureSimplePairingNotSupportedByHost = HCI.ErrorCode(rawValue: 0x37)
    public static let hostBusyPairing = HCI.ErrorCode(rawValue: 0x38)
    public static let connectionRejectedDueToNoSuitableChannelFound = HCI.ErrorCode(rawValue: 0x39)
    public static let controllerBusy = HCI.ErrorCode(rawValue: 0x3A)
    public static let unacceptableConnectionParameters = HCI.ErrorCode(rawValue: 0x3B)
    public static let advertisingTimeout = HCI.ErrorCode(rawValue: 0x3C)
    public static let connectionTerminatedDueToMICFailure = HCI.ErrorCode(rawValue: 0x3D)
    public static let connectionFailedToBeEstablished = HCI.ErrorCode(rawValue: 0x3E)
    public static let coarseClockAdjustmentRejected = HCI.ErrorCode(rawValue: 0x40)
    public static let type0SubmapNotDefined = HCI.ErrorCode(rawValue: 0x41)
    public static let unknownAdvertisingIdentifier = HCI.ErrorCode(rawValue: 0x42)
    public static let limitReached = HCI.ErrorCode(rawValue: 0x43)
    public static let operationCancelledByHost = HCI.ErrorCode(rawValue: 0x44)
    public static let packetTooLong = HCI.ErrorCode(rawValue: 0x45)
    public static let tooLate = HCI.ErrorCode(rawValue: 0x46)
    public static let tooEarly = HCI.ErrorCode(rawValue: 0x47)
    public static let insufficientChannels = HCI.ErrorCode(rawValue: 0x48)
}

extension HCI.ErrorCode: CustomStringConvertible {
    /// The name in the specification, or `Error 0x7F`.
    public var name: String { Self.names[self] ?? "Error \(hexadecimal(rawValue))" }

    public var description: String { name }

    private static let names: [HCI.ErrorCode: String] = [
        .success: "Success",
        .unknownHCICommand: "Unknown HCI Command",
        .unknownConnectionIdentifier: "Unknown Connection Identifier",
        .hardwareFailure: "Hardware Failure",
        .pageTimeout: "Page Timeout",
        .authenticationFailure: "Authentication Failure",
        .pinOrKeyMissing: "PIN or Key Missing",
        .memoryCapacityExceeded: "Memory Capacity Exceeded",
        .connectionTimeout: "Connection Timeout",
        .connectionLimitExceeded: "Connection Limit Exceeded",
        .synchronousConnectionLimitExceeded: "Synchronous Connection Limit To A Device Exceeded",
        .connectionAlreadyExists: "Connection Already Exists",
        .commandDisallowed: "Command Disallowed",
        .connectionRejectedDueToLimitedResources: "Connection Rejected due to Limited Resources",
        .connectionRejectedDueToSecurityReasons: "Connection Rejected Due To Security Reasons",
        .connectionRejectedDueToUnacceptableBDADDR: "Connection Rejected due to Unacceptable BD_ADDR",
        .connectionAcceptTimeoutExceeded: "Connection Accept Timeout Exceeded",
        .unsupportedFeatureOrParameterValue: "Unsupported Feature or Parameter Value",
        .invalidHCICommandParameters: "Invalid HCI Command Parameters",
        .remoteUserTerminatedConnection: "Remote User Terminated Connection",
        .remoteDeviceTerminatedConnectionDueToLowResources:
            "Remote Device Terminated Connection due to Low Resources",
        .remoteDeviceTerminatedConnectionDueToPowerOff:
            "Remote Device Terminated Connection due to Power Off",
        .connectionTerminatedByLocalHost: "Connection Terminated By Local Host",
        .repeatedAttempts: "Repeated Attempts",
        .pairingNotAllowed: "Pairing Not Allowed",
        .unknownLMPPDU: "Unknown LMP PDU",
        .unsupportedRemoteFeature: "Unsupported Remote Feature",
        .scoOffsetRejected: "SCO Offset Rejected",
        .scoIntervalRejected: "SCO Interval Rejected",
        .scoAirModeRejected: "SCO Air Mode Rejected",
        .invalidLLParameters: "Invalid LMP Parameters / Invalid LL Parameters",
        .unspecifiedError: "Unspecified Error",
        .unsupportedLLParameterValue: "Unsupported LMP Parameter Value / Unsupported LL Parameter Value",
        .roleChangeNotAllowed: "Role Change Not Allowed",
        .llResponseTimeout: "LMP Response Timeout / LL Response Timeout",
        .llProcedureCollision: "LMP Error Transaction Collision / LL Procedure Collision",
        .lmpPDUNotAllowed: "LMP PDU Not Allowed",
        .encryptionModeNotAcceptable: "Encryption Mode Not Acceptable",
        .linkKeyCannotBeChanged: "Link Key cannot be Changed",
        .requestedQoSNotSupported: "Requested QoS Not Supported",
        .instantPassed: "Instant Passed",
        .pairingWithUnitKeyNotSupported: "Pairing With Unit Key Not Supported",
        .differentTransactionCollision: "Different Transaction Collision",
        .qosUnacceptableParameter: "QoS Unacceptable Parameter",
        .qosRejected: "QoS Rejected",
        .channelClassificationNotSupported: "Channel Classification Not Supported",
        .insufficientSecurity: "Insufficient Security",
        .parameterOutOfMandatoryRange: "Parameter Out Of Mandatory Range",
        .roleSwitchPending: "Role Switch Pending",
        .reservedSlotViolation: "Reserved Slot Violation",
        .roleSwitchFailed: "Role Switch Failed",
        .extendedInquiryResponseTooLarge: "Extended Inquiry Response Too Large",
        .secureSimplePairingNotSupportedByHost: "Secure Simple Pairing Not Supported By Host",
        .hostBusyPairing: "Host Busy - Pairing",
        .connectionRejectedDueToNoSuitableChannelFound:
            "Connection Rejected due to No Suitable Channel Found",
        .controllerBusy: "Controller Busy",
        .unacceptableConnectionParameters: "Unacceptable Connection Parameters",
        .advertisingTimeout: "Advertising Timeout",
        .connectionTerminatedDueToMICFailure: "Connection Terminated due to MIC Failure",
        .connectionFailedToBeEstablished: "Connection Failed to be Established / Synchronization Timeout",
        .coarseClockAdjustmentRejected:
            "Coarse Clock Adjustment Rejected but Will Try to Adjust Using Clock Dragging",
        .type0SubmapNotDefined: "Type0 Submap Not Defined",
        .unknownAdvertisingIdentifier: "Unknown Advertising Identifier",
        .limitReached: "Limit Reached",
        .operationCancelledByHost: "Operation Cancelled by Host",
        .packetTooLong: "Packet Too Long",
        .tooLate: "Too Late",
        .tooEarly: "Too Early",
        .insufficientChannels: "Insufficient Channels",
    ]
}
