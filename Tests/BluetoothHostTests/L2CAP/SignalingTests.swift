import BluetoothTypes
import BluetoothWire
import Testing

@testable import BluetoothHost

@Suite struct SignalingTests {
    /// The signals that are received on the signalling channel, and those that are sent.
    static let exchanges: [(String, [UInt8], [UInt8]?)] = [
        ("an unknown code", [0x7F, 3, 1, 0, 9], [0x01, 3, 2, 0, 0, 0]),
        ("a length that lies", [0x12, 3, 9, 0, 9], [0x01, 3, 2, 0, 0, 0]),
        ("a malformed response", [0x13, 3, 9, 0, 9], nil),
        ("identifier 0", [0x7F, 0, 9, 0, 9], nil),
        ("one byte", [0x12], nil),
        ("nothing", [], nil),
        (
            "a request for a credit-based channel", [0x14, 4, 10, 0, 0x25, 0, 0x40, 0, 64, 0, 64, 0, 1, 0],
            [0x15, 4, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]
        ),
        (
            "a request for two enhanced channels",
            [0x17, 5, 12, 0, 0x25, 0, 64, 0, 64, 0, 1, 0, 0x40, 0, 0x41, 0],
            [0x18, 5, 12, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]
        ),
        ("a reconfiguration", [0x19, 6, 6, 0, 64, 0, 64, 0, 0x40, 0], [0x1A, 6, 2, 0, 3, 0]),
        (
            "a disconnection of no channel", [0x06, 7, 4, 0, 0x40, 0, 0x41, 0],
            [0x01, 7, 6, 0, 2, 0, 0x40, 0, 0x41, 0]
        ),
        ("credits", [0x16, 8, 4, 0, 0x40, 0, 1, 0], nil),
        (
            "a central's request for parameters", [0x12, 9, 8, 0, 6, 0, 6, 0, 0, 0, 100, 0],
            [0x01, 9, 2, 0, 0, 0]
        ),
    ]

    @Test(arguments: exchanges)
    func everyRequestGetsAnAnswer(_ name: String, request: [UInt8], answer: [UInt8]?) {
        var rig = HostRig.connected(.peripheral)
        rig.receive(frame: request, on: .leSignaling)
        let frames = rig.takeData().map(\.data)
        #expect(frames == (answer.map { [[UInt8($0.count), 0, 5, 0] + $0] } ?? []), "\(name)")
        #expect(rig.takeEvents().isEmpty && rig.takeCommands().isEmpty)
    }

    @Test func aHostThatDoesNotPairSaysSo() {
        var configuration = HostRig.configuration()
        configuration.security.acceptsPairing = false
        var rig = HostRig.connected(.peripheral, configuration)
        rig.receive(frame: [0x01, 3, 0, 1, 16, 0, 0], on: .smp)
        #expect(rig.takeData().map(\.data) == [[2, 0, 6, 0, 0x05, 0x05]])
        for pdu in [[0x05, 0x05], [0x0B, 1], []] as [[UInt8]] { rig.receive(frame: pdu, on: .smp) }
        #expect(rig.takeData().isEmpty)
    }

    @Test(arguments: [0, 1, 2, 3, 7, 0x3A, 0x40, 0xFFFF] as [UInt16])
    func unknownChannelsAreIgnored(_ channel: UInt16) {
        var rig = HostRig.connected(.peripheral)
        rig.receive(frame: [0x02, 0x17, 0], on: L2CAP.ChannelID(rawValue: channel))
        #expect(rig.takeData().isEmpty && rig.takeEvents().isEmpty)
    }
}
