import FaradayProtocol
import FaradayTesting
import Testing

/// A host that a test plays by hand, against devices and phones of the world.
@Suite struct RawHostTests {
    private func strap(_ world: World) -> Device {
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
    }

    @Test func aRequestGetsItsAnswerOverTheAir() throws {
        let world = World(seed: 1)
        let strap = strap(world)
        let host = try RawHost(in: world)
        try host.connect(to: strap.address)
        // The first service of a server is GAP or GATT, with a 16-bit UUID (Core 6.0, Vol 3, Part C, 12).
        let answer = try host.exchange(.readByGroupType(.all, type: "2800"))
        guard case .readByGroupType(let groups) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(groups.first?.handle == 1)
    }

    /// A PDU with an opcode that no server knows is refused, and the link stays (Core 6.0, Vol 3, Part F, 3.3).
    @Test func anUnknownRequestIsRefusedAndTheLinkStays() throws {
        let world = World(seed: 2)
        let strap = strap(world)
        let host = try RawHost(in: world)
        try host.connect(to: strap.address)
        try host.send([0x3E, 1, 2])
        try world.run(for: .milliseconds(200))
        let answers = host.takeReceived().filter { $0.channel == .att }
        #expect(answers.map(\.payload) == [[0x01, 0x3E, 0x00, 0x00, 0x06]])
        #expect(host.connectionHandle != nil)
    }

    /// Core 6.0, Vol 3, Part F, 3.4.6.3.
    @Test("The error of a queued write names the part that the device refuses", arguments: [0, 1, 2])
    func refusedPart(of refused: Int) throws {
        let world = World(seed: 6)
        let device = world.add(
            DeviceDefinition(name: "Three") {
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    for number in 0..<3 {
                        DeviceCharacteristic(Self.types[number], [.read, .write], value: [0])
                            .onWrite { _ in if number == refused { throw ATT.ErrorCode.valueNotAllowed } }
                    }
                }
            }, at: .meters(2))
        let host = try RawHost(in: world)
        try host.connect(to: device.address)
        var handles: [ATT.Handle] = []
        for type in Self.types {
            guard case .readByType(let found) = try host.exchange(.readByType(.all, type: type)),
                let handle = found.entries.first?.handle
            else {
                Issue.record("no \(type)")
                return
            }
            handles.append(handle)
        }
        for handle in handles {
            _ = try host.exchange(.prepareWrite(handle, offset: 0, value: [1]))
        }
        guard case .error(let error) = try host.exchange(.executeWrite(.write)) else {
            Issue.record("the write was not refused")
            return
        }
        #expect(error.code == .valueNotAllowed && error.handle == handles[refused])
    }

    private static let types: [BluetoothUUID] = ["FF01", "FF02", "FF03"]

    /// Half a PDU, and then the start of another one: the first is dropped, the second is answered.
    @Test func aFragmentThatIsNeverContinuedIsForgotten() throws {
        let world = World(seed: 3)
        let strap = strap(world)
        let host = try RawHost(in: world)
        try host.connect(to: strap.address)
        try host.sendFragment([7, 0, 4, 0, 0x0A])
        guard case .exchangeMTU(let mtu) = try host.exchange(.exchangeMTU(clientRxMTU: 100)) else {
            Issue.record("no answer to the second PDU")
            return
        }
        #expect(mtu >= 23)
    }

    @Test func whatCannotBeDoneIsAnErrorThatSaysWhy() throws {
        let world = World(seed: 4)
        let host = try RawHost(in: world)
        #expect(throws: RawHost.Failure.notConnected) { try host.send([1]) }
        #expect(throws: RawHost.Failure.noAnswer) {
            try host.connect(to: DeviceAddress(0xC0FF_EE00_0001, .random), timeout: .seconds(1))
        }
    }

    @Test func recordsAreTyped() throws {
        let world = World(seed: 5)
        world.startTrace()
        let strap = strap(world)
        let host = try RawHost(in: world)
        try host.connect(to: strap.address)
        try host.disconnect()
        #expect(host.disconnectReason == .connectionTerminatedByLocalHost)
        let commands = world.trace.compactMap { record -> HCI.Opcode? in
            guard record.node == host.controller.id, case .hci(.command(let command)) = record.payload
            else { return nil }
            return command.opcode
        }
        #expect(commands == [.reset, .setEventMask, .leSetEventMask, .leCreateConnection, .disconnect])
    }
}
