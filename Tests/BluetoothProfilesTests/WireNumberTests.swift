import BluetoothProfiles
import Testing

@Suite("Numbers with a resolution")
struct WireNumberTests {
    @Test(
        "All 65,536 raw values are written as they are read",
        arguments: [1, 2, 5, 10, 32, 100, 256, 1000, 10_000, 10_000_000] as [Double])
    func all(unit: Double) throws {
        var wrong = 0
        for raw in UInt16.min...UInt16.max {
            let bytes = raw.bytes
            for number in [WireNumber.uint16, .int16] {
                var reader = ByteReader(bytes, layer: .value)
                var written: [UInt8] = []
                written.append(try reader.number(number, per: unit), as: number, per: unit)
                if written != bytes { wrong += 1 }
            }
            // The other widths: the raw value in the upper bytes.
            for (number, tail) in [(WireNumber.uint24, 1), (.int24, 1), (.uint32, 2), (.int32, 2)] {
                let bytes = [UInt8](repeating: bytes[0] ^ 0x5A, count: tail) + bytes
                var reader = ByteReader(bytes, layer: .value)
                var written: [UInt8] = []
                written.append(try reader.number(number, per: unit), as: number, per: unit)
                if written != bytes { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test("Numbers that do not fit become the nearest that does, but never 'not available'")
    func nearest() {
        var bytes: [UInt8] = []
        bytes.append(700, as: .uint16, per: 100)
        bytes.append(-1, as: .uint8)
        bytes.append(20e6, as: .uint24)
        bytes.append(-Double.infinity, as: .int24, per: 100)
        #expect(bytes == [0xFF, 0xFF, 0x00, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x80])
        bytes = []
        bytes.append(9999, as: .int16, per: 10, unavailable: 0x7FFF)
        bytes.append(nil, as: .int16, per: 10, unavailable: 0x7FFF)
        bytes.append(.nan, as: .uint16)
        #expect(bytes == [0xFE, 0x7F, 0xFF, 0x7F, 0x00, 0x00])
    }
}
