import BluetoothTypes
import FaradayClient
import FaradayTesting
import Testing

import class BluetoothPort.Lock

/// RZBluetooth's error codes, its time limits, and its log.
@Suite("Errors, time limits and the log for RZBluetooth's users")
struct ErrorRows {
    enum Problem: CaseIterable {
        case unsupported, unauthorized, poweredOff

        var reason: ClientError.Reason {
            switch self {
            case .unsupported: .unsupported
            case .unauthorized: .unauthorized
            case .poweredOff: .poweredOff
            }
        }

        func happen(to phone: Phone) {
            switch self {
            case .unsupported: phone.setRadio(.unsupported)
            case .unauthorized: phone.setAuthorization(.denied)
            case .poweredOff: phone.setBluetooth(false)
            }
        }
    }

    @Test(
        "Codes 2, 3, 4: a request fails at once, and says which state it is", .simulated,
        arguments: Problem.allCases)
    func states(_ problem: Problem) async throws {
        let world = World.current
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        problem.happen(to: gadget.phone)
        try await wait { gadget.central.state != .poweredOn }
        let start = world.now
        let errors = [
            await failure { try await peripheral.read(Gadget.level) },
            await failure { try await gadget.central.ready() },
            await failure { for try await _ in gadget.central.scan() {} },
            await failure { for try await _ in peripheral.notifications(of: Gadget.level) {} },
        ]
        #expect(errors.map(\.?.reason) == Array(repeating: problem.reason, count: 4))
        #expect(errors.map(\.?.operation) == [.read, .waitForRadio, .scan, .subscribe])
        #expect(world.now == start)
    }

    @Test("What is under way when Bluetooth is switched off fails too, at once and once", .simulated)
    func switchedOff() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.close()
        async let read = failure { try await peripheral.read(Gadget.level) }
        try await wait { gadget.reads.waitingCount == 1 }
        gadget.phone.setBluetooth(false)
        #expect(await read?.reason == .poweredOff)
    }

    @Test("In states that pass a request waits", .simulated, arguments: [true, false])
    func passingStates(isResetting: Bool) async throws {
        let world = World.current
        let phone = world.addPhone()
        let device = world.add(.battery(level: 80), at: .meters(2))
        phone.remember(device, name: "Battery")
        phone.setRadio(isResetting ? .resetting : .unknown)
        let recorder = RecordingPhone(phone)
        let central = Central(on: recorder)
        let identifier = try #require(phone.identifier(of: device))
        async let level = central.peripheral(identifier).read(Battery.level)
        try await world.sleep(for: .minutes(1))
        #expect(recorder.commands.isEmpty)
        phone.setRadio(.on)
        #expect(try await level == 80)
    }

    @Test("Codes 5 and 6: the missing types are part of the error, and of its text", .simulated)
    func missingTypes() async throws {
        let peripheral = try await Gadget().find()
        let service = await failure { try await peripheral.read(Battery.level) }
        #expect(service?.reason == .servicesNotFound([Battery.service]))
        #expect("\(try #require(service))".contains("Gadget"))
        let characteristic = await failure {
            try await peripheral.read(CharacteristicPath("FF09", of: Gadget.service))
        }
        #expect(characteristic?.reason == .characteristicsNotFound(["FF09"]))
        #expect(
            characteristic?.peripheral == peripheral.identifier && characteristic?.service == Gadget.service)
        #expect(characteristic?.recoverySuggestion != nil)
    }

    @Test("Errors of the system and of the device are passed on", .simulated)
    func underlying() async throws {
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.failNext(with: .insufficientResources)
        let refused = await failure { try await peripheral.read(Gadget.level) }
        #expect(refused?.reason == .refused(code: 0x11) && refused?.underlying == .att(code: 0x11))
        #expect(try await peripheral.read(Gadget.level) == 7)
    }

    // MARK: RZBUserInteraction

    @Test("A whole chain inside its deadline", .simulated)
    func inTime() async throws {
        let peripheral = try await Gadget().find()
        let level = try await withDeadline(.seconds(5)) { try await peripheral.read(Gadget.level) }
        #expect(level == 7)
    }

    @Test("Code 7: a read that takes too long", .simulated)
    func slowRead() async throws {
        let world = World.current
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        try await peripheral.connect()
        gadget.reads.delay = .seconds(5)
        let start = world.now
        let error = await failure {
            try await withDeadline(.seconds(2)) { try await peripheral.read(Gadget.level) }
        }
        #expect(error?.reason == .deadlineExceeded && world.now - start == .seconds(2))
        #expect(peripheral.connectionState == .connected)
    }

    @Test("A connect that takes too long, with a limit of the call", .simulated)
    func slowConnect() async throws {
        let world = World.current
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.device.move(to: .outOfRange)
        let start = world.now
        #expect(
            await failure { try await peripheral.connect(within: .seconds(2)) }?.reason == .deadlineExceeded)
        #expect(world.now - start == .seconds(2))
    }

    @Test(
        "With a deadline: Bluetooth that is off fails at once, an unknown state at the deadline", .simulated)
    func deadlineAndRadio() async throws {
        let world = World.current
        let phone = world.addPhone()
        phone.setRadio(.unknown)
        let central = phone.run { Central() }
        let start = world.now
        let unknown = await failure { try await withDeadline(.seconds(2)) { try await central.ready() } }
        #expect(unknown?.reason == .deadlineExceeded && world.now - start == .seconds(2))
        phone.setBluetooth(false)
        try await wait { central.state == .poweredOff }
        let later = world.now
        let off = await failure { try await withDeadline(.seconds(2)) { try await central.ready() } }
        #expect(off?.reason == .poweredOff && world.now == later)
    }

    @Test("A deadline counts for several requests together, and ends with its scope", .simulated)
    func scope() async throws {
        let world = World.current
        let gadget = Gadget()
        let peripheral = try await gadget.find()
        gadget.reads.delay = .seconds(2)
        let start = world.now
        let error = await failure {
            try await withDeadline(.seconds(5)) { while true { _ = try await peripheral.read(Gadget.level) } }
        }
        #expect(error?.reason == .deadlineExceeded && world.now - start == .seconds(5))
        gadget.reads.delay = .seconds(20)
        #expect(try await peripheral.read(Gadget.level) == 7)
    }

    // MARK: RZBSetLogHandler

    @Test("The log: levels and categories", .simulated)
    func log() async throws {
        let entries = Lock<[ClientLog.Entry]>([])
        let gadget = Gadget(
            log: ClientLog(upTo: .debug, categories: [.connection, .discovery]) { entry in
                entries.withLock { $0.append(entry) }
            })
        let peripheral = try await gadget.find()
        _ = try await peripheral.read(Gadget.level)
        let all = entries.withLock { $0 }
        #expect(Set(all.map(\.category)) == [.connection, .discovery])
        #expect(all.allSatisfy { $0.level <= .debug && $0.peripheral == "Gadget" })
        #expect(all.contains { "\($0)" == "connection Gadget: connected" })
    }
}
