import BluetoothProfiles
import BluetoothTypes

/// Somebody who rides a bicycle: wheel and crank turn, and now and then the crank rests.
struct Ride: Sendable {
    /// Metres.
    let circumference: Double
    private(set) var wheel = Turning()
    private(set) var crank = Turning()
    /// Metres per second.
    private var speed = Wandering(7.5, in: 3...14, step: 0.4)
    /// Turns of the wheel per turn of the crank.
    private let gear = 2.4
    /// For how many more steps the crank rests.
    private var rest = 0

    init(circumference: Double = 2.105) { self.circumference = circumference > 0.1 ? circumference : 0.1 }

    /// Turns of the crank per second.
    var cadence: Double { rest > 0 ? 0 : speed.value / circumference / gear }
    /// Watts, against rolling and wind.
    var power: Double { rest > 0 ? 0 : speed.value * (4 + 0.22 * speed.value * speed.value) }

    /// Rides on for some seconds.
    mutating func advance(_ draw: UInt64, for seconds: Double) {
        speed.move(draw)
        if rest > 0 {
            rest -= 1
        } else if draw >> 32 % 20 == 0 {
            rest = 1 + Int(draw >> 40 % 4)
        }
        wheel.advance(by: seconds, turnsPerSecond: speed.value / circumference)
        crank.advance(by: seconds, turnsPerSecond: cadence)
    }

    mutating func setWheel(_ count: UInt32) { wheel.set(count) }
}

/// Something that turns, with a clock that notes its last whole turn.
struct Turning: Sendable {
    private var turns = 0.0
    private var time = 0.0
    private var lastEvent = 0.0

    /// Turns on; the last whole turn was when the count last changed.
    mutating func advance(by seconds: Double, turnsPerSecond rate: Double) {
        let next = turns + rate * seconds
        time += seconds
        if next.rounded(.down) > turns.rounded(.down) {
            lastEvent = time - (next - next.rounded(.down)) / rate
        }
        turns = next
    }

    /// Sets the count; the present turn goes on.
    mutating func set(_ count: UInt32) { turns = Double(count) + turns - turns.rounded(.down) }

    /// Count and time, as sent by a clock of so many ticks per second.
    func revolutions<Count>(_ type: Count.Type = Count.self, ticksPerSecond: Double) -> Revolutions<Count> {
        Revolutions(
            count: Count(truncatingIfNeeded: UInt64(turns)),
            lastEvent: UInt16(truncatingIfNeeded: UInt64(lastEvent * ticksPerSecond)))
    }
}
