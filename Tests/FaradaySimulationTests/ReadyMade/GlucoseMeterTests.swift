import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import Testing

@testable import FaradaySimulation

extension LinkedApp {
    func identifier(of uuid: BluetoothUUID) throws -> AttributeIdentifier {
        try #require(characteristics.joined().first { $0.uuid == uuid }).identifier
    }

    /// Subscribes to all of these.
    func subscribe(to uuids: BluetoothUUID...) throws {
        for uuid in uuids { try subscribe(to: identifier(of: uuid)) }
    }

    /// Everything that these characteristics sent while `body` ran and for `time` after it, in order.
    func received(
        _ uuids: BluetoothUUID..., within time: Nanoseconds = .seconds(1), after body: () throws -> Void
    ) throws -> [(uuid: BluetoothUUID, value: [UInt8])] {
        let count = central.events.count
        try body()
        try world.run(for: time)
        let names = try uuids.map { (try identifier(of: $0), $0) }
        return central.events.dropFirst(count).compactMap { event in
            guard case .characteristicValue(_, let found, .success(let value)) = event else { return nil }
            return names.first { $0.0 == found }.map { ($0.1, value) }
        }
    }
}

@Suite("The glucose meter")
struct GlucoseMeterTests {
    typealias Request = RecordAccess.Request
    typealias Response = RecordAccess.Response

    let world = World(seed: 7)
    let meter: Device
    let app: LinkedApp
    let access: AttributeIdentifier

    init() throws {
        meter = world.add(.glucoseMeter(records: 5, measuringEvery: .hours(1)))
        app = try LinkedApp(in: world, to: meter)
        access = try app.identifier(of: RecordAccess.uuid)
    }

    func subscribe() throws {
        try app.subscribe(
            to: Glucose.measurement.uuid, Glucose.measurementContext.uuid, RecordAccess.uuid)
    }

    /// Writes a request; returns what the control point indicated, and the records before it.
    func ask(_ request: Request) throws -> (records: [Glucose.Measurement], response: Response?) {
        let found = try app.received(Glucose.measurement.uuid, RecordAccess.uuid) { () throws in
            #expect(try app.write(request.bytes, to: access) == nil)
        }
        #expect(found.dropLast().allSatisfy { $0.uuid == Glucose.measurement.uuid })
        let records = try found.dropLast().map { try Glucose.Measurement(bytes: $0.value) }
        return (records, try found.last.map { try Response(bytes: $0.value) })
    }

    @Test("It advertises the service, and has its features")
    func advertising() throws {
        #expect(app.services.contains { $0.uuid == Glucose.service })
        let seen = app.central.events.contains {
            if case .discovered(_, let seen, _) = $0 { seen.serviceUUIDs == [Glucose.service] } else { false }
        }
        #expect(seen)
        let value = try app.read(app.identifier(of: Glucose.feature.uuid)).get()
        #expect(try Glucose.Features(bytes: value).contains(.lowBatteryDetection))
    }

    @Test("All records come in order, each with its context behind it, and then the response")
    func reportAll() throws {
        try subscribe()
        let found = try app.received(
            Glucose.measurement.uuid, Glucose.measurementContext.uuid, RecordAccess.uuid
        ) { () throws in
            #expect(try app.write(Request.reportAll.bytes, to: access) == nil)
        }
        var (numbers, expected, contexts): ([UInt16], UInt16?, Int) = ([], nil, 0)
        for (uuid, value) in found.dropLast() {
            if let number = expected {
                #expect(uuid == Glucose.measurementContext.uuid)
                #expect(try Glucose.Context(bytes: value).sequenceNumber == number)
                (expected, contexts) = (nil, contexts + 1)
            } else {
                #expect(uuid == Glucose.measurement.uuid)
                let record = try Glucose.Measurement(bytes: value)
                numbers.append(record.sequenceNumber)
                expected = record.contextFollows ? record.sequenceNumber : nil
            }
        }
        #expect(numbers == [1, 2, 3, 4, 5])
        #expect((1...4).contains(contexts))
        let last = try #require(found.last)
        #expect(try Response(bytes: last.value) == .ended(.reportStoredRecords, .success))
    }

    @Test("Requests choose records by number, by time, the first and the last")
    func choosing() throws {
        try subscribe()
        let all = try ask(.reportAll).records
        #expect(Set(all.map { $0.concentration?.amount }).count > 1)
        let third = try #require(all[2].userFacingTime)
        let rows: [(Request, [UInt16])] = [
            (.reportFirst, [1]), (.reportLast, [5]), (.reportStored(from: 4), [4, 5]),
            (.report(.upTo(2)), [1, 2]), (.reportStored(from: 2, to: 3), [2, 3]),
            (.reportStored(from: third), [3, 4, 5]), (.reportStored(from: third, to: third), [3]),
        ]
        for (request, numbers) in rows {
            let found = try ask(request)
            #expect(found.records.map(\.sequenceNumber) == numbers)
            #expect(found.response == .ended(.reportStoredRecords, .success))
        }
        #expect(try ask(.reportStored(from: 6)).response == .ended(.reportStoredRecords, .noRecordsFound))
    }

    @Test("Records are counted and deleted")
    func deleting() throws {
        try app.subscribe(to: RecordAccess.uuid)
        #expect(try ask(.countAll).response == .numberOfRecords(5))
        #expect(try ask(.countStored(from: 4)).response == .numberOfRecords(2))
        #expect(try ask(.countStored(from: 9)).response == .numberOfRecords(0))
        #expect(try ask(.deleteStored(from: 2, to: 3)).response == .ended(.deleteStoredRecords, .success))
        #expect(try ask(.countAll).response == .numberOfRecords(3))
        #expect(try ask(.deleteAll).response == .ended(.deleteStoredRecords, .success))
        #expect(try ask(.deleteAll).response == .ended(.deleteStoredRecords, .noRecordsFound))
    }

    @Test("It measures again from time to time, and sends nothing by itself")
    func measuring() throws {
        try subscribe()
        let quiet = try app.received(Glucose.measurement.uuid, within: .hours(3)) {}
        #expect(quiet.isEmpty)
        let last = try ask(.reportLast).records
        #expect(last.map(\.sequenceNumber) == [8])
        #expect(last.first?.baseTime == DateTime(year: 2026, month: 1, day: 1, hour: 11))
    }

    @Test(
        "A malformed request is answered with a response code",
        arguments: [
            ([9, 1], .opcodeNotSupported), ([5, 0], .opcodeNotSupported), ([1, 0], .invalidOperator),
            ([1, 9], .operatorNotSupported), ([1, 1, 0], .invalidOperand),
            ([1, 4, 1, 3, 0, 2, 0], .invalidOperand), ([1, 3, 7, 1, 0], .operandNotSupported),
            ([3, 1], .invalidOperator), ([3, 0, 0], .invalidOperand), ([3, 0], .success),
        ] as [([UInt8], RecordAccess.ResponseCode)])
    func malformed(bytes: [UInt8], code: RecordAccess.ResponseCode) throws {
        try subscribe()
        let response = try ask(Request(bytes: bytes)).response
        #expect(response == .ended(RecordAccess.Opcode(rawValue: bytes[0]), code))
    }

    @Test(
        "Without its subscriptions, the control point refuses requests with 0x81; half a request is too short"
    )
    func subscriptions() throws {
        #expect(try app.write(Request.countAll.bytes, to: access) == .att(code: 0x81))
        try app.subscribe(to: RecordAccess.uuid)
        #expect(try app.write(Request.countAll.bytes, to: access) == nil)
        try world.run(for: .seconds(1))
        #expect(try app.write(Request.reportAll.bytes, to: access) == .att(code: 0x81))
        #expect(try app.write([1], to: access) == .att(code: 0x0D))
    }

    @Test("A report is aborted; until then, other requests are refused with 0x80")
    func aborting() throws {
        let meter = world.add(.glucoseMeter(name: "Full", records: 400))
        let app = try LinkedApp(in: world, to: meter)
        let access = try app.identifier(of: RecordAccess.uuid)
        try app.subscribe(to: Glucose.measurement.uuid, RecordAccess.uuid)
        let found = try app.received(Glucose.measurement.uuid, RecordAccess.uuid) { () throws in
            #expect(try app.write(Request.reportAll.bytes, to: access) == nil)
            #expect(try app.write(Request.deleteAll.bytes, to: access) == .att(code: 0x80))
            #expect(try app.write(Request.abort.bytes, to: access) == nil)
        }
        #expect((1..<100).contains(found.count))
        #expect(try Response(bytes: found.last?.value ?? []) == .ended(.abortOperation, .success))
        let later = try app.received(Glucose.measurement.uuid, RecordAccess.uuid) { () throws in
            #expect(try app.write(Request.countAll.bytes, to: access) == nil)
        }
        #expect(later.map(\.value) == [Response.numberOfRecords(400).bytes])
    }

    @Test("The end of the link ends a report")
    func disconnecting() throws {
        let meter = world.add(.glucoseMeter(name: "Full", records: 400))
        let app = try LinkedApp(in: world, to: meter)
        let access = try app.identifier(of: RecordAccess.uuid)
        try app.subscribe(to: Glucose.measurement.uuid, RecordAccess.uuid)
        #expect(try app.write(Request.reportAll.bytes, to: access) == nil)
        meter.disconnect()
        try world.run(for: .seconds(2))
        let next = try LinkedApp(in: world, to: meter)
        try next.subscribe(to: RecordAccess.uuid, Glucose.measurement.uuid)
        let found = try next.received(Glucose.measurement.uuid, RecordAccess.uuid) { () throws in
            #expect(
                try next.write(Request.reportLast.bytes, to: next.identifier(of: RecordAccess.uuid)) == nil)
        }
        #expect(found.map(\.uuid) == [Glucose.measurement.uuid, RecordAccess.uuid])
    }

    @Test("Records go to the central that asked; another one waits until they are sent")
    func twoCentrals() throws {
        var definition = DeviceDefinition.glucoseMeter(name: "Shared", records: 100)
        definition.advertising[0].continuesWhileConnected = true
        let meter = world.add(definition)
        let apps = [try LinkedApp(in: world, to: meter), try LinkedApp(in: world, to: meter)]
        for app in apps { try app.subscribe(to: Glucose.measurement.uuid, RecordAccess.uuid) }
        let accesses = try apps.map { try $0.identifier(of: RecordAccess.uuid) }
        let counts = apps.map(\.central.events.count)
        #expect(try apps[0].write(Request.reportAll.bytes, to: accesses[0]) == nil)
        #expect(try apps[1].write(Request.countAll.bytes, to: accesses[1]) == .att(code: 0x80))
        try world.run(for: .seconds(5))
        #expect(try apps[1].write(Request.countAll.bytes, to: accesses[1]) == nil)
        try world.run(for: .seconds(1))
        let measurements = try zip(apps, counts).map { app, count in
            app.values(of: try app.identifier(of: Glucose.measurement.uuid), since: count).count
        }
        #expect(measurements == [100, 0])
        let answers = zip(zip(apps, accesses), counts).map { $0.0.values(of: $0.1, since: $1) }
        let done = Response.ended(.reportStoredRecords, .success).bytes
        #expect(answers == [[done], [Response.numberOfRecords(100).bytes]])
    }

    @Test("Everything of the service needs the security that a definition demands")
    func security() {
        let level =
            DeviceDefinition.glucoseMeter(requires: .encrypted).services[0].characteristics
            + DeviceDefinition.continuousGlucoseMonitor(requires: .encrypted).services[0].characteristics
        #expect(level.count == 11)
        for characteristic in level {
            let open = characteristic.permissions.isDisjoint(
                with: [.readEncrypted, .writeEncrypted, .notifyEncrypted])
            #expect(!open, "\(characteristic.uuid)")
        }
    }

    @Test("The same seed gives the same records, and another seed others")
    func seeds() {
        func records(_ seed: UInt64) -> [GlucoseStore.Record] {
            var store = GlucoseStore(
                records: 20, unit: .molesPerLitre, interval: nil,
                clock: DateTime(year: 2026, month: 1, day: 1))
            store.start(seed: seed)
            return store.records
        }
        #expect(records(1) == records(1))
        #expect(records(1) != records(2))
        let amounts = records(1).compactMap { $0.measurement.concentration?.millimolesPerLitre }
        #expect(amounts.count == 20 && amounts.allSatisfy { (3.5...10.3).contains($0) })
    }

    @Test("A full memory forgets the oldest record")
    func full() {
        var store = GlucoseStore(
            records: 500, unit: .kilogramsPerLitre, interval: .seconds(1),
            clock: DateTime(year: 2026, month: 1, day: 1))
        store.start(seed: 1)
        store.measure(until: .zero + .seconds(3))
        #expect(store.records.map(\.measurement.sequenceNumber) == Array(4...503))
    }
}
