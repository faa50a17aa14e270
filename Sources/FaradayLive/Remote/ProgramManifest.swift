import BluetoothTypes
import PortProtocol

import class Foundation.Bundle

/// What this program's Info.plist says about Bluetooth. A program without one says it in environment variables, with the same
/// words and commas between them.
struct ProgramManifest {
    /// An entry of the Info.plist.
    let entry: (String) -> Any?
    /// A variable of the environment.
    let variable: (String) -> String?
    /// Whether the program is an app: a key that its Info.plist lacks is missing there. A tool, or what runs tests, has none.
    let isApp: Bool

    static var own: ProgramManifest {
        let isApp = [".app", ".appex"].contains { Bundle.main.bundlePath.hasSuffix($0) }
        return ProgramManifest(
            entry: { Bundle.main.object(forInfoDictionaryKey: $0) }, variable: { Environment.variable($0) },
            isApp: isApp)
    }

    func added(to hello: PortFrame.Hello) -> PortFrame.Hello {
        var hello = hello
        let modes = words("UIBackgroundModes", "FARADAY_BACKGROUND_MODES") ?? []
        hello.backgroundModes =
            (modes.contains("bluetooth-central") ? 1 : 0) | (modes.contains("bluetooth-peripheral") ? 2 : 0)
        hello.hasUsageDescription = hasUsageDescription
        hello.accessorySetup = accessorySetup
        return hello
    }

    private var hasUsageDescription: Bool? {
        if let text = variable("FARADAY_USAGE_DESCRIPTION") { return !text.isEmpty }
        if entry("NSBluetoothAlwaysUsageDescription") != nil { return true }
        return isApp ? false : nil
    }

    private var accessorySetup: PortFrame.AccessorySetup? {
        let supports =
            words("NSAccessorySetupSupports", "FARADAY_ACCESSORY_SETUP")
            ?? words("NSAccessorySetupKitSupports")
        let services = words("NSAccessorySetupBluetoothServices", "FARADAY_ACCESSORY_SERVICES")
        let names = words("NSAccessorySetupBluetoothNames", "FARADAY_ACCESSORY_NAMES")
        let companies = words("NSAccessorySetupBluetoothCompanyIdentifiers", "FARADAY_ACCESSORY_COMPANIES")
        guard supports != nil || services != nil || names != nil || companies != nil else { return nil }
        return PortFrame.AccessorySetup(
            supports: (supports?.contains("Bluetooth") == true ? 1 : 0)
                | (supports?.contains("WiFi") == true ? 2 : 0),
            services: (services ?? []).compactMap { BluetoothUUID($0) }, names: names ?? [],
            companies: (companies ?? []).compactMap(Self.company))
    }

    /// The words of an entry, or of the variable that stands for it; `nil` without both.
    private func words(_ key: String, _ name: String? = nil) -> [String]? {
        if let list = entry(key) as? [Any] { return list.map(Self.word) }
        return name.flatMap(variable)?.split(separator: ",").map(String.init)
    }

    private static func word(_ element: Any) -> String {
        (element as? Int).map { "0x" + String($0, radix: 16) } ?? "\(element)"
    }

    /// `0x004C` or `004C`, as the list of assigned numbers has it, or a decimal number.
    private static func company(_ text: String) -> UInt16? {
        if text.lowercased().hasPrefix("0x") { return UInt16(text.dropFirst(2), radix: 16) }
        return UInt16(text, radix: text.utf8.count == 4 ? 16 : 10)
    }
}
