import BluetoothTypes

/// The discoveries of one scope, one after another. Requests that are made while one is under way join it if it asks for
/// their types; otherwise they share the next one.
struct Discovery {
    struct Round {
        var number: Int
        /// The types; `nil` for all.
        var uuids: [BluetoothUUID]?

        func covers(_ wanted: [BluetoothUUID]?) -> Bool {
            guard let uuids else { return true }
            guard let wanted else { return false }
            return wanted.allSatisfy(uuids.contains)
        }

        mutating func add(_ wanted: [BluetoothUUID]?) {
            guard let wanted, let known = uuids else {
                uuids = nil
                return
            }
            uuids = known + wanted.filter { !known.contains($0) }
        }
    }

    private(set) var current: Round?
    private(set) var next: Round?
    private var rounds = 0

    /// The round that a request for these types waits for.
    mutating func join(_ wanted: [BluetoothUUID]?) -> Int {
        if let current, current.covers(wanted) { return current.number }
        if next != nil {
            next!.add(wanted)
        } else {
            rounds += 1
            next = Round(number: rounds, uuids: wanted)
        }
        return next!.number
    }

    /// The round to send now, if none is under way.
    mutating func start() -> Round? {
        guard current == nil, let round = next else { return nil }
        (current, next) = (round, nil)
        return round
    }

    /// The answer to the current round has come.
    mutating func finish() -> Round? {
        defer { current = nil }
        return current
    }
}
