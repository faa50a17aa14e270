import BluetoothTypes
import FaradayClient
import FaradayTesting
import Testing

@Suite("A local peripheral lives with the radio")
struct LocalRadioTests {
    private let service = LocalService(Bench.service) {
        LocalCharacteristic(Bench.stream, .notify)
        LocalCharacteristic(Bench.number, [.read, .notify], value: 7)
    }

    @Test("Power off ends everything exactly once, and the services come back", .simulated)
    func powerOff() async throws {
        let world = World.current
        let handled = Notes<String>()
        let slow = LocalService("AB00") {
            LocalCharacteristic(TypedCharacteristic<UInt8>("AB01", of: "AB00")).onRead { _ in
                handled.add("asked")
                await world.pause(.seconds(5))
                handled.add(Task.isCancelled ? "cancelled" : "answered")
                return 1
            }
        }
        let server = world.addPhone(name: "server")
        let peripheral = server.run { LocalPeripheral() }
        try await peripheral.publish(service)
        try await peripheral.publish(slow)
        let central = world.addPhone(name: "client").run { Central() }
        let ends = Notes<String>()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                let end = await reason { try await peripheral.advertise(services: [Bench.service]) }
                ends.add("advertise \(end == .poweredOff)")
            }
            group.addTask {
                let end = await reason {
                    let peer = try await self.find(central)
                    async let read = peer.read(TypedCharacteristic<UInt8>("AB01", of: "AB00"))
                    for try await _ in peer.notifications(of: Bench.stream) {}
                    _ = try await read
                }
                ends.add("central \(end == .disconnected)")
            }
            group.addTask {
                for await list in peripheral.subscriberLists(of: Bench.stream) where !list.isEmpty { break }
                await withTaskGroup(of: Bool.self) { updates in
                    for number in 0..<200 {
                        updates.addTask {
                            let end = await reason {
                                try await peripheral.update(Bench.stream, to: UInt32(number))
                            }
                            return end == nil || end == .poweredOff
                        }
                    }
                    updates.addTask {
                        try? await world.run(until: { handled.all == ["asked"] })
                        server.setBluetooth(false)
                        return true
                    }
                    var count = 0
                    for await isRight in updates where isRight { count += 1 }
                    ends.add("updates \(count)")
                }
            }
            await group.waitForAll()
        }
        #expect(Set(ends.all) == ["advertise true", "central true", "updates 201"])
        #expect(ends.all.count == 3)
        #expect(peripheral.subscribers(of: Bench.stream).isEmpty)
        #expect(await reason { try await peripheral.ready() } == .poweredOff)
        #expect(await reason { try await peripheral.update(Bench.number, to: 1) } == .poweredOff)
        await world.pause(.seconds(6))
        #expect(handled.all == ["asked", "cancelled"])

        server.setBluetooth(true)
        for await state in peripheral.states where state == .poweredOn { break }
        #expect(!peripheral.isAdvertising)
        try await readAgain(peripheral, central)
    }

    @Test("After a reset the services are published again and the advertisement goes on", .simulated)
    func reset() async throws {
        let world = World.current
        let server = world.addPhone(name: "server")
        let peripheral = server.run { LocalPeripheral() }
        let inner = try await peripheral.publish(LocalService("AA10"))
        try await peripheral.publish(service)
        try await peripheral.publish(LocalService("AA20", includes: [inner]))
        let central = world.addPhone(name: "client").run { Central() }
        let starts = Notes<Int>()
        async let advertising: Void = peripheral.advertise(services: [Bench.service]) { starts.add(1) }
        let peer = try await find(central)
        #expect(try await peer.read(Bench.number) == 7)
        server.restartBluetooth()
        for await state in peripheral.states where state != .poweredOn { break }
        try await peripheral.ready()
        try await peripheral.update(Bench.number, to: 9)
        await world.pause(.seconds(8))
        #expect(starts.all.count == 2)
        let found = try await find(central)
        #expect(try await found.read(Bench.number, within: .seconds(20)) == 9)
        let included = try await found.includedServices(of: ServicePath("AA20"))
        #expect(included.map(\.uuid) == ["AA10"])
        peripheral.stopAdvertising()
        try await advertising
    }

    @Test("Requests wait for Bluetooth and end with their deadlines and tasks", .simulated)
    func waiting() async throws {
        let world = World.current
        let server = world.addPhone()
        server.setRadio(.unknown)
        let peripheral = server.run { LocalPeripheral() }
        let late = await reason {
            try await peripheral.publish(self.service, within: .seconds(1))
        }
        #expect(late == .deadlineExceeded)
        let ready = await reason {
            try await withDeadline(.seconds(2)) { try await peripheral.ready() }
        }
        #expect(ready == .deadlineExceeded)
        async let published = peripheral.publish(service)
        await world.pause(.seconds(1))
        server.setRadio(.on)
        #expect(try await published.uuid == Bench.service)
        #expect(peripheral.services.count == 1)
    }

    @Test("An advertisement ends with its task or when it is stopped; there is one at a time", .simulated)
    func advertising() async throws {
        let world = World.current
        let peripheral = world.addPhone().run { LocalPeripheral() }
        let ends = Notes<String>()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await peripheral.advertise(services: [Bench.service])
                    ends.add("returned")
                } catch {
                    ends.add(error is CancellationError ? "cancelled" : "\(error)")
                }
            }
            await world.pause(.seconds(1))
            #expect(peripheral.isAdvertising)
            let second = await reason { try await peripheral.advertise(name: "other") }
            #expect(second == .alreadyAdvertising)
            group.cancelAll()
        }
        #expect(!peripheral.isAdvertising)
        async let again: Void = peripheral.advertise(services: [Bench.service])
        let central = world.addPhone().run { Central() }
        _ = try await find(central)
        peripheral.stopAdvertising()
        try await again
        #expect(ends.all == ["cancelled"])
        let nobody = await reason {
            try await withDeadline(.seconds(1)) { try await peripheral.ready() }
        }
        #expect(nobody == nil)
    }

    @Test("Several local peripherals of a phone have their own services", .simulated)
    func several() async throws {
        let world = World.current
        let server = world.addPhone(name: "server")
        let first = server.run { LocalPeripheral() }
        let second = server.run { LocalPeripheral() }
        try await first.publish(service)
        try await second.publish(
            LocalService("AB00") {
                LocalCharacteristic(TypedCharacteristic<UInt8>("AB01", of: "AB00")).onRead { _ in 5 }
            })
        async let advertising: Void = first.advertise(services: [Bench.service])
        let peer = try await find(world.addPhone(name: "client").run { Central() })
        #expect(try await peer.read(Bench.number) == 7)
        #expect(try await peer.read(CharacteristicPath("AB01", of: "AB00")) == [5])
        second.removeAll()
        #expect(second.services.isEmpty && first.services.count == 1)
        first.stopAdvertising()
        try await advertising
    }

    @Test("Removing a service ends its subscriptions and refuses its requests", .simulated)
    func removing() async throws {
        let world = World.current
        let slow = TypedCharacteristic<UInt8>("AB01", of: Bench.service)
        let asked = Notes<Bool>()
        let service = LocalService(Bench.service) {
            LocalCharacteristic(slow).onRead { _ in
                asked.add(true)
                await world.pause(.seconds(5))
                return 1
            }
            LocalCharacteristic(Bench.stream, .notify)
        }
        try await Pair.make(service) { pair, peer in
            let peripheral = pair.peripheral
            async let stream = reason { for try await _ in peer.notifications(of: Bench.stream) {} }
            for await list in peripheral.subscriberLists(of: Bench.stream) where !list.isEmpty { break }
            async let read = reason { _ = try await peer.read(slow) }
            try await world.run(until: { asked.all.count == 1 })
            let start = world.now
            peripheral.remove(peripheral.services[0])
            #expect(peripheral.subscribers(of: Bench.stream).isEmpty)
            #expect(await read != nil)
            #expect(await stream != nil)
            #expect(world.now - start < .seconds(4))
        }
    }

    @Test("A released local peripheral ends what waits for it", .simulated)
    func released() async throws {
        let world = World.current
        let server = world.addPhone()
        var peripheral: LocalPeripheral? = server.run { LocalPeripheral() }
        let states = try #require(peripheral).states
        let lists = try #require(peripheral).subscriberLists(of: Bench.stream)
        try await peripheral?.publish(service)
        peripheral = nil
        for await _ in states {}
        for await _ in lists {}
    }

    private func find(_ central: Central) async throws -> Peripheral {
        for try await sighting in central.scan(for: [Bench.service]) { return sighting.peripheral }
        throw CancellationError()
    }

    private func readAgain(_ peripheral: LocalPeripheral, _ central: Central) async throws {
        async let advertising: Void = peripheral.advertise(services: [Bench.service])
        let peer = try await find(central)
        #expect(try await peer.read(Bench.number, within: .seconds(20)) == 7)
        peripheral.stopAdvertising()
        try await advertising
    }
}
