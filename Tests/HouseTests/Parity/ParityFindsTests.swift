#if os(macOS) || os(Linux)
import Foundation
import Testing

/// That the comparison sees what it is there to see: rows that say something else than Apple's are found out.
struct ParityFindsTests {
    private static let lines = Result {
        try String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("CoreBluetoothAPI.tsv"), encoding: .utf8
        ).split(separator: "\n").map(String.init)
    }
    private static let parity = Result { Parity(rows: try APIRow.all(), graph: try SymbolGraph.extract()) }

    @Test(arguments: [
        ("CBPeripheral\tmethod\treadRSSI()", "readRSSI()", "readSSI()", "is missing"),
        ("CBPeripheral\tproperty\tname", "String?", "String", "reads var name: String? { get }"),
        ("CBPeripheral\tproperty\tstate", "{ get }", "{ get set }", "reads var state"),
        ("CBCentralManager\tmethod\tconnect(_:options:)", " = nil", "", "reads func connect"),
        ("CBPeripheral\tmethod\topenL2CAPChannel", "11.0 10.14", "12.0 10.14", "iOS: 11.0, not 12.0"),
        ("CBPeripheral\tproperty\tancsAuthorized", "13.0 - ", "13.0 10.15 ", "macOS: -, not 10.15"),
        (
            "CBPeripheral\tproperty\trssi", "iOS 8.0, macOS 10.13", "macOS 10.13",
            "iOS: 5.0 until 8.0, not 5.0"
        ),
        ("CBPeripheral\tclass", "CBPeer", "CBCentral", "is not: CBCentral"),
        ("CBManagerState\tenum", "Sendable", "not Sendable", "is not: not Sendable"),
        ("CBUUID\tclass", "not Sendable", "init() unavailable", "is not: init() unavailable"),
        (
            "CBPeripheralDelegate\tmethod\tperipheralDidUpdateName", "\toptional\t", "\trequired\t",
            "is not required"
        ),
        ("CBManagerState\tcase\tpoweredOn", "poweredOn", "on", "is missing"),
        ("CBError\tstruct", "CustomNSError", "NSCopying", "is not: NSCopying"),
    ])
    func aWrongRowIsFound(beginning: String, right: String, wrong: String, difference: String) throws {
        let line = try #require(try Self.lines.get().first { $0.hasPrefix(beginning) })
        let changed = line.replacingOccurrences(of: right, with: wrong)
        #expect(changed != line)
        let row = try #require(APIRow(Substring(changed)))
        let found = try Self.parity.get().differences(in: row)
        #expect(found.contains { $0.hasPrefix(difference) }, "\(found)")
        #expect(try Self.parity.get().differences(in: #require(APIRow(Substring(line)))).isEmpty)
    }

    @Test func anExtraNameIsFound() throws {
        let parity = try Self.parity.get()
        let fewer = Parity(rows: parity.rows.filter { $0.member != "readRSSI()" }, graph: parity.graph)
        #expect(Set(fewer.extras).subtracting(parity.extras) == ["CBPeripheral.readRSSI()"])
    }

    @Test func aToolchainThatIsNotThereIsAnError() {
        #expect(throws: Toolchain.NotFound.self) { try Toolchain.modules(of: "NoSuchModule") }
        #expect(throws: (any Error).self) { try SymbolGraph.extract("NoSuchModule") }
    }
}
#endif
