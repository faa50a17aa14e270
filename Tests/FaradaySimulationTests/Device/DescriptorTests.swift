import BluetoothPort
import BluetoothTypes
import Testing

@testable import FaradaySimulation

@Suite struct DeviceDescriptorTests {
    private static func definition(_ heard: Recorder) -> DeviceDefinition {
        advertiser([
            DeviceService("A000") {
                DeviceCharacteristic("A001", .read)
                DeviceCharacteristic("A002", [.read, .notify], descriptors: [.userDescription("first")])
                    .with(descriptors: [
                        DeviceDescriptor("B001")
                            .onRead(answering: { read, answer in
                                heard.add("read \(read.characteristic) \(read.descriptor)")
                                answer(.success([1, 2, 3]))
                            })
                            .onWrite(answering: { write, answer in
                                heard.add("write \(write.value)")
                                answer(
                                    write.value.isEmpty ? .failure(.error(.valueNotAllowed)) : .success(()))
                            }),
                        DeviceDescriptor("B002", value: [4]).onWrite(answering: { _, answer in
                            answer(.success(()))
                        }),
                        DeviceDescriptor("B003", value: [5]),
                    ])
            },
            DeviceService("A010"),
        ])
    }

    @Test("Descriptors call their handlers, and store values without handlers")
    func handlers() throws {
        let (world, heard) = (World(), Recorder())
        let app = try LinkedApp(in: world, to: world.add(Self.definition(heard)))
        let found = try app.descriptors(of: app.characteristics[0][1].identifier)
        #expect(found.map(\.uuid) == ["2902", "2901", "B001", "B002", "B003"])
        func read(_ place: Int) throws -> Result<[UInt8], PortError> {
            let id = found[place].identifier
            return try app.after(.readDescriptor(app.peer, id)) {
                if case .descriptorValue(_, id, let result) = $0 { result } else { nil }
            }
        }
        func write(_ place: Int, _ value: [UInt8]) throws -> PortError? {
            let id = found[place].identifier
            return try app.after(.writeDescriptor(app.peer, id, value)) { event -> PortError?? in
                if case .descriptorWritten(_, id, let error) = event { .some(error) } else { nil }
            }
        }
        #expect(try read(1) == .success(Array("first".utf8)))
        #expect(try read(2) == .success([1, 2, 3]))
        #expect(try write(2, [9]) == nil)
        #expect(try write(2, []) == .att(code: 0x13))
        #expect(heard.lines == ["read A002 B001", "write [9]", "write []"])
        #expect(try read(3) == .success([4]))
        #expect(try write(3, [8, 8]) == nil)
        #expect(try read(3) == .success([8, 8]))
        #expect(try read(4) == .success([5]))
        #expect(try write(4, [6]) == nil)
        #expect(try read(4) == .success([6]))
    }

    @Test("Every attribute that an app can hold has a place in the definition")
    func places() throws {
        let world = World()
        let device = world.add(Self.definition(Recorder()))
        let app = try LinkedApp(in: world, to: device)
        func place(_ identifier: AttributeIdentifier) -> DeviceAttributePlace? {
            device.place(ofHandle: identifier.rawValue)
        }
        #expect(app.services.map { place($0.identifier) } == [.service(0), .service(1)])
        #expect(
            app.characteristics[0].map { place($0.identifier) } == [
                .characteristic(service: 0, 0), .characteristic(service: 0, 1),
            ])
        let found = try app.descriptors(of: app.characteristics[0][1].identifier)
        #expect(
            found.map { place($0.identifier) } == [
                nil, nil, .descriptor(service: 0, characteristic: 1, 0),
                .descriptor(service: 0, characteristic: 1, 1), .descriptor(service: 0, characteristic: 1, 2),
            ])
        for handle: UInt64 in 0...13 { #expect(device.place(ofHandle: handle) == nil) }
        #expect(device.place(ofHandle: 0xFFFF) == nil)
    }

    @Test("An update by place reaches one of two characteristics with the same UUID")
    func updates() throws {
        let world = World()
        let device = world.add(
            advertiser([
                DeviceService("A000") { DeviceCharacteristic("A001", [.read, .notify]) },
                DeviceService("A000") { DeviceCharacteristic("A001", [.read, .notify]).onRead { _ in [0] } },
            ]))
        let app = try LinkedApp(in: world, to: device)
        let ids = app.characteristics.map { $0[0].identifier }
        for id in ids { try app.subscribe(to: id) }
        let count = app.central.events.count
        #expect(device.update(service: 1, characteristic: 0, [1]))
        #expect(!device.update(service: 2, characteristic: 0, [1]))
        device.update(service: 0, characteristic: 0, [2])
        try world.run(for: .seconds(1))
        #expect(ids.map { app.values(of: $0, since: count) } == [[[2]], [[1]]])
        #expect(try app.read(ids[0]) == .success([2]))
    }
}
