import CoreBluetoothMock
import FaradayTesting
import Testing

/// `simulateMacChange` with the default behaviour: the device is another one for managers, and what they have of the former
/// one hears nothing more.
@Suite struct DefaultAddressTests {
    @Test("A pending attempt stays pending, and the next scan finds a new object", .simulated(seed: 1))
    func pending() async throws {
        let stage = try await Stage().discover()
        let (old, new) = (stage.peripheral, UUID())
        let heard = try await stage.hear {
            stage.manager.connect(old)
            stage.spec.simulateMacChange(new)
        }
        #expect(heard == [] && old.state == .connecting)
        #expect(old.identifier != new && stage.spec.identifier == new)
        try await stage.hear { stage.manager.scanForPeripherals(withServices: nil) }
        try #require(stage.found.count == 2)
        #expect(stage.found[1].identifier == new && stage.found[1] !== old)
        let other = try await stage.hear { stage.manager.connect(stage.found[1]) }
        #expect(other.last?.hasSuffix("connected Device") == true && old.state == .connecting)
        #expect(try await stage.hear { stage.manager.cancelPeripheralConnection(old) } == ["0 disconnected"])
    }

    @Test(
        "By default: retrievePeripherals with the identifier that it had before; connecting a peripheral object after simulateMacChange",
        .simulated(seed: 2))
    func oldIdentifier() async throws {
        let stage = try await Stage().discover()
        let (old, new) = (stage.peripheral.identifier, UUID())
        stage.spec.simulateMacChange(new)
        let found = stage.manager.retrievePeripherals(withIdentifiers: [old, new])
        #expect(found.map(\.identifier) == [old], "the new one was not found yet")
        #expect(found.first === stage.peripheral)
        #expect(try await stage.hear(for: .seconds(60)) { stage.manager.connect(found[0]) } == [])
        #expect(found[0].state == .connecting, "it never connects")
        // Another manager knows it too, and can't connect it either.
        let second = CBMCentralManagerMock()
        try await stage.hear()
        let theirs = try #require(second.retrievePeripherals(withIdentifiers: [old]).first)
        #expect(theirs !== found[0] && theirs.identifier == old)
        try await stage.hear(for: .seconds(60)) { second.connect(theirs) }
        #expect(theirs.state == .connecting)
        // Back at its old address it is the same peripheral again.
        stage.spec.simulateMacChange(old)
        let back = try await stage.hear()
        #expect(back.contains { $0.hasSuffix("connected Device") })
        #expect(found[0].state == .connected && theirs.state == .connected)
    }

    @Test("By default: the end of a link after simulateMacChange", .simulated(seed: 3)) func connected()
        async throws
    {
        let stage = try await Stage().explore()
        stage.peripheral.setNotifyValue(true, for: stage.firmware.button)
        try await stage.hear()
        stage.spec.simulateMacChange()
        #expect(stage.peripheral.state == .connected && stage.spec.isConnected, "a link stays")
        let updated = try await stage.hear {
            stage.spec.simulateValueUpdate(Data([1]), for: stage.firmware.button)
        }
        #expect(updated == [])
        let heard = try await stage.hear(for: .seconds(60)) { stage.spec.simulateDisconnection() }
        #expect(heard == ["0 spec disconnect 7", "-"])
        #expect(stage.peripheral.state == .connected && !stage.spec.isConnected, "nobody tells the app")
        let cancelled = try await stage.hear { stage.manager.cancelPeripheralConnection(stage.peripheral) }
        #expect(cancelled == ["100 disconnected"])
    }

    @Test("A link after simulateMacChange can be cancelled", .simulated(seed: 4)) func cancelled()
        async throws
    {
        let stage = try await Stage().explore()
        stage.spec.simulateMacChange()
        let heard = try await stage.hear { stage.manager.cancelPeripheralConnection(stage.peripheral) }
        #expect(heard == ["100 spec disconnect -1", "100 disconnected"])
        #expect(!stage.spec.isConnected)
    }
}
