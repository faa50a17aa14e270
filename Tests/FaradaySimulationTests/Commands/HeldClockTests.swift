import BluetoothTypes
import Testing

@testable import FaradaySimulation

/// The clock of a paced world held, and records that two readers want.
@Suite struct HeldClockTests {
    @Test("A paced world whose clock is held stands still, and goes on at any speed")
    func holds() throws {
        let world = World()
        #expect(world.paceSpeed == nil)
        #expect(!world.setPace(3), "a world that is not paced stays so")
        world.pace(speed: 1000)
        #expect(world.setPace(0))
        #expect(world.paceSpeed == 0)
        let before = world.now
        let hasHappened = World.Lock(false)
        world.after(.milliseconds(1)) { hasHappened.withLock { $0 = true } }
        for _ in 0..<1000 { #expect(world.now == before) }
        #expect(!hasHappened.withLock { $0 })
        #expect(world.setPace(1_000_000))
        try world.run(until: { hasHappened.withLock { $0 } }, timeout: .hours(10_000))
        #expect(world.now > before)
        world.stopPacing()
        #expect(!world.setPace(0))
    }

    @Test("Records that are taken stay for others, if somebody else reads the trace")
    func keepsTakenRecords() {
        let world = World()
        world.startTrace(capacity: 4)
        for number in 0..<3 { world.note("\(number)") }
        #expect(TraceTaker(world).take().count == 3)
        #expect(world.records.isEmpty)
        TraceTaker(world).keepTaken()
        for number in 3..<6 { world.note("\(number)") }
        #expect(TraceTaker(world).take().count == 3)
        #expect(TraceTaker(world).take().isEmpty)
        #expect(TraceReader(world).records(since: 3).records.count == 3)
        #expect(TraceTaker(world).lostCount == 0)
        // Four are taken, though the ring has overwritten others that were taken before.
        for number in 6..<10 { world.note("\(number)") }
        #expect(world.records.count == 4)
        #expect(TraceTaker(world).take().count == 4)
        #expect(TraceTaker(world).lostCount == 0)
        for number in 10..<16 { world.note("\(number)") }
        #expect(TraceTaker(world).take().count == 4)
        #expect(TraceTaker(world).lostCount == 2)
    }
}
