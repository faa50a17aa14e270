import BluetoothTypes
import FaradayTesting

@testable import FaradayClient

/// One schedule: a world with a device or two, a central or two, and random steps of the app, the user and the devices.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ChaosRun {
    let world: World
    let record: ChaosRecord
    private let phone: Phone
    private let devices: [Device]
    private var version = ChaosDevice.versions[0]
    private var centrals: [Central] = []
    private var tasks: [Task<Void, Never>] = []
    private let identifiers: [PeerIdentifier]

    /// Plays a whole run.
    static func play(_ seed: UInt64, steps: Int, keepsLines: Bool = false) async -> ChaosRecord {
        let world = World(seed: seed)
        world.misusePolicy = .record
        let record = ChaosRecord(world, seed: seed, keepsLines: keepsLines)
        await world.simulate {
            let run = ChaosRun(world, record)
            await run.play(steps: steps)
        }
        return record
    }

    private init(_ world: World, _ record: ChaosRecord) {
        (self.world, self.record) = (world, record)
        let profiles: [OSProfile] = [.iOS(18), .iOS(18), .iOS(26), .iOS(15), .iOS(12)]
        phone = world.addPhone(record.pick(profiles))
        version = record.pick(ChaosDevice.versions)
        var devices = [world.add(ChaosDevice.definition(version), at: .meters(1))]
        if record.chance(30) {
            devices.append(
                world.add(.heartRateMonitor(name: "HR", every: .milliseconds(300)), at: .meters(2)))
        }
        self.devices = devices
        var identifiers: [PeerIdentifier] = []
        for device in devices {
            phone.remember(device, name: "known")
            if let identifier = phone.identifier(of: device) { identifiers.append(identifier) }
        }
        self.identifiers = identifiers
        if record.chance(10) { phone.setBluetooth(false) }
        let watched = WatchedPhone(phone, record)
        centrals = (0..<(record.chance(25) ? 2 : 1)).map { _ in Central(on: watched) }
    }

    // MARK: Steps

    private func play(steps: Int) async {
        for _ in 0..<steps {
            for _ in 0...record.below(3) { step() }
            await pause()
            checkMachines()
        }
        await heal()
        await finish()
    }

    private func pause() async {
        let pauses: [Int] = [0, 0, 1, 5, 20, 40, 100, 300, 1000]
        let pause = record.pick(pauses)
        await sleep(.milliseconds(pause == 0 ? 0 : 1 + record.below(pause)))
    }

    private func sleep(_ time: Nanoseconds) async { try? await world.sleep(for: time) }

    private func step() {
        switch record.below(20) {
        case 0..<12: request(record.pick(centrals), record.pick(identifiers))
        case 12..<14: if !tasks.isEmpty { record.pick(tasks).cancel() }
        case 14, 15: happen(to: record.pick(devices))
        case 16: happen(to: phone)
        case 17: maintain(record.pick(centrals).peripheral(record.pick(identifiers)))
        default: changeServices()
        }
    }

    private func happen(to device: Device) {
        switch record.below(6) {
        case 0: device.move(to: .outOfRange, for: .milliseconds(1 + record.below(8000)))
        case 1: device.disconnect()
        case 2: device.reset(after: .milliseconds(1 + record.below(500)))
        case 3: device.stopAdvertising()
        case 4: device.startAdvertising()
        default:
            guard device == devices[0] else { return }
            version = record.pick(ChaosDevice.versions)
            device.install(ChaosDevice.definition(version), restartingAfter: .milliseconds(50))
        }
    }

    private func happen(to phone: Phone) {
        switch record.below(8) {
        case 0: phone.setBluetooth(false)
        case 1, 2, 3: phone.setBluetooth(true)
        case 4: phone.restartBluetooth(for: .milliseconds(1 + record.below(600)))
        case 5: phone.setAuthorization(.denied)
        default: phone.setAuthorization(.allowedAlways)
        }
    }

    private func changeServices() {
        let new = record.pick(ChaosDevice.versions)
        let old = version
        let keeps = record.chance(70)
        let keeping = new.map { part in keeps ? old.firstIndex(of: part) : nil }
        do {
            try devices[0].setServices(new.map(ChaosDevice.service), keeping: keeping)
            version = new
        } catch {
            record.note("\(error)", "services stay")
        }
    }

    private func maintain(_ peripheral: Peripheral) {
        switch record.below(5) {
        case 0: peripheral.maintainConnection()
        case 1: peripheral.maintainConnection(.exponential(from: .milliseconds(50), upTo: .seconds(2)))
        case 2: peripheral.maintainConnection(.exponential(from: .milliseconds(10), attempts: 2))
        case 3: peripheral.maintainConnection(.custom { $0 > 3 ? nil : .milliseconds(200 * $0) })
        default: peripheral.stopMaintainingConnection()
        }
    }

    /// Starts a task of the app: a request, or a stream.
    func start(
        _ name: String, isStream: Bool = false, _ body: @escaping @Sendable () async throws -> String
    ) {
        let record = record
        let number = record.begin(name, isStream: isStream)
        let limit: Nanoseconds? = record.chance(25) ? .milliseconds(record.below(3000)) : nil
        tasks.append(
            Task(executorPreference: world) {
                do {
                    let result =
                        if let limit { try await withDeadline(limit) { try await body() } } else {
                            try await body()
                        }
                    record.end(number, result)
                } catch {
                    record.end(number, "\(error)")
                }
            })
    }

    // MARK: The end

    /// Puts everything right, and waits until every request has ended.
    private func heal() async {
        record.note("heal", "world")
        phone.setAuthorization(.allowedAlways)
        phone.setBluetooth(true)
        // The last device that left has come back by then, to wherever it was.
        await sleep(.seconds(9))
        phone.setBluetooth(true)
        for device in devices {
            device.move(to: .meters(1))
            device.startAdvertising()
        }
        await wait(.seconds(60)) { self.record.open(streams: false).isEmpty }
        checkMachines()
        for request in record.open(streams: false) { record.violate("never ended: \(request)") }
    }

    /// Ends what goes on; nothing is left of it.
    private func finish() async {
        record.note("finish", "world")
        for central in centrals {
            for identifier in identifiers {
                let peripheral = central.peripheral(identifier)
                start("last disconnect") {
                    await peripheral.disconnect()
                    return "done"
                }
            }
        }
        await wait(.seconds(20)) { self.record.open(streams: false).isEmpty }
        checkMachines()
        for task in tasks { task.cancel() }
        await wait(.seconds(5)) { self.record.open(streams: true).isEmpty }
        for request in record.open(streams: true) { record.violate("not ended by the end: \(request)") }
        tasks = []
        checkLeaks()
        await sleep(.milliseconds(100))
        for device in devices {
            await wait(.seconds(30)) { device.connectionCount == 0 }
            if device.connectionCount > 0 { record.violate("\(device.name) is still connected") }
        }
        for misuse in world.misuses where !record.isExcused(misuse.time) { record.violate("\(misuse)") }
        for mistake in world.mistakes { record.violate("\(mistake)") }
    }

    private func wait(_ limit: Nanoseconds, until isDone: () -> Bool) async {
        let end = world.now + limit
        while !isDone(), world.now < end { await sleep(.milliseconds(100)) }
    }

    private func checkMachines() {
        for central in centrals {
            for identifier in identifiers {
                for rule in central.peripheral(identifier).core.brokenRules() { record.violate(rule) }
            }
        }
    }

    private func checkLeaks() {
        let cores = centrals.map { WeakCore(core: $0.core) }
        centrals = []
        if cores.contains(where: { $0.core != nil }) { record.violate("a central was not freed") }
    }

    private struct WeakCore {
        weak var core: CentralCore?
    }
}
