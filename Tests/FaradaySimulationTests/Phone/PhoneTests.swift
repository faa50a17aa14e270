import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct PhoneTests {
    @Test func managersFindTheirPhoneInsideRun() async {
        let world = World()
        let phones = [world.addPhone(name: "a"), world.addPhone(name: "b")]
        #expect(phones[1].run { PortEnvironment.resolve()?.portName } == "b")
        let nested = phones[0].run { phones[1].run { PortEnvironment.resolve()?.portName } }
        #expect(nested == "b")
        let inTask = await phones[0].run { await Task { PortEnvironment.resolve()?.portName }.value }
        #expect(inTask == "a")
    }

    @Test func theOnlyPhoneIsKnownAsLongAsItIsTheOnlyOne() {
        let world = World()
        #expect(world.onlyPhone == nil)
        let first = world.addPhone(name: "first")
        #expect(world.onlyPhone?.id == first.id)
        #expect(world.onlyPhone?.name == "first")
        world.addPhone()
        #expect(world.onlyPhone == nil)
        #expect(world.phoneCount == 2)
    }

    @Test func aMoveForSomeTimeEndsWhereItBegan() throws {
        let world = World()
        let phone = world.addPhone(at: .meters(3))
        phone.move(to: .outOfRange, for: .seconds(30))
        #expect(phone.position == .outOfRange)
        try world.run(for: .seconds(29))
        #expect(phone.position == .outOfRange)
        try world.run(for: .seconds(1))
        #expect(phone.position == .meters(3))
    }

    @Test func aManagerHearsOfTheRadioOnceAndLater() throws {
        let world = World()
        let central = TestCentral(world.addPhone())
        #expect(central.events.isEmpty)
        try world.run(until: { central.isOn })
        #expect(central.events == [.stateChanged(.poweredOn)])
        #expect(world.now > .zero)
    }

    @Test func nothingFollowsAClose() throws {
        let world = World()
        let phone = world.addPhone()
        let closed = TestCentral(phone)
        let open = TestCentral(phone)
        closed.port.close()
        try world.run(until: { open.isOn })
        #expect(closed.events.isEmpty)
        closed.port.close()
        #expect(closed.port.send(.stopScan) == closed.port.send(.stopScan))
    }

    @Test func whatWaitsForAManagerIsDroppedWhenItCloses() throws {
        let world = World()
        let phone = world.addPhone()
        let victims = Lock<[TestCentral]>([])
        // Both get the state at the same instant; the first one closes the second.
        let first = TestCentral(phone) { _, _ in victims.withLock { $0 }.forEach { $0.port.close() } }
        let second = TestCentral(phone)
        victims.withLock { $0 = [second] }
        try world.run(for: .seconds(1))
        #expect(first.isOn)
        #expect(second.events.isEmpty)
    }

    @Test func managersThatAreGoneHearNothing() throws {
        let world = World()
        let phone = world.addPhone()
        let heard = Recorder()
        do {
            let central = TestCentral(phone) { _, _ in heard.add("heard") }
            #expect(central.events.isEmpty)
        }
        try world.run(for: .seconds(1))
        #expect(heard.lines.isEmpty)
    }

    @Test func aDeviceThatWasSwitchedOnMeanwhileGetsItsFirmwareAllTheSame() throws {
        let world = World()
        let device = world.add(DeviceDefinition(name: "old") { DeviceAdvertising() })
        let central = TestCentral(world.addPhone())
        try world.run(until: { central.isOn })
        device.install(DeviceDefinition(name: "new") { DeviceAdvertising() }, restartingAfter: .seconds(1))
        device.powerOn()
        try world.run(for: .seconds(2))
        _ = central.port.send(.scan(Central.ScanRequest()))
        try world.run(for: .seconds(5))
        let found = central.events.compactMap {
            if case .discovered(let peer, let keys, _) = $0 { (peer, keys.localName) } else { nil }
        }
        #expect(Set(found.compactMap(\.1)) == ["new"])
        let peer = try #require(found.first?.0)
        _ = central.port.send(.connect(peer.identifier, Central.ConnectOptions()))
        try world.run(for: .seconds(2))
        #expect(device.connectionCount == 1)
    }
}
