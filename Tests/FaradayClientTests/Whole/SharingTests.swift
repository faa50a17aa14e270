import FaradayClient
import FaradayTesting
import Testing

@Suite("Several centrals of one phone, and what a link says of itself")
struct SharingTests {
    @Test("Two centrals share the link; one goes on when the other disconnects", .simulated)
    func severalCentrals() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let phone = world.addPhone()
        let (one, two) = phone.run { (Central(), Central()) }
        async let first = one.find(.named("HR-1"))
        async let second = two.find(.named("HR-1"))
        let (a, b) = try await (first, second)
        #expect(a.id == b.id && a != b)
        async let level = a.read(Battery.level)
        var count = 0
        for try await _ in b.notifications(of: HeartRate.measurement) {
            count += 1
            if count == 2 {
                #expect(device.connectionCount == 1)
                await a.disconnect()
                #expect(a.connectionState == .disconnected)
            }
            if count == 4 { break }
        }
        #expect(try await level == 87)
        #expect(b.connectionState == .connected)
    }

    @Test("A scan of one central leaves the scan of the other as it is", .simulated)
    func scans() async throws {
        let world = World.current
        world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        world.after(.seconds(5)) { world.add(.battery(name: "Lamp"), at: .meters(2)) }
        let (one, two) = world.addPhone().run { (Central(), Central()) }
        async let lamp = two.find(.advertising([Battery.service]))
        #expect(try await one.find(.advertising([HeartRate.service])).name == "HR-1")
        #expect(try await lamp.name == "Lamp")
    }

    @Test("The strength of the signal on a link", .simulated)
    func signal() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        device.setRSSI(-61)
        #expect(try await strap.readRSSI() == -61)
        device.setRSSI(-72)
        async let one = strap.readRSSI()
        async let two = strap.readRSSI()
        #expect(try await [one, two] == [-72, -72])
    }

    @Test("The longest write: 512 bytes with a response, and what one packet holds without", .simulated)
    func writeLengths() async throws {
        let world = World.current
        var small = DeviceDefinition.heartRateMonitor(name: "small")
        small.preferredMTU = 23
        world.add(small, at: .meters(2))
        world.add(.heartRateMonitor(name: "large"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let (a, b) = try await (central.find(.named("small")), central.find(.named("large")))
        #expect(try await a.maximumWriteLength(withResponse: true) == 512)
        #expect(try await a.maximumWriteLength(withResponse: false) == 20)
        _ = try await b.services()
        #expect(try await b.maximumWriteLength(withResponse: false) > 100)
    }

    @Test("Values of more than 512 bytes are refused without a connection", .simulated)
    func longValues() async throws {
        let world = World.current
        let device = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
        let central = world.addPhone().run { Central() }
        let strap = try await central.find(.named("HR-1"))
        let bytes = [UInt8](repeating: 1, count: 513)
        let value = await #expect(throws: ClientError.self) {
            try await strap.write(bytes, to: HeartRate.controlPoint.path)
        }
        #expect(value?.reason == .valueTooLong(limit: 512))
        #expect(value?.characteristic == HeartRate.controlPoint.uuid)
        let descriptor = await #expect(throws: ClientError.self) {
            try await strap.write(bytes, to: DescriptorPath("2901", of: HeartRate.measurement.path))
        }
        #expect(descriptor?.reason == .valueTooLong(limit: 512))
        #expect(descriptor?.descriptor == "2901")
        #expect(device.connectionCount == 0 && strap.connectionState == .disconnected)
    }
}
