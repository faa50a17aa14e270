import BluetoothTypes

// The UUIDs that print as a name; all others print their digits (behaviour 1.43). Apple's list is not public. Every UUID here
// was seen with its name in the log of an app, but for 2A1A: a shipped app compares its description with the name. Others,
// such as 2A37, 2A06 and 1802, were seen as digits.
extension CBUUID {
    /// The name that Apple's framework prints for a UUID, if it prints one.
    static func printedName(of uuid: BluetoothUUID) -> String? {
        if let name = ownNames[uuid] { return name }
        guard let short = uuid.short, named.contains(short) else { return nil }
        return uuid.name
    }

    /// The UUIDs that print as the Bluetooth SIG's name.
    private static let named: Set<UInt16> = [
        0x1805, 0x180A, 0x180D, 0x180F, 0x2902, 0x2A0F, 0x2A19, 0x2A1A, 0x2A23, 0x2A24, 0x2A25, 0x2A26,
        0x2A27, 0x2A28, 0x2A29, 0x2A2B, 0x2A50,
    ]

    /// The UUIDs that have another name than the SIG's, or that Apple has defined itself.
    private static let ownNames: [BluetoothUUID: String] = [
        BluetoothUUID(0x2A2A): "IEEE Regulatory Certification",
        BluetoothUUID(high: 0xD061_1E78_BBB4_4591, low: 0xA5F8_4879_10AE_4366): "Continuity",
        BluetoothUUID(high: 0x8667_556C_9A37_4C91, low: 0x84ED_54EE_27D9_0049): "Continuity",
    ]
}
