extension PortError: CustomStringConvertible {
    /// The name of the case of `CBError.Code` or `CBATTError.Code`, such as `peripheralDisconnected`; for any other
    /// code the domain and the number.
    public var description: String {
        switch self {
        case .local(let code): Self.localNames[code] ?? "CBError \(code)"
        case .att(let code): Self.attNames[code] ?? "CBATTError \(code)"
        }
    }

    private static let localNames: [Int: String] = [
        0: "unknown", 1: "invalidParameters", 2: "invalidHandle", 3: "notConnected", 4: "outOfSpace",
        5: "operationCancelled", 6: "connectionTimeout", 7: "peripheralDisconnected", 8: "uuidNotAllowed",
        9: "alreadyAdvertising", 10: "connectionFailed", 11: "connectionLimitReached", 12: "unknownDevice",
        13: "operationNotSupported", 14: "peerRemovedPairingInformation", 15: "encryptionTimedOut",
        16: "tooManyLEPairedDevices", 17: "leGattExceededBackgroundNotificationLimit",
        18: "leGattNearBackgroundNotificationLimit", 19: "channelSoundingConfigurationFailed",
        20: "channelSoundingProcedureFailed",
    ]

    private static let attNames: [UInt8: String] = [
        0: "success", 1: "invalidHandle", 2: "readNotPermitted", 3: "writeNotPermitted", 4: "invalidPdu",
        5: "insufficientAuthentication", 6: "requestNotSupported", 7: "invalidOffset",
        8: "insufficientAuthorization", 9: "prepareQueueFull", 10: "attributeNotFound",
        11: "attributeNotLong",
        12: "insufficientEncryptionKeySize", 13: "invalidAttributeValueLength", 14: "unlikelyError",
        15: "insufficientEncryption", 16: "unsupportedGroupType", 17: "insufficientResources",
    ]
}
