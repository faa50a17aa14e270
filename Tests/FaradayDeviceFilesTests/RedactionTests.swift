import FaradaySimulation
import Testing

@testable import FaradayDeviceFiles

@Suite("What tells one specimen from another is taken out")
struct RedactionTests {
    @Test(
        "The digits of a serial number become zeros, and those of a model stay",
        arguments: [
            ("Strap", "Strap"), ("Strap 2", "Strap 2"), ("HR-1", "HR-1"), ("Strap-1234", "Strap-0000"),
            ("Acme 42", "Acme 00"), ("X100", "X100"), ("X1000", "X0000"), ("#17", "#00"),
            ("K_90 v2", "K_00 v2"), ("", ""),
        ])
    func names(_ name: String, _ redacted: String) { #expect(Redaction.zeroed(name) == redacted) }

    @Test("Each part goes by itself")
    func parts() {
        let definition = DeviceDefinition(
            name: "Strap-1234", address: DeviceAddress("C0:11:22:33:44:55", .random)
        ) {
            DeviceAdvertising(name: "Strap-1234", services: ["180D"])
            DeviceService("180A") {
                DeviceCharacteristic("2A25", .read, value: Array("S77".utf8))
                DeviceCharacteristic("2A23", .read, value: [1, 2])
                DeviceCharacteristic("2A29", .read, value: Array("Acme".utf8))
            }
            DeviceRules(rules: [
                DeviceRule(.after(.seconds(1)), [.advertise([DeviceAdvertising(name: "Strap-1234")])])
            ])
        }
        let whole = DeviceFile(definition).text
        #expect(DeviceFile(Redaction([]).applied(to: definition)).text == whole)
        let texts = [Redaction.address, .name, .serialNumber].map {
            DeviceFile($0.applied(to: definition)).text
        }
        #expect(!texts[0].contains("C0:11") && texts[0].contains("Strap-1234"))
        #expect(texts[1].contains("C0:11") && !texts[1].contains("1234") && texts[1].contains("Strap-0000"))
        #expect(
            texts[2].contains("\"30 30 30\"") && texts[2].contains("\"00 00\"")
                && texts[2].contains("41 63 6D 65"))
    }
}
