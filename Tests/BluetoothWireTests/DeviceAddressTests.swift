import BluetoothWire
import Testing

@Suite struct DeviceAddressTests {
    @Test(
        arguments: [
            ("C0:FF:EE:00:00:01", 0xC0FF_EE00_0001), ("c0:ff:ee:00:00:01", 0xC0FF_EE00_0001),
            ("00:00:00:00:00:00", 0), ("FF:FF:FF:FF:FF:FF", 0xFFFF_FFFF_FFFF),
        ] as [(String, UInt64)])
    func reads(_ text: String, _ value: UInt64) throws {
        let address = try #require(DeviceAddress(text, .random))
        #expect(address == DeviceAddress(value, .random))
        #expect(address.description == text.uppercased())
    }

    @Test(arguments: [
        "", "C0", "C0:FF:EE:00:00", "C0:FF:EE:00:00:01:02", "C0:FF:EE:00:00:1", "C0:FF:EE:00:00:001",
        "C0:FF:EE:00:00:0G", "+0:FF:EE:00:00:01", "C0FFEE000001", "C0-FF-EE-00-00-01", "C0:FF:EE:00:00:01:",
        "C0:FF:EE:00:00:\u{FF10}1",
    ])
    func refuses(_ text: String) { #expect(DeviceAddress(text, .random) == nil) }
}
