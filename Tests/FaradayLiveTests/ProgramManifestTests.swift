import PortProtocol
import Testing

@testable import FaradayLive

@Suite("What a program says of its Info.plist")
struct ProgramManifestTests {
    private static func hello(
        _ entries: [String: any Sendable] = [:], _ variables: [String: String] = [:], isApp: Bool = false
    ) -> PortFrame.Hello {
        ProgramManifest(entry: { entries[$0] }, variable: { variables[$0] }, isApp: isApp).added(
            to: .init(phone: "", app: "app"))
    }

    @Test("Nothing, if there is none")
    func nothing() { #expect(Self.hello() == .init(phone: "", app: "app")) }

    @Test("Its entries, in any of their forms")
    func entries() {
        let hello = Self.hello(
            [
                "UIBackgroundModes": ["audio", "bluetooth-central"],
                "NSBluetoothAlwaysUsageDescription": "To find straps.",
                "NSAccessorySetupKitSupports": ["Bluetooth", "WiFi"],
                "NSAccessorySetupBluetoothServices": ["180D", "E4B5A8E0-7B0D-4C7E-9E6B-0E4F8C2D9A01"],
                "NSAccessorySetupBluetoothNames": ["A, B"],
                "NSAccessorySetupBluetoothCompanyIdentifiers": ["0x004C", "0059", "76", 1234, "none"]
                    as [any Sendable],
            ], isApp: true)
        #expect(hello.backgroundModes == 1)
        #expect(hello.hasUsageDescription == true)
        #expect(
            hello.accessorySetup
                == .init(
                    supports: 3, services: ["180D", "E4B5A8E0-7B0D-4C7E-9E6B-0E4F8C2D9A01"],
                    names: ["A, B"], companies: [0x4C, 0x59, 76, 1234]))
    }

    @Test("Variables, for a program without one")
    func variables() {
        let hello = Self.hello(
            [:],
            [
                "FARADAY_BACKGROUND_MODES": "bluetooth-central,bluetooth-peripheral",
                "FARADAY_USAGE_DESCRIPTION": "", "FARADAY_ACCESSORY_SETUP": "Bluetooth",
                "FARADAY_ACCESSORY_SERVICES": "180D,180F", "FARADAY_ACCESSORY_NAMES": "Strap",
                "FARADAY_ACCESSORY_COMPANIES": "0x0059",
            ])
        #expect(hello.backgroundModes == 3)
        #expect(hello.hasUsageDescription == false)
        #expect(
            hello.accessorySetup
                == .init(supports: 1, services: ["180D", "180F"], names: ["Strap"], companies: [0x59]))
    }

    @Test("An app lacks what its Info.plist lacks")
    func missing() { #expect(Self.hello(isApp: true).hasUsageDescription == false) }
}
