#if os(macOS) || os(Linux)
import CoreBluetoothMock
import FaradayCoreBluetooth
import Foundation
import Testing

/// The interface of `CoreBluetoothMock`, held against the inventory of the library whose names it has.
struct MockParityTests {
    private static let parity = Result {
        Parity(rows: try MockRow.all().map(\.row), graph: try SymbolGraph.extract("CoreBluetoothMock"))
    }

    @Test("Every name of the inventory is there, with its signature, defaults, requirements and openness")
    func everyRowIsThere() throws {
        let parity = try Self.parity.get()
        #expect(parity.rows.count > 250)
        let differences = parity.rows.flatMap { row in
            parity.differences(in: row).map { "\(row.path) (\(row.kind)) \($0)" }
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test("A wrong row is found")
    func theComparisonSees() throws {
        let parity = try Self.parity.get()
        let power = APIRow(
            type: "CBMCentralManagerMock", kind: "type method", member: "simulatePowerOn()",
            signature: "static func simulatePowerOn()", requirement: "", traits: ["open"])
        #expect(parity.differences(in: power) == ["is not: open"])
        let other = APIRow(
            type: "CBMCentralManagerMock", kind: "type method", member: "simulatePowerOn()",
            signature: "static func simulatePowerOn(_ isOn: Bool = true)", requirement: "", traits: [])
        #expect(parity.differences(in: other).first?.hasPrefix("reads static func simulatePowerOn()") == true)
    }

    /// So a table that forgets a name of CoreBluetooth's central role is found out too.
    @Test("Every type and constant of CoreBluetooth's central role has its name with this prefix")
    func everyCoreBluetoothNameIsThere() throws {
        let ours = Set(try MockRow.all().map { $0.row.type.isEmpty ? $0.row.member : $0.row.type })
        let missing = try CentralRole.names().filter { name in
            CentralRole.withoutCounterpart[name] == nil && !ours.contains("CBM" + name.dropFirst(2))
        }
        #expect(missing == [])
    }

    @Test("Every other public name is explained")
    func whatTheInventoryLacksIsExplained() throws {
        let extras = try Self.parity.get().extras
        #expect(extras.filter { MockExtras.reason(for: $0) == nil } == [])
        #expect(MockExtras.reasons.keys.filter { !extras.contains($0) }.sorted() == [])
    }

    @Test("Keys and strings are CoreBluetooth's")
    func valuesAreCoreBluetooths() {
        #expect(CBMAdvertisementDataIsConnectable == CBAdvertisementDataIsConnectable)
        #expect(CBMCentralManagerOptionRestoreIdentifierKey == "kCBInitOptionRestoreIdentifier")
        #expect(CBMManagerState.poweredOn.rawValue == CBManagerState.poweredOn.rawValue)
        #expect(CBMError.self == CBError.self)
    }

    @Test("The published table is up to date")
    func thePublishedTableIsUpToDate() throws {
        let text = MockParityDocument.text(try MockRow.all(), extras: try Self.parity.get().extras)
        let isUpToDate = try WrittenPage("Documentation/CoreBluetoothMockParity.md").says(text)
        #expect(
            isUpToDate,
            "CoreBluetoothMockParity.md differs: FARADAY_WRITE_DOCS=1 swift test --filter MockParityTests")
    }
}
#endif
