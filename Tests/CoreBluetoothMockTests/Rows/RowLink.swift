import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// How long it takes in the test's world until something holds.
func elapsed(
    until condition: () -> Bool, isolation: isolated (any Actor)? = #isolation
) async throws -> Nanoseconds {
    let world = World.current
    let start = world.now
    try await world.run(until: condition)
    return world.now - start
}

/// A link that has come to rest: everything is discovered, the phone has asked all that it asks by itself, and the
/// connection interval is the peripheral's.
///
/// It is long at first, so that it tells how many exchanges something takes.
struct RowLink {
    let app = CentralApp()
    let board: TestBoard
    let spec: CBMPeripheralSpec
    let interval: Nanoseconds
    /// What packets take on air, beside the intervals.
    static let air = Nanoseconds.milliseconds(5)

    init(
        _ board: TestBoard = TestBoard(), interval: TimeInterval = 1, supervisionTimeout: TimeInterval = 8,
        proximity: CBMProximity = .immediate
    ) async throws {
        self.board = board
        self.interval = .seconds(interval)
        spec = board.spec(
            proximity: proximity, connectionInterval: interval, supervisionTimeout: supervisionTimeout)
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = app
        try await World.current.run(until: { app.isReady })
        try await World.current.run(for: .seconds(60))
    }

    var peripheral: CBMPeripheral { app.peripheral! }

    /// How long it takes from a call to what the app hears of it, which it never does inside the call.
    func time(of call: () -> Void) async throws -> Nanoseconds {
        let count = app.lines.count
        let start = World.current.now
        call()
        #expect(app.lines.count == count, "never inside the call")
        try await World.current.run(until: { app.lines.count > count })
        return World.current.now - start
    }

    /// The same at eight moments between one connection event and the next.
    func times(of call: () -> Void) async throws -> [Nanoseconds] {
        var times: [Nanoseconds] = []
        for moment in 0..<8 {
            times.append(try await time(of: call))
            try await World.current.run(for: interval * 3 + Nanoseconds(interval.count / 8 * Int64(moment)))
        }
        return times
    }

    /// What so many exchanges may take: a request waits for the next connection event, its answer for the one after
    /// that.
    func exchanges(_ count: Int) -> ClosedRange<Nanoseconds> {
        (interval * (2 * count - 1) - Self.air)...(interval * 2 * count + Self.air)
    }
}
