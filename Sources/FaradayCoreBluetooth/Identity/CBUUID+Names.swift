import BluetoothTypes

extension CBUUID {
    /// The UUIDs that print as a name in Apple's logs; all others print their digits (behaviour 1.43).
    static let names: [BluetoothUUID: String] = [
        BluetoothUUID(0x1805): "Current Time",
        BluetoothUUID(0x180A): "Device Information",
        BluetoothUUID(0x180D): "Heart Rate",
        BluetoothUUID(0x180F): "Battery",
        BluetoothUUID(0x2902): "Client Characteristic Configuration",
        BluetoothUUID(0x2A0F): "Local Time Information",
        BluetoothUUID(0x2A19): "Battery Level",
        BluetoothUUID(0x2A23): "System ID",
        BluetoothUUID(0x2A24): "Model Number String",
        BluetoothUUID(0x2A25): "Serial Number String",
        BluetoothUUID(0x2A26): "Firmware Revision String",
        BluetoothUUID(0x2A27): "Hardware Revision String",
        BluetoothUUID(0x2A28): "Software Revision String",
        BluetoothUUID(0x2A29): "Manufacturer Name String",
        BluetoothUUID(0x2A2A): "IEEE Regulatory Certification",
        BluetoothUUID(0x2A2B): "Current Time",
        BluetoothUUID(0x2A50): "PnP ID",
        BluetoothUUID(high: 0xD061_1E78_BBB4_4591, low: 0xA5F8_4879_10AE_4366): "Continuity",
        BluetoothUUID(high: 0x8667_556C_9A37_4C91, low: 0x84ED_54EE_27D9_0049): "Continuity",
    ]
}
