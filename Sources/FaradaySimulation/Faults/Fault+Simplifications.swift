import BluetoothTypes

extension Fault {
    /// Simpler faults that may do the same, simplest first; for shrinking. A chain of simplifications always ends.
    ///
    /// A fault that fires once is simpler than one that fires often, an early one simpler than a late one, a short
    /// delay simpler than a long one.
    public var simplifications: [Fault] {
        var all: [Fault] = []
        func add(_ change: (inout Fault) -> Void) {
            var fault = self
            change(&fault)
            if fault != self, fault.problem == nil, !all.contains(fault) { all.append(fault) }
        }
        if point.operation != .time {
            switch point.occurrence {
            case .nth(let number):
                for smaller in Self.smaller(number, than: 1) { add { $0.point.occurrence = .nth(smaller) } }
            case .every(let number): add { $0.point.occurrence = .nth(number) }
            case .each: add { $0.point.occurrence = .nth(1) }
            }
            add { ($0.point.earliest, $0.point.latest) = (nil, nil) }
        } else if let earliest = point.earliest {
            for shorter in Self.shorter(earliest) { add { $0.point.earliest = shorter } }
        }
        add { $0.point.chance = nil }
        add { $0.point.predecessor = nil }
        for effect in effect.simplifications { add { $0.effect = effect } }
        return all
    }

    /// Smaller numbers from `least` on, smallest first.
    static func smaller(_ number: Int, than least: Int) -> [Int] {
        guard number > least else { return [] }
        var all = [least]
        if number / 2 > least { all.append(number / 2) }
        if number - 1 > all[all.count - 1] { all.append(number - 1) }
        return all
    }

    /// Shorter times in whole seconds, or in milliseconds below two seconds; the shortest first.
    static func shorter(_ time: Nanoseconds) -> [Nanoseconds] {
        let unit: Int64 = time.count >= 2_000_000_000 ? 1_000_000_000 : 1_000_000
        let rounded = time.count / unit * unit
        var all: [Nanoseconds] = []
        for candidate in [rounded / 2 / unit * unit, rounded]
        where candidate < time.count && candidate > 0 { all.append(Nanoseconds(candidate)) }
        return all
    }
}

extension Fault.Effect {
    /// Simpler effects of the same kind.
    var simplifications: [Fault.Effect] {
        switch self {
        case .delay(let time): Fault.shorter(time).map { .delay($0) }
        case .repetition(let times): Fault.smaller(times, than: 2).map { .repetition($0) }
        case .cut(let count): Fault.smaller(count, than: 0).map { .cut($0) }
        case .value(let value): value.isEmpty ? [] : [.value([])]
        case .linkDrop(let end, let moment):
            (end == .timeout ? [] : [.linkDrop(.timeout, moment)])
                + (moment == .before ? [] : [.linkDrop(end, .before)])
        case .deviceOff(let time?): Fault.shorter(time).map { .deviceOff($0) }
        case .deviceReset: []
        case .radioOff(let time): Fault.shorter(time).map { .radioOff($0) }
        case .bluetoothRestart: []
        case .appSuspension(let time, let app): Fault.shorter(time).map { .appSuspension($0, app: app) }
        case .wedge(let patience?): [.wedge(nil)] + Fault.shorter(patience).map { .wedge($0) }
        default: []
        }
    }
}
