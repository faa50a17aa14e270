import FaradayClient
import FaradayTesting
import Testing

@Suite("Attributes of which there are several are named by their paths")
struct PathTests {
    private static let board = DeviceDefinition(name: "Board") {
        DeviceAdvertising(services: ["180F"])
        DeviceService("180F") { DeviceCharacteristic(Battery.level, .read, value: 11) }
        DeviceService("180F", includes: ["A100"]) {
            DeviceCharacteristic(Battery.level, [.read, .notify], value: 22)
        }
        DeviceService("A100", isPrimary: false) {
            DeviceCharacteristic("A101", .read, value: [1], descriptors: [.userDescription("left")])
            DeviceCharacteristic(
                "A101", [.read, .write], value: [2],
                descriptors: [
                    .userDescription("right"), .stored("2904", [4, 0, 0, 0, 0, 0, 0], isWritable: true),
                ])
        }
    }

    private static func connected() async throws -> (Device, Peripheral) {
        let world = World.current
        let device = world.add(board, at: .meters(2))
        let central = world.addPhone().run { Central() }
        return (device, try await central.find(.named("Board")))
    }

    @Test("Two services of one type", .simulated)
    func services() async throws {
        let (device, board) = try await Self.connected()
        let second = ServicePath("180F", index: 1)
        #expect(try await board.read(Battery.level) == 11)
        #expect(try await board.read(Battery.level, in: second) == 22)
        #expect(try await board.services(["180F"]).map(\.path) == [ServicePath("180F"), second])
        let error = await #expect(throws: ClientError.self) {
            try await board.read(Battery.level, in: ServicePath("180F", index: 2))
        }
        #expect(error?.reason == .servicesNotFound(["180F"]))
        device.update(service: 1, characteristic: 0, [33])
        #expect(try await board.read(Battery.level, in: second) == 33)
        #expect(try await board.read(Battery.level) == 11)
    }

    @Test("Notifications of the second of two services", .simulated)
    func notifications() async throws {
        let (device, board) = try await Self.connected()
        World.current.after(.seconds(5)) { device.update(service: 1, characteristic: 0, [44]) }
        let second = ServicePath("180F", index: 1)
        for try await level in board.notifications(of: Battery.level, in: second) {
            #expect(level == 44)
            break
        }
    }

    @Test("A service that another one includes", .simulated)
    func included() async throws {
        let (_, board) = try await Self.connected()
        let includer = ServicePath("180F", index: 1)
        let path = ServicePath("A100", includedIn: includer)
        #expect(try await board.read(CharacteristicPath("A101", in: path)) == [1])
        let list = try await board.includedServices(of: includer)
        #expect(list.map(\.path) == [path])
        #expect(list.map(\.isPrimary) == [false])
        let error = await #expect(throws: ClientError.self) {
            try await board.includedServices(of: ServicePath("180F"), ["A100"])
        }
        #expect(error?.reason == .servicesNotFound(["A100"]))
    }

    @Test("Two characteristics of one type, and their descriptors", .simulated)
    func descriptors() async throws {
        let (_, board) = try await Self.connected()
        let service = ServicePath("A100", includedIn: ServicePath("180F", index: 1))
        let right = CharacteristicPath("A101", index: 1, in: service)
        #expect(try await board.read(right) == [2])
        #expect(
            try await board.characteristics(of: service).map(\.path) == [
                CharacteristicPath("A101", in: service), right,
            ])
        #expect(try await board.read(DescriptorPath("2901", of: right)) == Array("right".utf8))
        let left = CharacteristicPath("A101", in: service)
        #expect(try await board.read(DescriptorPath("2901", of: left)) == Array("left".utf8))
        let format = DescriptorPath("2904", of: right)
        #expect(try await board.descriptors(of: right).map(\.uuid) == ["2901", "2904"])
        try await board.write([6, 0, 0, 0, 0, 0, 0], to: format)
        #expect(try await board.read(format) == [6, 0, 0, 0, 0, 0, 0])
        let error = await #expect(throws: ClientError.self) {
            try await board.read(DescriptorPath("2904", of: left))
        }
        #expect(error?.reason == .descriptorsNotFound(["2904"]))
        #expect(error?.descriptor == "2904")
    }
}
