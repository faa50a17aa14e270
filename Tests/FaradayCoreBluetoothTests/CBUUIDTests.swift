import BluetoothTypes
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct CBUUIDTests {
    static let base = "-0000-1000-8000-00805F9B34FB"

    @Test(arguments: [
        ("180d", "180D", 2), ("0000180d", "0000180D", 4),
        ("0000180d" + base, "0000180D" + base, 16),
        ("68753a44-4d6f-1226-9c60-0050e4c00067", "68753A44-4D6F-1226-9C60-0050E4C00067", 16),
    ])
    func widthIsKeptAndTextIsUpperCase(text: String, printed: String, width: Int) {
        let uuid = CBUUID(string: text)
        #expect(uuid.uuidString == printed)
        #expect(uuid.data.count == width)
        #expect(CBUUID(data: uuid.data).uuidString == printed)
    }

    @Test(
        "Behaviour 1.42: 0x may precede 4 or 8 digits",
        arguments: [("0x180D", "180D", 2), ("0X180d", "180D", 2), ("0x0000180D", "0000180D", 4)])
    func prefix(text: String, printed: String, width: Int) {
        let uuid = CBUUID(string: text)
        #expect(uuid.uuidString == printed && uuid.data.count == width)
        #expect(uuid == CBUUID(string: "180D"))
    }

    @Test(
        "Behaviour 1.42: 0x before any other text is not a UUID",
        arguments: [
            "0x", "0x180", "0x0x180D", "180D0x", "0x180G", "0x0000180D-0000-1000-8000-00805F9B34FB",
        ])
    func prefixOfNothing(_ text: String) { #expect(CBUUID.value(of: text) == nil) }

    @Test(
        "Behaviour 2.3: every width of a value of the base is equal",
        arguments: [
            ("1234", "00001234" + base), ("12345678", "12345678" + base), ("1234", "00001234"),
        ])
    func valuesOfTheBaseAreEqualWhateverTheirWidth(left: String, right: String) {
        #expect(CBUUID(string: left) == CBUUID(string: right))
        #expect(CBUUID(string: left).hash == CBUUID(string: right).hash)
        #expect(Set([CBUUID(string: left), CBUUID(string: right)]).count == 1)
    }

    @Test(arguments: [
        ("1234", "12345678"), ("1234", "1235"), ("1234", "00001234-0000-0000-0000-000000000000"),
    ])
    func otherValuesDiffer(left: String, right: String) {
        #expect(CBUUID(string: left) != CBUUID(string: right))
    }

    @Test func dataIsMostSignificantByteFirst() {
        #expect(CBUUID(string: "180D") == CBUUID(data: Data([0x18, 0x0D])))
        let uuid = UUID(uuidString: "68753A44-4D6F-1226-9C60-0050E4C00067")!
        #expect(CBUUID(nsuuid: uuid).uuidString == uuid.uuidString)
    }

    @Test(
        "Behaviour 1.43: the description is a name where Apple prints one",
        arguments: [
            ("180D", "Heart Rate"), ("180F", "Battery"), ("180A", "Device Information"),
            ("1805", "Current Time"), ("2A19", "Battery Level"), ("2A23", "System ID"),
            ("2A24", "Model Number String"), ("2A25", "Serial Number String"),
            ("2A26", "Firmware Revision String"), ("2A27", "Hardware Revision String"),
            ("2A28", "Software Revision String"), ("2A29", "Manufacturer Name String"),
            ("2A2A", "IEEE Regulatory Certification"), ("2A2B", "Current Time"),
            ("2A0F", "Local Time Information"), ("2A50", "PnP ID"),
            ("2902", "Client Characteristic Configuration"),
            ("D0611E78-BBB4-4591-A5F8-487910AE4366", "Continuity"),
            ("8667556C-9A37-4C91-84ED-54EE27D90049", "Continuity"),
            ("2A1A", "Battery Power State"), ("0000180F-0000-1000-8000-00805F9B34FB", "Battery"),
            ("2A37", "2A37"), ("2A38", "2A38"), ("2A06", "2A06"), ("1802", "1802"), ("181C", "181C"),
            ("FE59", "FE59"),
        ])
    func description(text: String, printed: String) {
        #expect("\(CBUUID(string: text))" == printed)
    }

    @Test func copiesAreTheSameObject() {
        let uuid = CBUUID(string: "180D")
        #expect(uuid.copy() as AnyObject === uuid)
    }

    @Test func wrongTextEndsTheProcess() async throws {
        let text = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = CBUUID(string: "0000180D00001000800000805F9B34FB")
        }
        let message = "String 0000180D00001000800000805F9B34FB does not represent a valid UUID"
        #expect(String(decoding: try #require(text).standardErrorContent, as: UTF8.self).contains(message))
        let data = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = CBUUID(data: Data())
        }
        let complaint = "Data {length = 0, bytes = 0x} does not represent a valid UUID"
        #expect(String(decoding: try #require(data).standardErrorContent, as: UTF8.self).contains(complaint))
    }

    @Test(arguments: [
        "", "180", "180G", "0x180D", " 180D", "180D0", "000180D", "{0000180D-0000-1000-8000-00805F9B34FB}",
        "0000180D00001000800000805F9B34FB", "0000180D-0000-1000-8000-00805F9B34F",
        "0000180D-0000-1000-800000805F9B34FB-", "+80D", "１８０Ｄ",
    ])
    func onlyApplesThreeFormsAreUUIDs(text: String) {
        #expect(BluetoothUUID(text) == nil)
    }

    @Test func dataPrintsAsAppleDoes() {
        #expect(Data().appleDescription == "{length = 0, bytes = 0x}")
        #expect(Data([0x64]).appleDescription == "{length = 1, bytes = 0x64}")
        #expect(
            Data(0..<32).appleDescription
                == "{length = 32, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 18191a1b 1c1d1e1f }")
    }
}
