#if os(macOS) || os(Linux)
import BluetoothHost
import BluetoothTypes
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayImport

/// What tools print about a device's attributes.
@Suite("A list of attributes becomes a device")
struct AttributeListTests {
    private struct Tool {
        let name: String
        let text: String
        /// The properties of the measurement, the location and the level, as far as the tool prints them.
        var properties: [GATT.Properties] = [.notify, .read, [.read, .notify]]
        var values: [[UInt8]] = [[], [1], [0x57]]
    }

    /// One device, as each tool prints it. Bumble's text is what Bumble 0.0.236 printed.
    private static let tools: [Tool] = [
        Tool(
            name: "gatttool",
            text: """
                attr handle = 0x0001, end grp handle = 0x0005 uuid: 00001800-0000-1000-8000-00805f9b34fb
                attr handle = 0x000e, end grp handle = 0x0013 uuid: 0000180d-0000-1000-8000-00805f9b34fb
                attr handle = 0x0016, end grp handle = 0xffff uuid: 0000180f-0000-1000-8000-00805f9b34fb
                handle = 0x0002, char properties = 0x02, char value handle = 0x0003, uuid = 00002a00-0000-1000-8000-00805f9b34fb
                handle = 0x000f, char properties = 0x10, char value handle = 0x0010, uuid = 00002a37-0000-1000-8000-00805f9b34fb
                handle = 0x0012, char properties = 0x02, char value handle = 0x0013, uuid = 00002a38-0000-1000-8000-00805f9b34fb
                handle = 0x0017, char properties = 0x12, char value handle = 0x0018, uuid = 00002a19-0000-1000-8000-00805f9b34fb
                handle = 0x0011, uuid = 00002902-0000-1000-8000-00805f9b34fb
                handle = 0x0019, uuid = 00002902-0000-1000-8000-00805f9b34fb
                handle: 0x0003 \t value: 53 74 72 61 70\u{20}
                handle: 0x0013 \t value: 01\u{20}
                handle: 0x0018 \t value: 57\u{20}
                """),
        Tool(
            name: "gatttool, interactive",
            text: """
                [C0:11:22:33:44:55][LE]> primary
                attr handle: 0x0001, end grp handle: 0x0005 uuid: 00001800-0000-1000-8000-00805f9b34fb
                attr handle: 0x000e, end grp handle: 0x0013 uuid: 0000180d-0000-1000-8000-00805f9b34fb
                attr handle: 0x0016, end grp handle: 0xffff uuid: 0000180f-0000-1000-8000-00805f9b34fb
                [C0:11:22:33:44:55][LE]> characteristics
                handle: 0x0002, char properties: 0x02, char value handle: 0x0003, uuid: 00002a00-0000-1000-8000-00805f9b34fb
                handle: 0x000f, char properties: 0x10, char value handle: 0x0010, uuid: 00002a37-0000-1000-8000-00805f9b34fb
                handle: 0x0012, char properties: 0x02, char value handle: 0x0013, uuid: 00002a38-0000-1000-8000-00805f9b34fb
                handle: 0x0017, char properties: 0x12, char value handle: 0x0018, uuid: 00002a19-0000-1000-8000-00805f9b34fb
                [C0:11:22:33:44:55][LE]> char-read-uuid 2a00
                handle: 0x0003 \t value: 53 74 72 61 70\u{20}
                handle: 0x0013 \t value: 01\u{20}
                handle: 0x0018 \t value: 57\u{20}
                """),
        Tool(
            name: "bumble-gatt-dump",
            text: """
                \u{1B}[36mService(handle=0x0001, uuid=UUID-16:1800 (Generic Access))\u{1B}[0m
                \u{1B}[35m  Characteristic(handle=0x0003, uuid=UUID-16:2A00 (Device Name), READ)\u{1B}[0m
                \u{1B}[36mService(handle=0x000E, uuid=UUID-16:180D (Heart Rate))\u{1B}[0m
                \u{1B}[35m  Characteristic(handle=0x0010, uuid=UUID-16:2A37 (Heart Rate Measurement), NOTIFY)\u{1B}[0m
                \u{1B}[32m    Descriptor(handle=0x0011, type=UUID-16:2902 (Client Characteristic Configuration))\u{1B}[0m
                \u{1B}[35m  Characteristic(handle=0x0013, uuid=UUID-16:2A38 (Body Sensor Location), READ)\u{1B}[0m
                \u{1B}[36mService(handle=0x0016, uuid=UUID-16:180F (Battery))\u{1B}[0m
                \u{1B}[35m  Characteristic(handle=0x0018, uuid=UUID-16:2A19 (Battery Level), READ|NOTIFY)\u{1B}[0m
                \u{1B}[33m=== All Attributes ===\u{1B}[0m
                Attribute(handle=0x0003, type=UUID-16:2A00 (Device Name))
                \u{1B}[32m5374726170\u{1B}[0m
                Attribute(handle=0x000F, type=UUID-16:2803 (Characteristic))
                \u{1B}[32m101000372a\u{1B}[0m
                Attribute(handle=0x0010, type=UUID-16:2A37 (Heart Rate Measurement))
                \u{1B}[31mATT_Error(error=READ_NOT_PERMITTED, handle=0000): \u{1B}[33mATT_ERROR_RESPONSE\u{1B}[0m:
                  \u{1B}[36mattribute_handle_in_error:\u{1B}[0m 0x0010
                Attribute(handle=0x0013, type=UUID-16:2A38 (Body Sensor Location))
                \u{1B}[32m01\u{1B}[0m
                Attribute(handle=0x0018, type=UUID-16:2A19 (Battery Level))
                \u{1B}[32m57\u{1B}[0m
                """),
        Tool(
            name: "bleak",
            text: """
                2026-11-03 10:00:00,001 __main__ INFO: [Service] 00001800-0000-1000-8000-00805f9b34fb (Handle: 1): Generic Access Profile
                2026-11-03 10:00:00,002 __main__ INFO:   [Characteristic] 00002a00-0000-1000-8000-00805f9b34fb (Handle: 2): Device Name (read), Value: bytearray(b'Str\\x61p')
                2026-11-03 10:00:00,003 __main__ INFO: [Service] 0000180d-0000-1000-8000-00805f9b34fb (Handle: 14): Heart Rate
                2026-11-03 10:00:00,004 __main__ INFO:   [Characteristic] 00002a37-0000-1000-8000-00805f9b34fb (Handle: 15): Heart Rate Measurement (notify)
                2026-11-03 10:00:00,005 __main__ INFO:     [Descriptor] 00002902-0000-1000-8000-00805f9b34fb (Handle: 17): Client Characteristic Configuration, Value: bytearray(b'\\x00\\x00')
                2026-11-03 10:00:00,006 __main__ INFO:   [Characteristic] 00002a38-0000-1000-8000-00805f9b34fb (Handle: 18): Body Sensor Location (read), Value: bytearray(b'\\x01')
                2026-11-03 10:00:00,007 __main__ INFO: [Service] 0000180f-0000-1000-8000-00805f9b34fb (Handle: 22): Battery Service
                2026-11-03 10:00:00,008 __main__ INFO:   [Characteristic] 00002a19-0000-1000-8000-00805f9b34fb (Handle: 23): Battery Level (read,notify), Value: bytearray(b'W')
                """),
        Tool(
            name: "bluetoothctl",
            text: """
                [Strap]# list-attributes C0:11:22:33:44:55
                Primary Service (Handle 0x0000)
                \t/org/bluez/hci0/dev_C0_11_22_33_44_55/service000e
                \t0000180d-0000-1000-8000-00805f9b34fb
                \tHeart Rate
                Characteristic (Handle 0x0000)
                \t/org/bluez/hci0/dev_C0_11_22_33_44_55/service000e/char000f
                \t00002a37-0000-1000-8000-00805f9b34fb
                \tHeart Rate Measurement
                Descriptor (Handle 0x0000)
                \t/org/bluez/hci0/dev_C0_11_22_33_44_55/service000e/char000f/desc0011
                \t00002902-0000-1000-8000-00805f9b34fb
                \tClient Characteristic Configuration
                [NEW] Characteristic (Handle 0x0000)
                \t/org/bluez/hci0/dev_C0_11_22_33_44_55/service000e/char0012
                \t00002a38-0000-1000-8000-00805f9b34fb
                \tBody Sensor Location
                Primary Service (Handle 0x0000)
                \t/org/bluez/hci0/dev_C0_11_22_33_44_55/service0016
                \t0000180f-0000-1000-8000-00805f9b34fb
                \tBattery Service
                Characteristic (Handle 0x0000)
                \t/org/bluez/hci0/dev_C0_11_22_33_44_55/service0016/char0017
                \t00002a19-0000-1000-8000-00805f9b34fb
                \tBattery Level
                [Strap]# attribute-info /org/bluez/hci0/dev_C0_11_22_33_44_55/service000e/char0012
                Characteristic - Body Sensor Location
                \tUUID: 00002a38-0000-1000-8000-00805f9b34fb
                \tService: /org/bluez/hci0/dev_C0_11_22_33_44_55/service000e
                \tFlags: read
                Characteristic - Battery Level
                \tUUID: 00002a19-0000-1000-8000-00805f9b34fb
                \tService: /org/bluez/hci0/dev_C0_11_22_33_44_55/service0016
                \tNotifying: no
                \tFlags: read
                \tFlags: notify
                [CHG] Attribute /org/bluez/hci0/dev_C0_11_22_33_44_55/service0016/char0017 Value:
                  57                                               W
                """,
            properties: [[], .read, [.read, .notify]], values: [[], [], [0x57]]),
    ]

    @Test(
        "Services, characteristics, properties and values are what the tool has printed",
        arguments: tools.map(\.name))
    func database(_ name: String) throws {
        let tool = try #require(Self.tools.first { $0.name == name })
        let list = try #require(AttributeList([tool.text]))
        let services = list.definition.services
        #expect(services.map(\.uuid) == ["180D", "180F"])
        #expect(services.map { $0.characteristics.map(\.uuid) } == [["2A37", "2A38"], ["2A19"]])
        let items = services.flatMap(\.characteristics)
        #expect(items.map(\.properties) == tool.properties)
        #expect(items.map(\.value) == tool.values)
        #expect(list.definition.name == (name == "bluetoothctl" ? "" : "Strap"))
        #expect(list.definition.advertising.isEmpty)
        #expect(list.report.contains { $0.hasPrefix("  the advertising: ") })
        #expect(
            list.report.contains("  characteristic 2A37 at 0x0010: its properties are not in the list")
                == (name == "bluetoothctl"))
    }

    @Test("A second command's output, in a file of its own, completes the first")
    func parts() throws {
        let lines = Self.tools[0].text.split(separator: "\n").map(String.init)
        let parts = [lines[..<3], lines[3..<7], lines[7...]].map { $0.joined(separator: "\r\n") }
        #expect(parts.allSatisfy { AttributeList.isPart($0) })
        #expect(AttributeList(parts)?.definition.services.map(\.uuid) == ["180D", "180F"])
        #expect(AttributeList([parts[2]]) == nil, "nothing says what the values are of")
    }

    @Test(
        "Other texts are no lists",
        arguments: ["", "{ \"faraday\": 1 }", "handle", "Service(", "[Service] x (Handle: 1)"])
    func others(_ text: String) {
        #expect(!AttributeList.isPart(text) && AttributeList([text]) == nil)
    }

    @Test("Damaged lists give what is there, and no trap", arguments: tools.map(\.name))
    func damaged(_ name: String) throws {
        let tool = try #require(Self.tools.first { $0.name == name })
        let bytes = Array(tool.text.utf8)
        let letters = Array("(){}[]=:,'\\x0f/ \n\u{1B}".utf8)
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<300 {
            var damaged = bytes
            for _ in 0..<(1 + Int.random(in: 0..<8, using: &numbers)) {
                let place = Int.random(in: 0..<damaged.count, using: &numbers)
                switch Int.random(in: 0..<3, using: &numbers) {
                case 0: damaged.remove(at: place)
                case 1: damaged[place] = letters.randomElement(using: &numbers) ?? 0
                default: damaged.insert(contentsOf: "ffff".utf8, at: place)
                }
            }
            let list = AttributeList([String(decoding: damaged, as: UTF8.self)])
            #expect(list == nil || list?.definition.services.count ?? 0 <= 8)
        }
    }

    @Test(
        "Bytes as Python writes them",
        arguments: [
            ("'abc'", [97, 98, 99]), ("\"it's\"", [105, 116, 39, 115]),
            ("'\\x00\\n\\\\\\''", [0, 10, 92, 39]),
            ("''", []), ("'abc", nil), ("'\\x0'", nil), ("'\\q'", nil),
        ] as [(String, [UInt8]?)])
    func python(_ literal: String, _ bytes: [UInt8]?) {
        #expect(PythonBytes(literal[...]).bytes == bytes)
    }
}
#endif
