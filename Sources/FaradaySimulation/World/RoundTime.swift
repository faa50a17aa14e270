import BluetoothTypes

/// Finds the length of time that a person meant, between two that were measured.
package enum RoundTime {
    private static let grains: [Nanoseconds] = [
        .hours(1), .minutes(1), .seconds(10), .seconds(1), .milliseconds(100), .milliseconds(10),
        .milliseconds(1), .microseconds(100), .microseconds(10), .microseconds(1),
    ]

    /// The roundest time from `least` to `most`; the next microsecond if there is none.
    ///
    /// A round one right behind `least` is taken first: on a busy machine `most` may be seconds away, and a sleep of nine
    /// seconds is not one of ten.
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
