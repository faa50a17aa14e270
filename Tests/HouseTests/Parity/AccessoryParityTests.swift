#if os(macOS) || os(Linux)
import FaradayAccessorySetup
import Foundation
import Testing

/// The interface of `FaradayAccessorySetup`, held against what is publicly known of AccessorySetupKit.
struct AccessoryParityTests {
    /// A row of `AccessorySetupKitAPI.tsv`: the first version is that of iOS and of Mac Catalyst.
    private struct Row: Sendable {
        let row: APIRow
        let version: String
        let value: String

        init?(_ line: Substring) {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 7 else { return nil }
            (version, value) = (fields[4], fields[5])
            row = APIRow(
                type: fields[0], kind: fields[1], member: fields[2], signature: fields[3], requirement: "",
                traits: fields[6].isEmpty ? [] : fields[6].components(separatedBy: "; "))
        }

        static func all() throws -> [Row] { try TableFile.rows("AccessorySetupKitAPI.tsv", Row.init) }
    }

    private static let parity = Result {
        Parity(rows: try Row.all().map(\.row), graph: try SymbolGraph.extract("FaradayAccessorySetup"))
    }

    /// Public names beyond Apple's, and why they are there.
    private static let extras: [String: String] = [
        "UIImage": "a stand-in, where there is no UIKit",
        "UIImage.init(named:)": "a stand-in, where there is no UIKit",
        "UIImage.init(systemName:)": "a stand-in, where there is no UIKit",
        "UIImage.name": "a stand-in, where there is no UIKit",
        "ASBluetoothCompanyIdentifier.init(_:)": "a typed constant of C has it",
        "ASBluetoothCompanyIdentifier.init(rawValue:)": "a typed constant of C has it",
        "ASError.code": "every error of a domain has it",
        "ASError.errorCode": "every error of a domain has it",
        "ASError.errorDomain": "every error of a domain has it",
        "ASError.errorUserInfo": "every error of a domain has it",
        "ASError.localizedDescription": "every error of a domain has it",
        "ASError.userInfo": "every error of a domain has it",
    ]

    @Test("Behaviour 28.15: every row of the table is there, with its signature")
    func everyRowIsThere() throws {
        let parity = try Self.parity.get()
        #expect(parity.rows.count == 169)
        let differences = parity.rows.flatMap { row in
            parity.differences(in: row).map { "\(row.path) (\(row.kind)) \($0)" }
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test("Every name is as new as Apple's on iOS and Mac Catalyst, and available on every other platform")
    func availability() throws {
        let symbols = try Self.parity.get().graph.symbols
        var wrong: [String] = []
        for row in try Row.all() {
            for platform in ["iOS", "macCatalyst"] {
                let found = symbols.filter { $0.path == row.row.path }
                    .compactMap { $0.availability?.first { $0.domain == platform }?.introduced?.text }
                let isThere =
                    found.contains(row.version)
                    || found.isEmpty && ["case", "initializer"].contains(row.row.kind)
                if !isThere { wrong.append("\(row.row.path): \(platform) \(found), not \(row.version)") }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
        let others = symbols.flatMap { $0.availability ?? [] }.compactMap(\.domain)
        #expect(Set(others).isSubset(of: ["iOS", "macCatalyst", "swift"]))
    }

    @Test("Every other public name is explained")
    func extrasAreExplained() throws {
        var explained = Self.extras
        #if canImport(UIKit)
        explained = explained.filter { !$0.key.hasPrefix("UIImage") }
        #endif
        #expect(try Self.parity.get().extras == explained.keys.sorted())
    }

    @Test("Behaviour 28.15: raw values are Apple's")
    func values() throws {
        guard #available(iOS 26.1, macCatalyst 26.1, *) else { return }
        let rows = Dictionary(
            try Row.all().filter { !$0.value.isEmpty }.map { ($0.row.path, $0.value) },
            uniquingKeysWith: { first, _ in first })
        let ours = AccessoryRawValues.all
        for (path, value) in ours { #expect(rows[path] == value, "\(path)") }
        let codes = Set(rows.keys.filter { !$0.hasPrefix("ASError.Code.") || ours[$0] != nil })
        #expect(codes.subtracting(ours.keys).isEmpty, "\(codes.subtracting(ours.keys).sorted())")
    }
}

/// The raw values that the compiler has.
@available(iOS 26.1, macCatalyst 26.1, *)
enum AccessoryRawValues {
    static var all: [String: String] {
        var all: [String: String] = ["ASErrorDomain": ASErrorDomain]
        func add<Value: RawRepresentable>(_ type: String, _ values: [(String, Value)]) {
            for (name, value) in values { all["\(type).\(name)"] = "\(value.rawValue)" }
        }
        add(
            "ASAccessory.AccessoryState",
            [
                ("unauthorized", ASAccessory.AccessoryState.unauthorized),
                ("awaitingAuthorization", .awaitingAuthorization), ("authorized", .authorized),
            ])
        add("ASAccessory.RenameOptions", [("ssid", ASAccessory.RenameOptions.ssid)])
        add(
            "ASAccessory.SupportOptions",
            [
                ("bluetoothPairingLE", ASAccessory.SupportOptions.bluetoothPairingLE),
                ("bluetoothTransportBridging", .bluetoothTransportBridging), ("bluetoothHID", .bluetoothHID),
            ])
        add(
            "ASAccessoryEventType",
            [
                ("unknown", ASAccessoryEventType.unknown), ("activated", .activated),
                ("invalidated", .invalidated), ("migrationComplete", .migrationComplete),
                ("accessoryAdded", .accessoryAdded), ("accessoryRemoved", .accessoryRemoved),
                ("accessoryChanged", .accessoryChanged), ("accessoryDiscovered", .accessoryDiscovered),
                ("pickerDidPresent", .pickerDidPresent), ("pickerDidDismiss", .pickerDidDismiss),
                ("pickerSetupBridging", .pickerSetupBridging), ("pickerSetupFailed", .pickerSetupFailed),
                ("pickerSetupPairing", .pickerSetupPairing), ("pickerSetupRename", .pickerSetupRename),
            ])
        add(
            "ASDiscoveryDescriptor.Range",
            [("default", ASDiscoveryDescriptor.Range.default), ("immediate", .immediate)])
        add(
            "ASDiscoveryDescriptor.WiFiAwareServiceRole",
            [
                ("subscriber", ASDiscoveryDescriptor.WiFiAwareServiceRole.subscriber),
                ("publisher", .publisher),
            ])
        add(
            "ASPickerDisplayItem.SetupOptions",
            [
                ("rename", ASPickerDisplayItem.SetupOptions.rename),
                ("confirmAuthorization", .confirmAuthorization), ("finishInApp", .finishInApp),
            ])
        add(
            "ASPickerDisplaySettings.Options",
            [("filterDiscoveryResults", ASPickerDisplaySettings.Options.filterDiscoveryResults)])
        add(
            "ASPickerDisplaySettings.DiscoveryTimeout",
            [
                ("short", ASPickerDisplaySettings.DiscoveryTimeout.short), ("medium", .medium),
                ("long", .long),
                ("unbounded", .unbounded),
            ])
        let codes: [(String, ASError.Code)] = [
            ("success", .success), ("unknown", .unknown), ("activationFailed", .activationFailed),
            ("connectionFailed", .connectionFailed), ("discoveryTimeout", .discoveryTimeout),
            ("extensionNotFound", .extensionNotFound), ("invalidated", .invalidated),
            ("invalidRequest", .invalidRequest), ("pickerAlreadyActive", .pickerAlreadyActive),
            ("pickerRestricted", .pickerRestricted), ("userCancelled", .userCancelled),
            ("userRestricted", .userRestricted),
        ]
        add("ASError.Code", codes)
        return all
    }
}
#endif
