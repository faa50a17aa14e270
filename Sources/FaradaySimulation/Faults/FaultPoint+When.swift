import BluetoothTypes

// Narrowing. Each method returns a narrower point.
extension FaultPoint {
    /// Only with this node in the central role: the phone whose app connects.
    public func on(_ central: any FaultNode) -> FaultPoint { with { $0.central = central.faultNodeName } }

    /// Only the nth operation that fits, from 1 on.
    public func nth(_ number: Int) -> FaultPoint { with { $0.occurrence = .nth(number) } }

    /// Only every nth operation that fits: the nth, the 2nth and so on.
    public func every(_ number: Int) -> FaultPoint { with { $0.occurrence = .every(number) } }

    /// Only operations between these two virtual times; earlier ones are not counted.
    public func between(_ earliest: Nanoseconds, _ latest: Nanoseconds) -> FaultPoint {
        with {
            $0.earliest = earliest
            $0.latest = latest
        }
    }

    /// Only operations after this virtual time; earlier ones are not counted.
    public func after(_ earliest: Nanoseconds) -> FaultPoint { with { $0.earliest = earliest } }

    /// Only operations after another fault of the same plan has fired; `place` is its place in the plan, from 0 on.
    public func afterFault(_ place: Int) -> FaultPoint { with { $0.predecessor = place } }

    /// Only with this probability, 0…1, drawn from the world's seed.
    public func withChance(_ chance: Double) -> FaultPoint { with { $0.chance = chance } }

    func with(_ change: (inout FaultPoint) -> Void) -> FaultPoint {
        var point = self
        change(&point)
        return point
    }
}
