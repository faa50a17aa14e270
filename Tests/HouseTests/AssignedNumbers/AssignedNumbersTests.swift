import BluetoothProfiles
import Foundation
import Testing

/// The names and constants of assigned numbers, held against the tables from which they are generated.
///
/// `FARADAY_WRITE_DOCS=1 swift test --filter AssignedNumbers` writes the Swift files. Where the tables come from is in
/// `Tests/HouseTests/AssignedNumbers/README.md`.
struct AssignedNumbersTests {
    static let uuidTables = ["services", "declarations", "descriptors", "characteristics"]

    @Test("The generated files say what the tables say", arguments: AssignedNumbersFile.allCases)
    func filesAreGenerated(_ file: AssignedNumbersFile) throws {
        let isTheSame = try WrittenPage(file.rawValue).says(file.text())
        #expect(
            isTheSame, "\(file.rawValue) is old: run FARADAY_WRITE_DOCS=1 swift test --filter AssignedNumbers"
        )
    }

    @Test(
        "Rows are in ascending order, and names are one line of text", arguments: uuidTables + ["companies"])
    func tablesAreInOrder(_ table: String) throws {
        let rows = try AssignedNumbers(table).rows
        #expect(!rows.isEmpty)
        for (row, next) in zip(rows, rows.dropFirst()) { #expect(row.number < next.number) }
        for row in rows {
            let words = row.name.split(separator: " ").joined(separator: " ")
            #expect(words == row.name && !words.isEmpty)
        }
    }

    @Test("Every number has the name of its row, and no other number has one")
    func everyUUIDHasItsName() throws {
        let rows = try Self.uuidTables.flatMap { try AssignedNumbers($0).rows }
        let names = Dictionary(uniqueKeysWithValues: rows.map { ($0.number, $0.name) })
        let wrong = (0...UInt16.max).filter { BluetoothUUID($0).name != names[$0] }
        #expect(wrong == [])
    }

    @Test("Every company has the name of its row, and no other number has one")
    func everyCompanyHasItsName() throws {
        let rows = try AssignedNumbers("companies").rows
        let names = Dictionary(uniqueKeysWithValues: rows.map { ($0.number, $0.name) })
        let wrong = (0...UInt16.max).filter { CompanyIdentifier($0).name != names[$0] }
        #expect(wrong == [])
    }

    @Test(
        "Names become constants as Swift writes them",
        arguments: [
            ("Heart Rate", "heartRate"), ("Tx Power Level", "txPowerLevel"), ("PnP ID", "pnpID"),
            ("CO2 Concentration", "co2Concentration"), ("Day of Week", "dayOfWeek"),
            ("Magnetic Flux Density - 2D", "magneticFluxDensity2D"), ("URI", "uri"),
            ("PLX Spot-Check Measurement", "plxSpotCheckMeasurement"),
            ("Particulate Matter - PM2.5 Concentration", "particulateMatterPM25Concentration"),
        ] as [(String, String)])
    func identifiers(name: String, identifier: String) {
        #expect(AssignedNumbers.Row(number: 0, name: name, extra: nil).identifier == identifier)
    }
}
