import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// The examples of Documentation/MigratingFromRZBluetooth.md: an app, and a fake device of the test's own class.
@Suite struct FakeLockTests {
    /// Two phones, one with the app and one with the lock, and the app is ready.
    private func connected() async throws -> (app: DoorApp, lock: FakeLock, lockPhone: Phone) {
        let world = World.current
        let lockPhone = world.addPhone(name: "door", at: .meters(2))
        let lock = lockPhone.run { FakeLock() }
        let app = world.addPhone(name: "Ada's iPhone").run { DoorApp() }
        try await world.run(until: { app.isReady })
        return (app, lock, lockPhone)
    }

    @Test("A fake device of the test's own class is read, written and subscribed to", .simulated(seed: 1))
    func readsAndWrites() async throws {
        let world = World.current
        let (app, lock, _) = try await connected()
        #expect(app.isLocked == true && lock.subscribers == 1)

        app.lock(false)
        try await world.runUntilRequestsAreDone()
        #expect(!lock.isLocked && app.problem == nil)

        lock.turnKey()
        try await world.run(until: { app.isLocked == true })
    }

    @Test(
        "Connectable switch of a fake device: the app's connect waits until it is on again",
        .simulated(seed: 2))
    func connectableSwitch() async throws {
        let world = World.current
        let lockPhone = world.addPhone(name: "door", at: .meters(2))
        let lock = lockPhone.run { FakeLock() }
        let app = world.addPhone(name: "Ada's iPhone").run { DoorApp() }
        try await world.run(until: { app.peripheral != nil })
        lock.isConnectable = false

        try await world.run(for: .minutes(5))
        #expect(app.peripheral?.state == .connecting && !app.isReady)

        lock.isConnectable = true
        try await world.run(until: { app.isReady })
    }

    @Test("Injected errors: once, several times, and until the test takes it back", .simulated(seed: 3))
    func injectedErrors() async throws {
        let world = World.current
        let (app, lock, _) = try await connected()
        lock.writes.failNext(with: .insufficientResources)
        app.lock(false)
        try await world.runUntilRequestsAreDone()
        #expect((app.problem as? CBATTError)?.code == .insufficientResources)
        #expect(lock.isLocked, "a refused write does not reach the lock")

        app.lock(false)
        try await world.runUntilRequestsAreDone()
        #expect(app.problem == nil && !lock.isLocked)

        lock.reads.error = .unlikelyError
        for _ in 0..<3 {
            app.refresh()
            try await world.runUntilRequestsAreDone()
            #expect((app.problem as? CBATTError)?.code == .unlikelyError)
        }
        lock.reads.error = nil
        app.refresh()
        try await world.runUntilRequestsAreDone()
        #expect(app.problem == nil)
    }

    @Test("Injected delay: the app waits in virtual time", .simulated(seed: 4))
    func injectedDelay() async throws {
        let world = World.current
        let (app, lock, _) = try await connected()
        lock.writes.delay = .seconds(3)
        let start = world.now
        app.lock(false)
        try await world.run(for: .seconds(2))
        #expect(lock.isLocked)
        try await world.runUntilRequestsAreDone()
        #expect(!lock.isLocked && world.now - start >= .seconds(3))
    }

    @Test("A closed gate holds requests until it is opened", .simulated(seed: 5))
    func pause() async throws {
        let world = World.current
        let (app, lock, _) = try await connected()
        lock.writes.close()
        app.lock(false)
        try await world.run(until: { lock.writes.waitingCount == 1 })
        try await world.run(for: .seconds(20))
        #expect(lock.isLocked && app.problem == nil)

        lock.writes.open()
        try await world.runUntilRequestsAreDone()
        #expect(!lock.isLocked && app.problem == nil)
    }

    @Test("An answer that never comes ends the link after 30 s", .simulated(seed: 6, misuse: .record))
    func noAnswer() async throws {
        let world = World.current
        let (app, lock, _) = try await connected()
        lock.reads.close()
        app.refresh()
        try await world.run(until: { app.endedLinks == 1 }, timeout: .seconds(31))
        #expect(world.misuses.map(\.misuse.kind) == [.unansweredRequest])
        // The link is new, and so is the request: the old one is forgotten.
        lock.reads.open()
        try await world.run(until: { app.isReady })
    }

    @Test(
        "Disconnects: the lock is carried away, and its Bluetooth is switched off",
        .simulated(seed: 7))
    func disconnects() async throws {
        let world = World.current
        let (app, lock, lockPhone) = try await connected()
        lockPhone.move(to: .outOfRange)
        try await world.run(until: { app.endedLinks == 1 })
        #expect((app.problem as? CBError)?.code == .connectionTimeout)
        lockPhone.move(to: .meters(2))
        try await world.run(until: { app.isReady })

        lockPhone.setBluetooth(false)
        try await world.run(until: { app.endedLinks == 2 })
        #expect(app.problem != nil && lock.subscribers == 0)
        lockPhone.setBluetooth(true)
        app.look()  // The phone has another address now. For an app without a bond it is another peripheral.
        try await world.run(until: { app.isReady })
        #expect(lock.subscribers == 1)
    }

    @Test(
        "Everything is idle: requests are done, and a value that nobody asked for has a condition",
        .simulated(seed: 8))
    func idle() async throws {
        let world = World.current
        let (app, lock, _) = try await connected()
        lock.reads.delay = .seconds(5)
        app.refresh()
        #expect(!world.openRequests.isEmpty)
        try await world.runUntilRequestsAreDone()
        #expect(world.openRequests.isEmpty && lock.reads.waitingCount == 0)

        lock.turnKey()
        try await world.run(until: { app.isLocked == false })
    }
}
