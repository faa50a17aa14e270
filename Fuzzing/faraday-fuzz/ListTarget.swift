import FaradayDeviceFiles
import FaradayImport
import FaradaySimulation

/// What tools print about a device's attributes, as it becomes a device.
extension FuzzTarget {
    static let list = FuzzTarget(
        name: "list", summary: "lists of attributes that are imported", weight: 2,
        samples: listSamples.map { Array($0.utf8) },
        run: { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            // The same list in two files, as of two commands.
            guard let list = AttributeList([text]), let twice = AttributeList([text, text]) else { return }
            precondition(
                list.definition.services.count == twice.definition.services.count,
                "a list that is there twice has other services")
            _ = list.report
            let file = DeviceFile(list.definition).text
            guard let again = read(Array(file.utf8)) else { preconditionFailure("\(file) has errors") }
            precondition(again.text == file, "\(file) changes in a round trip")
        })

    private static let listSamples = [
        """
        attr handle = 0x000e, end grp handle = 0x0013 uuid: 0000180d-0000-1000-8000-00805f9b34fb
        handle = 0x000f, char properties = 0x10, char value handle = 0x0010, uuid = 00002a37-0000-1000-8000-00805f9b34fb
        handle = 0x0011, uuid = 00002902-0000-1000-8000-00805f9b34fb
        handle: 0x0010 \t value: 57 01\u{20}
        """,
        """
        \u{1B}[36mService(handle=0x000E, uuid=UUID-16:180D (Heart Rate))\u{1B}[0m
        \u{1B}[35m  Characteristic(handle=0x0010, uuid=UUID-16:2A37 (Heart Rate Measurement), NOTIFY)\u{1B}[0m
        \u{1B}[32m    Descriptor(handle=0x0011, type=UUID-16:2902 (Client Characteristic Configuration))\u{1B}[0m
        Attribute(handle=0x0010, type=UUID-16:2A37 (Heart Rate Measurement))
        \u{1B}[32m57\u{1B}[0m
        """,
        """
        INFO: [Service] 0000180d-0000-1000-8000-00805f9b34fb (Handle: 14): Heart Rate
        INFO:   [Characteristic] 00002a37-0000-1000-8000-00805f9b34fb (Handle: 15): Heart Rate Measurement (notify)
        INFO:     [Descriptor] 00002902-0000-1000-8000-00805f9b34fb (Handle: 17): Configuration, Value: bytearray(b'\\x00\\x00')
        INFO:   [Characteristic] 00002a38-0000-1000-8000-00805f9b34fb (Handle: 18): Location (read), Value: bytearray(b'Str\\x61p')
        """,
        """
        Primary Service (Handle 0x0000)
        \t/org/bluez/hci0/dev_C0_11_22_33_44_55/service000e
        \t0000180d-0000-1000-8000-00805f9b34fb
        Characteristic (Handle 0x0000)
        \t/org/bluez/hci0/dev_C0_11_22_33_44_55/service000e/char0012
        \t00002a38-0000-1000-8000-00805f9b34fb
        Characteristic - Body Sensor Location
        \tUUID: 00002a38-0000-1000-8000-00805f9b34fb
        \tFlags: read
        [CHG] Attribute /org/bluez/hci0/dev_C0_11_22_33_44_55/service000e/char0012 Value:
          57                                               W
        """,
    ]
}
