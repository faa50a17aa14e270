import BluetoothWire

/// The PDUs of the Security Manager Protocol, byte for byte (Core 6.0, Vol 3, Part H, 3.5 and 3.6).
enum SMPGoldens {
    /// A value of 16 bytes that no reversal and no shift leaves as it is.
    static let value = [UInt8](0xA0..<0xB0)
    static let x = [UInt8](0x00..<0x20)
    static let y = [UInt8](0xE0...0xFF)

    static let all = pairing + secureConnections + keys

    static let pairing: [WireGolden<SMP.PDU>] = [
        // Code; IO capability; OOB flag; requirements; key size; initiator's, responder's keys.
        WireGolden(
            "Pairing Request",
            .pairingRequest(
                SMP.PairingFeatures(
                    ioCapability: .keyboardDisplay,
                    authentication: [.bonding, .authenticated, .secureConnections],
                    initiatorKeys: [.encryptionKey, .identityKey],
                    responderKeys: [.encryptionKey, .identityKey, .signingKey])),
            [0x01, 0x04, 0x00, 0x0D, 0x10, 0x03, 0x07]),
        // As above, with out-of-band data.
        WireGolden(
            "Pairing Response",
            .pairingResponse(
                SMP.PairingFeatures(
                    ioCapability: .noInputNoOutput, hasOutOfBandData: true,
                    authentication: [.keypress, .ct2], maximumKeySize: 7, initiatorKeys: [],
                    responderKeys: [.linkKey])), [0x02, 0x03, 0x01, 0x30, 0x07, 0x00, 0x08]),
        // Bits that are reserved are kept: confirm values cover them.
        WireGolden(
            "Pairing Request, reserved bits",
            .pairingRequest(
                SMP.PairingFeatures(
                    ioCapability: .displayOnly, authentication: .init(rawValue: 0xC2), maximumKeySize: 0xFF,
                    initiatorKeys: .init(rawValue: 0xF0), responderKeys: .init(rawValue: 0xFF))),
            [0x01, 0x00, 0x00, 0xC2, 0xFF, 0xF0, 0xFF]),
        // Code; value.
        WireGolden("Pairing Confirm", .pairingConfirm(value), [0x03] + value),
        WireGolden("Pairing Random", .pairingRandom(value), [0x04] + value),
        // Code; reason.
        WireGolden("Pairing Failed", .pairingFailed(.confirmValueFailed), [0x05, 0x04]),
        WireGolden("Pairing Failed, new reason", .pairingFailed(.init(rawValue: 0x7F)), [0x05, 0x7F]),
        // Code; requirements.
        WireGolden(
            "Security Request", .securityRequest([.bonding, .authenticated, .secureConnections]),
            [0x0B, 0x0D]),
    ]

    static let secureConnections: [WireGolden<SMP.PDU>] = [
        // Code; x; y.
        WireGolden("Pairing Public Key", .pairingPublicKey(x: x, y: y), [0x0C] + x + y),
        // Code; value.
        WireGolden("Pairing DHKey Check", .pairingDHKeyCheck(value), [0x0D] + value),
        // Code; notification.
        WireGolden("Keypress Notification, started", .keypressNotification(.entryStarted), [0x0E, 0x00]),
        WireGolden("Keypress Notification, entered", .keypressNotification(.digitEntered), [0x0E, 0x01]),
        WireGolden("Keypress Notification, erased", .keypressNotification(.digitErased), [0x0E, 0x02]),
        WireGolden("Keypress Notification, cleared", .keypressNotification(.cleared), [0x0E, 0x03]),
        WireGolden("Keypress Notification, completed", .keypressNotification(.entryCompleted), [0x0E, 0x04]),
    ]

    static let keys: [WireGolden<SMP.PDU>] = [
        // Code; key.
        WireGolden("Encryption Information", .encryptionInformation(longTermKey: value), [0x06] + value),
        // Code; EDIV; Rand.
        WireGolden(
            "Central Identification",
            .centralIdentification(encryptedDiversifier: 0x1234, random: 0x0102_0304_0506_0708),
            [0x07, 0x34, 0x12, 0x08, 0x07, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01]),
        // Code; key.
        WireGolden("Identity Information", .identityInformation(resolvingKey: value), [0x08] + value),
        // Code; address type; address.
        WireGolden(
            "Identity Address Information, public",
            .identityAddressInformation(DeviceAddress(0x0102_0304_0506, .public)),
            [0x09, 0x00, 0x06, 0x05, 0x04, 0x03, 0x02, 0x01]),
        WireGolden(
            "Identity Address Information, static random",
            .identityAddressInformation(DeviceAddress(0xC102_0304_0506, .random)),
            [0x09, 0x01, 0x06, 0x05, 0x04, 0x03, 0x02, 0xC1]),
        // Code; key.
        WireGolden("Signing Information", .signingInformation(signatureKey: value), [0x0A] + value),
    ]
}
