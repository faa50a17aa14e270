extension HCI {
    /// An error code of the controller; codes that are not named here survive (Core 6.0, Vol 1, Part F).
    ///
    /// A link layer uses the same codes on air, as reasons for a termination or a rejection.
    public struct ErrorCode: RawRepresentable, Hashable, Sendable, Error, HCIField {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }
    }
}

extension HCI.ErrorCode {
    /// Nothing went wrong.
    public static let success = HCI.ErrorCode(rawValue: 0x00)
    /// The controller does not know the command.
    public static let unknownHCICommand = HCI.ErrorCode(rawValue: 0x01)
    /// There is no connection of this handle.
    public static let unknownConnectionIdentifier = HCI.ErrorCode(rawValue: 0x02)
    /// Something in the controller is broken.
    public static let hardwareFailure = HCI.ErrorCode(rawValue: 0x03)
    /// A Classic device did not answer a page.
    public static let pageTimeout = HCI.ErrorCode(rawValue: 0x04)
    /// A key or a proof was wrong.
    public static let authenticationFailure = HCI.ErrorCode(rawValue: 0x05)
    /// The peer has no key where one is needed: it forgot the bond.
    public static let pinOrKeyMissing = HCI.ErrorCode(rawValue: 0x06)
    /// The controller has no memory left for it.
    public static let memoryCapacityExceeded = HCI.ErrorCode(rawValue: 0x07)
    /// Nothing came from the peer for the supervision timeout.
    public static let connectionTimeout = HCI.ErrorCode(rawValue: 0x08)
    /// The controller has as many connections as it can.
    public static let connectionLimitExceeded = HCI.ErrorCode(rawValue: 0x09)
    /// The controller has as many synchronous connections as it can.
    public static let synchronousConnectionLimitExceeded = HCI.ErrorCode(rawValue: 0x0A)
    /// There is a connection to this peer already.
    public static let connectionAlreadyExists = HCI.ErrorCode(rawValue: 0x0B)
    /// The command does not suit the controller's state.
    public static let commandDisallowed = HCI.ErrorCode(rawValue: 0x0C)
    /// The peer lacks resources for a connection.
    public static let connectionRejectedDueToLimitedResources = HCI.ErrorCode(rawValue: 0x0D)
    /// The peer refuses the connection for security.
    public static let connectionRejectedDueToSecurityReasons = HCI.ErrorCode(rawValue: 0x0E)
    /// The peer does not take connections of this address.
    public static let connectionRejectedDueToUnacceptableBDADDR = HCI.ErrorCode(rawValue: 0x0F)
    /// The peer's host did not accept the connection in time.
    public static let connectionAcceptTimeoutExceeded = HCI.ErrorCode(rawValue: 0x10)
    /// The controller does not have the feature, or does not take the value.
    public static let unsupportedFeatureOrParameterValue = HCI.ErrorCode(rawValue: 0x11)
    /// A parameter is out of its range, or the command has the wrong length.
    public static let invalidHCICommandParameters = HCI.ErrorCode(rawValue: 0x12)
    /// The peer's user or host ended the connection.
    public static let remoteUserTerminatedConnection = HCI.ErrorCode(rawValue: 0x13)
    /// The peer ended the connection because it lacks resources.
    public static let remoteDeviceTerminatedConnectionDueToLowResources = HCI.ErrorCode(rawValue: 0x14)
    /// The peer ended the connection because it goes off.
    public static let remoteDeviceTerminatedConnectionDueToPowerOff = HCI.ErrorCode(rawValue: 0x15)
    /// This host ended the connection.
    public static let connectionTerminatedByLocalHost = HCI.ErrorCode(rawValue: 0x16)
    /// Too little time has passed since the last attempt that failed.
    public static let repeatedAttempts = HCI.ErrorCode(rawValue: 0x17)
    /// The device does not pair.
    public static let pairingNotAllowed = HCI.ErrorCode(rawValue: 0x18)
    /// The peer does not know the LMP PDU.
    public static let unknownLMPPDU = HCI.ErrorCode(rawValue: 0x19)
    /// The peer does not have the feature.
    public static let unsupportedRemoteFeature = HCI.ErrorCode(rawValue: 0x1A)
    /// The offset of a synchronous connection was refused.
    public static let scoOffsetRejected = HCI.ErrorCode(rawValue: 0x1B)
    /// The interval of a synchronous connection was refused.
    public static let scoIntervalRejected = HCI.ErrorCode(rawValue: 0x1C)
    /// The air mode of a synchronous connection was refused.
    public static let scoAirModeRejected = HCI.ErrorCode(rawValue: 0x1D)
    /// A parameter of a link-layer PDU is out of its range.
    public static let invalidLLParameters = HCI.ErrorCode(rawValue: 0x1E)
    /// It failed for a reason that has no code.
    public static let unspecifiedError = HCI.ErrorCode(rawValue: 0x1F)
    /// The link layer does not take a value of a PDU.
    public static let unsupportedLLParameterValue = HCI.ErrorCode(rawValue: 0x20)
    /// The roles can't change now.
    public static let roleChangeNotAllowed = HCI.ErrorCode(rawValue: 0x21)
    /// The peer's link layer did not answer for 40 s.
    public static let llResponseTimeout = HCI.ErrorCode(rawValue: 0x22)
    /// Both ends began the same procedure.
    public static let llProcedureCollision = HCI.ErrorCode(rawValue: 0x23)
    /// The LMP PDU does not suit the state.
    public static let lmpPDUNotAllowed = HCI.ErrorCode(rawValue: 0x24)
    /// The encryption mode does not suit one end.
    public static let encryptionModeNotAcceptable = HCI.ErrorCode(rawValue: 0x25)
    /// The link key is fixed.
    public static let linkKeyCannotBeChanged = HCI.ErrorCode(rawValue: 0x26)
    /// The quality of service can't be given.
    public static let requestedQoSNotSupported = HCI.ErrorCode(rawValue: 0x27)
    /// The event at which a change should begin has passed.
    public static let instantPassed = HCI.ErrorCode(rawValue: 0x28)
    /// Pairing with a unit key is not supported.
    public static let pairingWithUnitKeyNotSupported = HCI.ErrorCode(rawValue: 0x29)
    /// Another procedure is going on that excludes this one.
    public static let differentTransactionCollision = HCI.ErrorCode(rawValue: 0x2A)
    /// A parameter of the quality of service is not acceptable.
    public static let qosUnacceptableParameter = HCI.ErrorCode(rawValue: 0x2C)
    /// The quality of service was refused.
    public static let qosRejected = HCI.ErrorCode(rawValue: 0x2D)
    /// The controller can't classify channels.
    public static let channelClassificationNotSupported = HCI.ErrorCode(rawValue: 0x2E)
    /// The link's security does not suffice.
    public static let insufficientSecurity = HCI.ErrorCode(rawValue: 0x2F)
    /// A parameter is outside the range that every controller accepts.
    public static let parameterOutOfMandatoryRange = HCI.ErrorCode(rawValue: 0x30)
    /// A change of roles is going on.
    public static let roleSwitchPending = HCI.ErrorCode(rawValue: 0x32)
    /// A change of roles would break reserved slots.
    public static let reservedSlotViolation = HCI.ErrorCode(rawValue: 0x34)
    /// The roles could not change.
    public static let roleSwitchFailed = HCI.ErrorCode(rawValue: 0x35)
    /// The extended inquiry response does not fit.
    public static let extendedInquiryResponseTooLarge = HCI.ErrorCode(rawValue: 0x36)
    /// The peer's host has no Secure Simple Pairing.
    public static let secureSimplePairingNotSupportedByHost = HCI.ErrorCode(rawValue: 0x37)
    /// The peer's host is pairing with another device.
    public static let hostBusyPairing = HCI.ErrorCode(rawValue: 0x38)
    /// No channel was found that suits the connection.
    public static let connectionRejectedDueToNoSuitableChannelFound = HCI.ErrorCode(rawValue: 0x39)
    /// The controller can't do it at this moment.
    public static let controllerBusy = HCI.ErrorCode(rawValue: 0x3A)
    /// The connection parameters do not suit one end.
    public static let unacceptableConnectionParameters = HCI.ErrorCode(rawValue: 0x3B)
    /// High duty cycle advertising, or a set with a duration, ended without a connection.
    public static let advertisingTimeout = HCI.ErrorCode(rawValue: 0x3C)
    /// A packet's message integrity check failed: the keys differ, or another device interferes.
    public static let connectionTerminatedDueToMICFailure = HCI.ErrorCode(rawValue: 0x3D)
    /// The link never got its first packets.
    public static let connectionFailedToBeEstablished = HCI.ErrorCode(rawValue: 0x3E)
    /// The clock can't be adjusted coarsely.
    public static let coarseClockAdjustmentRejected = HCI.ErrorCode(rawValue: 0x40)
    /// The submap of slots is not defined.
    public static let type0SubmapNotDefined = HCI.ErrorCode(rawValue: 0x41)
    /// There is no advertising set or train of this handle.
    public static let unknownAdvertisingIdentifier = HCI.ErrorCode(rawValue: 0x42)
    /// The number of events or packets that was asked for has been reached.
    public static let limitReached = HCI.ErrorCode(rawValue: 0x43)
    /// The host cancelled the operation before it was done.
    public static let operationCancelledByHost = HCI.ErrorCode(rawValue: 0x44)
    /// The packet is longer than the air allows.
    public static let packetTooLong = HCI.ErrorCode(rawValue: 0x45)
    /// It came too late.
    public static let tooLate = HCI.ErrorCode(rawValue: 0x46)
    /// It came too early.
    public static let tooEarly = HCI.ErrorCode(rawValue: 0x47)
    /// Too few channels are left.
    public static let insufficientChannels = HCI.ErrorCode(rawValue: 0x48)
}

extension HCI.ErrorCode: CustomStringConvertible {
    /// The name in the specification, or `Error 0x7F`.
    public var name: String { Self.names[self] ?? "Error \(hexadecimal(rawValue))" }

    /// The same as `name`.
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
