import BluetoothTypes

/// Finds the round length of time that was meant, between two measured ones.
package enum RoundTime {
    private static let grains: [Nanoseconds] = [
        .hours(1), .minutes(1), .seconds(10), .seconds(1), .milliseconds(100), .milliseconds(10),
        .milliseconds(1), .microseconds(100), .microseconds(10), .microseconds(1),
    ]

    /// The roundest time from `least` to `most`; if there is none, the next microsecond.
    ///
    /// A round time just after `least` is preferred: on a busy machine `most` may be seconds away, and a sleep of nine
    /// seconds must not become one of ten.
    package static func between(_ least: Nanoseconds, _ most: Nanoseconds) -> Nanoseconds {
        guard least > .zero else { return .zero }
        if let near = roundest(least, min(most, least + .milliseconds(1))),
            near.grain.count * 100 >= least.count
        {
            return near.time
        }
        return roundest(least, most)?.time ?? Nanoseconds((least.count + 999) / 1000 * 1000)
    }

    private static func roundest(
        _ least: Nanoseconds, _ most: Nanoseconds
    ) -> (time: Nanoseconds, grain: Nanoseconds)? {
        for grain in grains {
            let rounded = Nanoseconds((least.count + grain.count - 1) / grain.count * grain.count)
            if rounded <= most { return (rounded, grain) }
        }
        return nil
    }
}
