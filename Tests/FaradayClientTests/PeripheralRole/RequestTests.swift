import BluetoothTypes
import FaradayClient
import FaradayTesting
import Testing

@Suite("A local peripheral answers centrals")
struct LocalRequestTests {
    @Test("The heart rate profile serves both ends", .simulated)
    func heartRate() async throws {
        let resets = Notes<RemoteCentral>()
        let service = LocalService(HeartRate.service) {
            LocalCharacteristic(HeartRate.bodySensorLocation, value: .chest)
            LocalCharacteristic(HeartRate.measurement, .notify)
            LocalCharacteristic(HeartRate.controlPoint, .write)
                .onWrite(malformed: RequestRefusal(code: HeartRate.controlPointNotSupported)) {
                    command, central in
                    if command == .resetEnergyExpended { resets.add(central) }
                }
        }
        try await Pair.make(service) { pair, peer in
            #expect(try await peer.read(HeartRate.bodySensorLocation) == .chest)
            try await peer.write(.resetEnergyExpended, to: HeartRate.controlPoint)
            #expect(resets.all.count == 1)
            let refused = await reason { try await peer.write([7], to: HeartRate.controlPoint.path) }
            #expect(refused == .refused(code: 0x80))
            let beat = HeartRate.Measurement(beatsPerMinute: 62, intervals: [991])
            async let first = peer.notifications(of: HeartRate.measurement).first { _ in true }
            for await list in pair.peripheral.subscriberLists(of: HeartRate.measurement) where !list.isEmpty {
                break
            }
            try await pair.peripheral.update(HeartRate.measurement, to: beat)
            #expect(try await first == beat)
        }
    }

    @Test("A handler that takes time is awaited, in the world's time", .simulated)
    func slowHandler() async throws {
        let world = World.current
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.number).onRead { _ in
                await world.pause(.seconds(3))
                return 77
            }
        }
        try await Pair.make(service) { _, peer in
            try await peer.connect()
            let start = world.now
            #expect(try await peer.read(Bench.number) == 77)
            #expect(world.now - start > .seconds(3))
            #expect(world.now - start < .seconds(5))
            #expect(world.foreignJobCount <= 1)
        }
    }

    @Test("A handler finds its own phone, and no deadline of other code", .simulated)
    func surroundings() async throws {
        let world = World.current
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.text).onRead { _ in
                let central = Central()
                await world.pause(.seconds(3))
                try await central.ready()
                return PortEnvironment.current?.portName ?? "none"
            }
        }
        try await Pair.make(service) { pair, peer in
            let peripheral = pair.peripheral
            async let text = peer.read(Bench.text)
            // Whoever calls the library meanwhile may be the one who drives it.
            for _ in 0..<20 {
                try await withDeadline(.seconds(1)) {
                    await world.pause(.milliseconds(100))
                    try await peripheral.ready()
                }
            }
            #expect(try await text == "server")
        }
    }

    @Test("A thrown refusal is the answer, and any other error is Unlikely Error", .simulated)
    func refusals() async throws {
        struct Broken: Error {}
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.number, [.read, .write])
                .onRead { _ in throw RequestRefusal(code: 0x91) }
                .onWrite { value, _ in
                    if value == 1 { throw Broken() }
                    throw RequestRefusal.valueNotAllowed
                }
        }
        try await Pair.make(service) { _, peer in
            #expect(await reason { _ = try await peer.read(Bench.number) } == .refused(code: 0x91))
            #expect(await reason { try await peer.write(1, to: Bench.number) } == .refused(code: 0x0E))
            #expect(await reason { try await peer.write(2, to: Bench.number) } == .refused(code: 0x13))
            let short = await reason { try await peer.write([1], to: Bench.number.path) }
            #expect(short == .refused(code: 0x0D), "the handler gets values only")
        }
    }

    @Test("A long value is asked for once and handed out in parts", .simulated)
    func longRead() async throws {
        let calls = Notes<Int>()
        let value = String(repeating: "0123456789", count: 50)
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.text).onRead { _ in
                calls.add(1)
                return value + "\(calls.all.count)"
            }
        }
        try await Pair.make(service) { _, peer in
            let first = try await peer.read(Bench.text)
            #expect(first == "\(value)1" && calls.all.count == 1)
            let second = try await peer.read(Bench.text)
            #expect(second == "\(value)2", "each read asks anew")
        }
    }

    @Test("A long write comes in one call", .simulated)
    func longWrite() async throws {
        let written = Notes<String>()
        let value = String(repeating: "abcdefghij", count: 50)
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.text, [.write]).onWrite { text, _ in written.add(text) }
            LocalCharacteristic(Bench.bytes, [.read, .write], value: [])
        }
        try await Pair.make(service) { _, peer in
            try await peer.write(value, to: Bench.text)
            #expect(written.all == [value])
            let bytes = (0..<512).map { UInt8($0 & 0xFF) }
            try await peer.write(bytes, to: Bench.bytes)
            #expect(try await peer.read(Bench.bytes) == bytes, "the library keeps the value")
        }
    }

    @Test("Reads get the first value, then what was updated or written", .simulated)
    func keptValue() async throws {
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.number, [.read, .write, .notify], value: 1)
            LocalCharacteristic(Bench.text, [.read, .notify])
        }
        try await Pair.make(service) { pair, peer in
            #expect(try await peer.read(Bench.number) == 1)
            try await pair.peripheral.update(Bench.number, to: 2)
            #expect(try await peer.read(Bench.number) == 2)
            try await peer.write(3, to: Bench.number)
            #expect(try await peer.read(Bench.number) == 3)
            #expect(await reason { _ = try await peer.read(Bench.text) } == .refused(code: 0x0E))
        }
    }

    @Test("Writes of one central to one characteristic are handled in order", .simulated)
    func orderOfWrites() async throws {
        let world = World.current
        let seen = Notes<UInt16>()
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.number, [.writeWithoutResponse]).onWrite { number, _ in
                // Later ones are faster.
                await world.pause(.milliseconds(100 - Int(number)))
                seen.add(number)
            }
        }
        try await Pair.make(service) { _, peer in
            for number in 0..<40 { try await peer.writeWithoutResponse(UInt16(number), to: Bench.number) }
            try await world.run(until: { seen.all.count == 40 })
            #expect(seen.all == Array(0..<40))
        }
    }

    @Test("A control point answers after its write, to the central that asked", .simulated)
    func controlPoint() async throws {
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.command).onRequest(Bench.command) { number, _ in
                number == 0 ? nil : "number \(number)"
            }
        }
        try await Pair.make(service) { pair, peer in
            let early = await reason { try await peer.write(1, to: Bench.command.request) }
            #expect(early == .refused(code: 0xFD))
            async let answer = peer.notifications(of: Bench.command.response).first { _ in true }
            for await list in pair.peripheral.subscriberLists(of: Bench.command.response) where !list.isEmpty
            {
                break
            }
            try await peer.write(0, to: Bench.command.request)
            try await peer.write(5, to: Bench.command.request)
            #expect(try await answer == "number 5")
        }
    }

    @Test("Two services of one type have their own values and handlers", .simulated)
    func twoServices() async throws {
        func service(_ number: UInt16) -> LocalService {
            LocalService(Bench.service) {
                LocalCharacteristic(Bench.number, [.read, .notify], value: number)
                LocalCharacteristic(Bench.text).onRead { _ in "service \(number)" }
            }
        }
        try await Pair.make(service(1), service(2)) { pair, peer in
            let second = ServicePath(Bench.service, index: 1)
            #expect(try await peer.read(Bench.number) == 1)
            #expect(try await peer.read(Bench.number, in: second) == 2)
            #expect(try await peer.read(Bench.text, in: second) == "service 2")
            let published = pair.peripheral.services
            #expect(published.map(\.uuid) == [Bench.service, Bench.service])
            try await pair.peripheral.update(Bench.number, to: 9, in: published[1])
            #expect(try await peer.read(Bench.number) == 1)
            #expect(try await peer.read(Bench.number, in: second) == 9)
            try await pair.peripheral.update(published[0].characteristics[0], to: [8, 0])
            #expect(try await peer.read(Bench.number) == 8)
        }
    }

    @Test("Secondary and included services, descriptors and properties are as described", .simulated)
    func layout() async throws {
        let world = World.current
        let server = world.addPhone(name: "server")
        let peripheral = server.run { LocalPeripheral() }
        let inner = try await peripheral.publish(
            LocalService("AA10", isPrimary: false) {
                LocalCharacteristic(TypedCharacteristic<UInt8>("AA11", of: "AA10"), value: 5)
            })
        let outer = LocalService(Bench.service, includes: [inner]) {
            LocalCharacteristic(
                Bench.number, [.read, .notify], value: 1,
                descriptors: [.userDescription("a number"), .presentationFormat(PresentationFormat(.uint16))])
        }
        try await peripheral.publish(outer)
        async let advertising: Void = peripheral.advertise(services: [Bench.service])
        let central = world.addPhone(name: "client").run { Central() }
        for try await sighting in central.scan(for: [Bench.service]) {
            let peer = sighting.peripheral
            let included = try await peer.includedServices(of: ServicePath(Bench.service))
            #expect(included.map(\.uuid) == ["AA10"])
            let path = ServicePath("AA10", includedIn: ServicePath(Bench.service))
            #expect(try await peer.read(CharacteristicPath("AA11", in: path)) == [5])
            let found = try await peer.characteristics(of: ServicePath(Bench.service))
            #expect(found.map(\.properties) == [[.read, .notify]])
            let descriptors = try await peer.descriptors(of: Bench.number.path)
            #expect(Set(descriptors.map(\.uuid)).isSuperset(of: ["2901", "2904"]))
            let text = try await peer.read(DescriptorPath("2901", of: Bench.number.path))
            #expect(String(decoding: text, as: UTF8.self) == "a number")
            break
        }
        peripheral.stopAdvertising()
        try await advertising
    }

    @Test("A value that needs encryption makes the phones pair", .simulated)
    func encrypted() async throws {
        let service = LocalService(Bench.service) {
            LocalCharacteristic(Bench.number, encrypted: .read).onRead { _ in 4 }
        }
        try await Pair.make(service) { _, peer in
            let number = try await peer.read(Bench.number, within: .seconds(20))
            #expect(number == 4)
        }
    }

    @Test("What the system would not take is an error, not a trap", .simulated)
    func objections() async throws {
        let world = World.current
        let peripheral = world.addPhone().run { LocalPeripheral() }
        let broadcast = LocalService(Bench.service) {
            LocalCharacteristic(Bench.number, [.read, .broadcast], value: 1)
        }
        let refused = await reason { try await peripheral.publish(broadcast) }
        guard case .unpublishable? = refused else {
            Issue.record("published: \(String(describing: refused))")
            return
        }
        let reserved = await reason { try await peripheral.publish(LocalService("180F")) }
        #expect(reserved == .failed)
        let inner = try await peripheral.publish(LocalService("AA10"))
        peripheral.remove(inner)
        let gone = await reason { try await peripheral.publish(LocalService("AA11", includes: [inner])) }
        guard case .unpublishable? = gone else {
            Issue.record("published: \(String(describing: gone))")
            return
        }
        #expect(peripheral.services.isEmpty)
    }
}
