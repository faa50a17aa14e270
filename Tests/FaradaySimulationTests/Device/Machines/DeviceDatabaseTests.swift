import BluetoothHost
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import FaradaySimulation

/// A device's attributes and their subscribers, without a host.
@Suite struct DeviceDatabaseTests {
    private static let services = [
        DeviceService("FF00") {
            DeviceCharacteristic("FF01", [.read, .write], value: [1, 2, 3]).onRead { _ in [9] }
            DeviceCharacteristic("FF02", [.read, .notify], value: [4])
        },
        DeviceService("FF10") {
            DeviceCharacteristic("FF01", [.notify])
                .with(descriptors: [
                    DeviceDescriptor("2901", value: [5]), DeviceDescriptor("2904", value: [6]),
                ])
        },
    ]

    private static func handles(_ first: ATT.Handle, _ values: [(ATT.Handle, [ATT.Handle])])
        -> GATT.ServiceHandles
    {
        .init(
            range: .init(first: first, last: first + 15),
            characteristics: values.map { .init(value: $0.0, descriptors: $0.1) })
    }

    private static func database() -> DeviceDatabase {
        var database = DeviceDatabase()
        database.add(services[0], at: 0, handles(1, [(3, []), (5, [])]))
        database.add(services[1], at: 1, handles(17, [(19, [21, 22])]))
        return database
    }

    @Test func everyHandleHasItsPlace() {
        let database = Self.database()
        let places: [ATT.Handle: DeviceAttributePlace] = [
            1: .service(0), 3: .characteristic(service: 0, 0), 5: .characteristic(service: 0, 1),
            17: .service(1), 19: .characteristic(service: 1, 0),
            21: .descriptor(service: 1, characteristic: 0, 0),
            22: .descriptor(service: 1, characteristic: 0, 1),
        ]
        for handle in ATT.Handle(0)...40 {
            #expect(database.place(of: handle, services: [1, 17]) == places[handle])
        }
        #expect(database.item(at: 1, in: Self.services).uuid == "FF02")
        #expect(database.brokenInvariant(Self.services) == nil)
    }

    @Test func onlyValuesThatTheDeviceAnswersAreHere() {
        var database = Self.database()
        #expect(database.characteristics.map(\.value) == [[1, 2, 3], [], []])
        let (kept, stored) = (database.setValue([7, 8], at: 0), database.setValue([7], at: 1))
        #expect(kept && !stored)
        database.store(.init(handle: 3, offset: 1, value: [5, 6]), at: 0)
        database.store(.init(handle: 5, offset: 0, value: [5, 6]), at: 1)
        database.storeDescriptor(.init(handle: 22, offset: 0, value: [1]))
        #expect(database.characteristics.map(\.value) == [[7, 5, 6], [], []])
        #expect(database.descriptors.map(\.value) == [[5], [1]])
    }

    /// Core 6.0, Vol 3, Part F, 3.4.4.5.
    @Test(arguments: [(0, [1, 2, 3]), (2, [3]), (3, []), (4, nil)] as [(Int, [UInt8]?)])
    func aReadBeyondTheValueIsAnError(offset: Int, part: [UInt8]?) {
        let answer = DeviceDatabase.part(of: [1, 2, 3], offset)
        #expect(answer == (part.map { .success($0) } ?? .failure(.error(.invalidOffset))))
    }

    @Test func subscriptionsAreNewOnlyOnce() {
        var database = Self.database()
        let link = Host.LinkID(1)
        let first = database.subscribe(link, .notifications, at: 2)
        let again = database.subscribe(link, .indications, at: 2)
        #expect(first && !again)
        #expect(database.characteristics[2].subscribers.map(\.kinds) == [.indications])
        // Two characteristics have this type; one is heard.
        #expect(database.isHeard("FF01", in: Self.services) && !database.isHeard("FF02", in: Self.services))
        let ended = database.unsubscribe(link, at: 2)
        let endedAgain = database.unsubscribe(link, at: 2)
        #expect(ended && !endedAgain)
        #expect(!database.isHeard("FF01", in: Self.services))
    }

    @Test func servicesThatMoveKeepTheirAttributes() {
        var database = Self.database()
        database.removeCharacteristic(at: 1)
        database.removeCharacteristic(at: 0)
        database.moveServices(to: [1: 0])
        database.services = [17]
        #expect(database.place(of: 21, services: [17]) == .descriptor(service: 0, characteristic: 0, 0))
        #expect(database.brokenInvariant([Self.services[1]]) == nil)
        database.removeCharacteristic(at: 0)
        #expect(database.descriptors.isEmpty)
    }

    @Test func noChangeBreaksTheInvariant() {
        var random = Entropy(seed: 5).stream("database")
        for _ in 0..<randomCases(200) {
            var database = Self.database()
            for _ in 0..<40 where !database.characteristics.isEmpty {
                let index = Int(random.below(UInt64(database.characteristics.count)))
                let link = Host.LinkID(UInt32(random.below(3)))
                switch random.below(12) {
                case 0: database.removeCharacteristic(at: index)
                case 1..<5: _ = database.subscribe(link, .notifications, at: index)
                case 5..<8: _ = database.unsubscribe(link, at: index)
                case 8: _ = database.setValue([1], at: index)
                default: database.store(.init(handle: 3, offset: Int(random.below(9)), value: [2]), at: index)
                }
                #expect(database.brokenInvariant(Self.services) == nil)
            }
        }
    }

    @Test func aReplacementNamesWhatIsImpossible() throws {
        func error(_ new: [DeviceService], _ keeping: [Int?]) -> DeviceServicesError? {
            do {
                try ServiceReplacement(present: Self.services, new: new, keeping: keeping).check()
                return nil
            } catch {
                return error
            }
        }
        let (one, two) = (Self.services[0], Self.services[1])
        #expect(error([one], []) == .keepingDoesNotMatch)
        #expect(error([one], [2]) == .notThere(0))
        #expect(error([one, one], [0, 0]) == .notThere(1))
        #expect(error([one], [1]) == .differs(0))
        #expect(error([DeviceService("FF20", includes: ["FF30"])], [nil]) == .unknownIncludedService("FF30"))
        let long = DeviceService("FF20") {
            DeviceCharacteristic("FF21", .read, value: [UInt8](repeating: 0, count: 513))
        }
        #expect(error([long], [nil]) == .valueTooLong(513))
        #expect(error([two, one], [1, 0]) == nil)
        let replacement = ServiceReplacement(
            present: Self.services, new: [DeviceService("FF20"), two, one], keeping: [nil, 1, 0])
        #expect(replacement.kept == [0, 1] && replacement.places == [1: 1, 0: 2])
        let cut = replacement.cut(to: 0)
        #expect(cut.services.map(\.uuid) == ["FF10", "FF00"])
        #expect(cut.kept == [1, 0] && cut.places == [1: 0, 2: 1])
    }
}
