import BluetoothTypes
import FaradaySimulation

extension World {
    /// A number that the test varies from run to run: how many devices there are, how often something happens.
    ///
    /// An exploration draws it for each run, reports it with a failure, and makes it smaller while the run still fails.
    /// In any other world it is the lowest value. Any thread may call it.
    ///
    /// ```swift
    /// for number in 1...world.parameter("devices", in: 1...5) {
    ///     world.add(.heartRateMonitor(name: "HR-\(number)"))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: Tells the parameter from others of the test; the same name gives the same value.
    ///   - range: The values that the test can use; the lowest is the simplest.
    public func parameter(_ name: String, in range: ClosedRange<Int>) -> Int {
        let notes = kept(as: RunNotes.self)
        return notes?.take(name, from: range.lowerBound, to: range.upperBound) ?? range.lowerBound
    }

    /// A length of time that the test varies from run to run, as `parameter(_:in:)` does with numbers.
    ///
    /// ```swift
    /// try await world.run(for: world.parameter("pause", in: .seconds(1) ... .seconds(60)))
    /// ```
    public func parameter(_ name: String, in range: ClosedRange<Nanoseconds>) -> Nanoseconds {
        let notes = kept(as: RunNotes.self)
        let span = Int((range.upperBound - range.lowerBound).count)
        // Whole milliseconds where there are any: nobody reads nanoseconds.
        let unit = span >= 1_000_000 ? 1_000_000 : 1
        let steps = notes?.take(name, from: 0, to: span / unit) ?? 0
        return range.lowerBound + .nanoseconds(steps * unit)
    }

    /// One of several values that the test varies from run to run; the first is the simplest.
    ///
    /// ```swift
    /// let profile = world.parameter("system", of: [OSProfile.iOS(18), .iOS(16)])
    /// ```
    ///
    /// - Parameter choices: At least one value.
    public func parameter<Value>(_ name: String, of choices: [Value]) -> Value {
        precondition(!choices.isEmpty, "the parameter \(name) has no choices")
        return choices[parameter(name, in: 0...choices.count - 1)]
    }
}
