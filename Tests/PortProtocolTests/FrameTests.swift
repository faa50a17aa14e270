import BluetoothPort
import PortProtocol
import Testing

@Suite struct FrameTests {
    @Test("A frame of one version is of that version")
    func version() { #expect(PortFrame.Hello(phone: "", app: "").version == PortFrame.version) }
}
