import BluetoothTypes

/// The `notifying` behaviours of a device: each runs while a central is subscribed to its characteristic.
struct DeviceTimers {
    /// One of them.
    struct Timer {
        let uuid: BluetoothUUID
        let interval: Nanoseconds
        let value: @Sendable (Device) -> [UInt8]?
        /// When it sends next; `nil` while nobody listens.
        fileprivate(set) var due: Instant?
    }

    private(set) var timers: [Timer]

    init(_ behaviours: [DeviceBehaviour]) {
        timers = behaviours.compactMap { behaviour in
            guard case .notifying(let uuid, let interval, let value) = behaviour.kind else { return nil }
            return Timer(uuid: uuid, interval: interval, value: value)
        }
    }

    var isEmpty: Bool { timers.isEmpty }

    /// When the next one sends.
    var nextDue: Instant? {
        var earliest: Instant?
        for timer in timers {
            guard let due = timer.due else { continue }
            earliest = min(earliest ?? due, due)
        }
        return earliest
    }

    /// A central has subscribed: timers of the characteristic that stand still start with a full interval.
    mutating func start(_ uuid: BluetoothUUID, at now: Instant) {
        for index in timers.indices where timers[index].due == nil && timers[index].uuid == uuid {
            timers[index].due = now + timers[index].interval
        }
    }

    /// Stops the timers of characteristics that nobody hears.
    mutating func stopIdle(_ isHeard: (BluetoothUUID) -> Bool) {
        for index in timers.indices where !isHeard(timers[index].uuid) { timers[index].due = nil }
    }

    /// Calls `send` with the values that are due, and sets the next times.
    mutating func run(
        at now: Instant, _ send: (BluetoothUUID, @escaping @Sendable (Device) -> [UInt8]?) -> Void
    ) {
        for index in timers.indices {
            guard let due = timers[index].due, due <= now else { continue }
            timers[index].due = due + timers[index].interval
            send(timers[index].uuid, timers[index].value)
        }
    }

    /// What is wrong at `now`, after `run`; `nil` if nothing is.
    func brokenInvariant(at now: Instant) -> String? {
        let late = timers.first { timer in timer.due.map { $0 > now + timer.interval } ?? false }
        return late.map { "the timer of \($0.uuid) sends later than one interval from now" }
    }
}
