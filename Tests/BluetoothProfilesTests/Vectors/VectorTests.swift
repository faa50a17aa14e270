import Testing

/// Values of characteristics, as packages by other authors read and write them.
///
/// `Interop/profile_vectors.py` asks them, and says how they were installed.
@Suite("Vectors of other packages")
struct VectorTests {
    private static let readers: [VectorReader] =
        VectorReader.health + VectorReader.glucose + VectorReader.sport + VectorReader.fitness
        + VectorReader.basics + VectorReader.battery + VectorReader.environment + VectorReader.userData

    @Test(
        "A value is what other packages read, and is written as they write it",
        arguments: Set(readers.map(\.characteristic)).sorted())
    func values(_ characteristic: String) throws {
        let rows = try VectorTable.shared.get().rows.filter { $0.characteristic == characteristic }
        #expect(!rows.isEmpty)
        for reader in Self.readers where reader.characteristic == characteristic {
            let complaints = rows.flatMap { reader.complaints(about: $0) }
            #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
        }
    }

    @Test("Every characteristic of the table is read")
    func everyCharacteristicIsRead() throws {
        let table = try VectorTable.shared.get()
        let unread = Set(table.rows.map(\.characteristic)).subtracting(Self.readers.map(\.characteristic))
        #expect(unread == [])
        #expect(table.rows.count > 1000)
    }

    @Test("A row of another value is found")
    func theTestSees() throws {
        let reader = try #require(Self.readers.first { $0.characteristic == "2A37" })
        func complaints(_ bytes: [UInt8], _ fields: [String: String]) -> Int {
            reader.complaints(about: .init(profile: "", characteristic: "2A37", bytes: bytes, fields: fields))
                .count
        }
        let fields = ["heart_rate": "72", "sensor_contact": "0", "rr_intervals": ""]
        #expect(complaints([0x00, 72], fields) == 0)
        #expect(complaints([0x00, 73], fields) == 1)
        #expect(complaints([0x00, 72], fields.merging(["energy_expended": "1"]) { $1 }) == 1)
        #expect(complaints([0x08, 72, 1, 0], fields) == 1)
        // 72 fits into one byte, and is written so.
        #expect(complaints([0x01, 72, 0], fields) == 1)
        #expect(complaints([0x01, 72], fields) == 1)
    }
}
