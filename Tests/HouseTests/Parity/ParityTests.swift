#if os(macOS) || os(Linux)
import FaradayCoreBluetooth
import Foundation
import Testing

/// Our copy of Apple's interface, held against what the compiler says ours is.
struct ParityTests {
    /// Read once; a toolchain that can't be found fails every test here.
    private static let parity = Result { Parity(rows: try APIRow.all(), graph: try SymbolGraph.extract()) }

    @Test(
        "Regression 127, 128: every row of the table is there, with its signature, defaults and availability")
    func everyRowIsThere() throws {
        let parity = try Self.parity.get()
        #expect(parity.rows.count == 399)
        let differences = parity.rows.flatMap { row in
            parity.differences(in: row).map { "\(row.path) (\(row.kind)) \($0)" }
        }
        #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    }

    @Test func whatApplesInterfaceLacksIsFewAndExplained() throws {
        let parity = try Self.parity.get()
        var explained = Exceptions.extras
        #if canImport(Darwin)
        explained["CFAbsoluteTime"] = nil
        explained["CFAbsoluteTimeGetCurrent()"] = nil
        #endif
        #expect(parity.extras == explained.keys.sorted())
    }

    @available(*, deprecated, message: "names what is deprecated")
    @Test("Behaviour 1.5: raw values and string constants are Apple's")
    func valuesAreApples() throws {
        let rows = try APIRow.all().filter { !$0.value.isEmpty }
        let ours = RawValues.all
        for row in rows where !RawValues.isUnavailableHere(row) {
            #expect(ours[row.path] == row.value, "\(row.path)")
        }
        #expect(Set(ours.keys).subtracting(rows.map(\.path)).isEmpty)
        #expect(CBManagerState.unauthorized.rawValue < CBManagerState.poweredOff.rawValue)
    }

    @Test("Behaviour 5.35: nothing asks for a bond, makes one or deletes one")
    func thereIsNoPairing() throws {
        let names = try Self.parity.get().graph.symbols.map { $0.path.lowercased() }
        let telling = names.filter { $0.contains("pair") || $0.contains("bond") }
        #expect(Set(telling.map { $0.split(separator: ".")[0] }) == ["cberror"], "\(telling)")
    }

    @Test func namesWithAnUnderscoreAreThere() {
        let local: CBError.Code._ErrorType = CBError(_nsError: NSError(domain: CBErrorDomain, code: 6))
        let remote: CBATTError.Code._ErrorType = CBATTError(
            _nsError: NSError(domain: CBATTErrorDomain, code: 5))
        #expect(local.code == .connectionTimeout && remote.code == .insufficientAuthentication)
    }

    @Test func thePublishedTableIsUpToDate() throws {
        let isUpToDate = try WrittenPage("Documentation/CoreBluetoothParity.md")
            .says(ParityDocument.text(try APIRow.all()))
        #expect(
            isUpToDate,
            "Documentation/CoreBluetoothParity.md differs: FARADAY_WRITE_DOCS=1 swift test --filter ParityTests"
        )
    }
}
#endif
