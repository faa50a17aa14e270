import BluetoothHost
import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradaySimulation

/// What becomes of clients' requests, without a host.
@Suite struct DeviceRequestsTests {
    private static let services = [
        DeviceService("FF00") {
            DeviceCharacteristic("FF01", [.read, .write], value: [1, 2, 3]).onRead { _ in [9] }
            DeviceCharacteristic("FF02", [.read, .write], value: [4, 5]).onWrite { _ in }
            DeviceCharacteristic("FF03", [.read, .write], value: [6])
                .gated(reads: AnswerGate(), writes: AnswerGate())
        },
        DeviceService("FF10", includes: ["FF00", "FF20"]) {
            DeviceCharacteristic("FF01", [.read])
                .with(descriptors: [
                    DeviceDescriptor("2901", value: [5]).onRead { _, answer in answer(.success([7])) },
                    DeviceDescriptor("2904", value: [6]).onWrite { _, answer in answer(.success(())) },
                ])
        },
        DeviceService("FF20"),
    ]

    private static func database() -> DeviceDatabase {
        typealias Handles = GATT.ServiceHandles
        var database = DeviceDatabase()
        database.add(
            services[0], at: 0,
            Handles(
                range: .init(first: 1, last: 16),
                characteristics: [3, 5, 7].map { .init(value: $0, descriptors: []) }))
        database.add(
            services[1], at: 1,
            Handles(
                range: .init(first: 17, last: 32), characteristics: [.init(value: 19, descriptors: [21, 22])])
        )
        return database
    }

    private static func text(_ read: DeviceDatabase.Read) -> String {
        switch read {
        case .answer(.success(let value)): "\(value)"
        case .answer(.failure(.error(let code))): "\(code)"
        case .answer(.failure(let failure)): "\(failure)"
        case .wait: "waits"
        case .ask(_, let uuid): "asks \(uuid)"
        case .askDescriptor(_, let name): "asks \(name.uuid) of \(name.characteristic)"
        }
    }

    private static func text(_ write: DeviceDatabase.Write) -> String {
        switch write {
        case .refuse(let code): "\(code)"
        case .wait: "waits"
        case .ask(_, let uuid): "asks \(uuid)"
        case .askDescriptor(_, let name): "asks \(name.uuid) of \(name.characteristic)"
        case .store(let kind): "stores \(kind)"
        }
    }

    /// A request, and what becomes of it as a read and as a write.
    struct Row: Sendable, CustomTestStringConvertible {
        let rule: String
        let handle: ATT.Handle
        var offset = 0
        var hasPassed = false
        let read: String
        let write: String
        var testDescription: String { rule }
    }

    private static let rows = [
        Row(
            rule: "Its read handler has the value", handle: 3, read: "asks FF01",
            write: "stores characteristic"),
        Row(rule: "Its write handler decides", handle: 5, read: "[4, 5]", write: "asks FF02"),
        Row(rule: "A part of a stored value", handle: 5, offset: 1, read: "[5]", write: "asks FF02"),
        Row(rule: "Beyond a stored value", handle: 5, offset: 3, read: "Invalid Offset", write: "asks FF02"),
        Row(rule: "A gate comes first", handle: 7, read: "waits", write: "waits"),
        Row(
            rule: "A gate is passed once", handle: 7, hasPassed: true, read: "[6]",
            write: "stores characteristic"),
        Row(
            rule: "A descriptor's read handler", handle: 21, read: "asks 2901 of FF01",
            write: "stores descriptor"),
        Row(rule: "A descriptor's write handler", handle: 22, read: "[6]", write: "asks 2904 of FF01"),
        Row(
            rule: "Only characteristics pass gates", handle: 22, hasPassed: true, read: "Unlikely Error",
            write: "Unlikely Error"),
        Row(rule: "Nothing is there", handle: 40, read: "Unlikely Error", write: "Unlikely Error"),
        Row(
            rule: "It was removed at the gate", handle: 40, hasPassed: true, read: "Unlikely Error",
            write: "Unlikely Error"),
    ]

    @Test(arguments: rows) func whatBecomesOfARequest(_ row: Row) {
        let database = Self.database()
        let read = database.read(
            row.handle, at: row.offset, hasPassed: row.hasPassed, in: Self.services)
        let write = database.write(row.handle, hasPassed: row.hasPassed, in: Self.services)
        #expect(Self.text(read) == row.read)
        #expect(Self.text(write) == row.write)
    }

    @Test func onlyACharacteristicHasAPlaceWhenItsValueIsStored() {
        var database = Self.database()
        let places = [
            database.store(.init(handle: 5, offset: 1, value: [8]), in: .characteristic),
            database.store(.init(handle: 22, offset: 0, value: [9]), in: .descriptor),
            database.store(.init(handle: 40, offset: 0, value: [9]), in: .characteristic),
        ]
        #expect(places == [1, nil, nil])
        #expect(database.characteristics[1].value == [4, 8])
        #expect(database.descriptors.map(\.value) == [[5], [9]])
    }

    @Test func theHostsAnswerIsTakenOnce() {
        var database = Self.database()
        let answers = [database.takeAddition(), database.takeAddition()]
        #expect(answers == [.success(.init(first: 17, last: 32)), nil])
        database.additionFailed(.handlesExhausted)
        #expect(database.takeAddition() == .failure(.handlesExhausted))
    }

    @Test func aServiceNamesLaterServicesWhenTheyAreThere() {
        #expect(Self.services.earlierIncludes(of: 1, [1]) == [1, 0])
        #expect(Self.services.laterIncludes(of: 1, [1, 17, 33]) == [33])
        #expect(Self.services.laterIncludes(of: 1, [1, 17]) == [])
        #expect(Self.services.laterIncludes(of: 0, [1, 17, 33]) == nil)
    }

    @Test func aCharacteristicIsFoundInItsService() {
        let database = Self.database()
        #expect(database.places(of: "FF01", in: "FF00", Self.services) == [0])
        #expect(database.places(of: "FF01", in: "FF10", Self.services) == [3])
        #expect(database.places(of: "FF02", in: "FF10", Self.services) == [])
    }
}
