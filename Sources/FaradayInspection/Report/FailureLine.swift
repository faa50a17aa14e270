import BluetoothTypes
import FaradaySimulation

/// What failed, for the top of a report.
package struct FailureLine: Sendable {
    /// What the test framework says of it.
    package var text: String
    package var time: MonotonicInstant
    /// `File.swift:12`.
    package var place: String?
    /// What the state of the world shows about the cause.
    package var hints: [String]
    /// What apps waited for.
    package var open: [String]
    /// The command that runs the same again.
    package var replay: String?

    /// A failure in a world of which `snapshot` is the state at that time.
    package init(
        text: String, place: String?, _ snapshot: WorldSnapshot, replay: String? = nil,
        at time: MonotonicInstant? = nil
    ) {
        self.text = text
        self.place = place
        self.time = time ?? snapshot.time
        hints = snapshot.hintLines
        open = snapshot.requests
        self.replay = replay
    }

    func line(seed: UInt64) -> String {
        var line = JSONObject("\"type\":\"failure\",\"t\":\(time.nanoseconds)")
        line.add("text", text)
        line.add("place", place)
        line.member("hints", JSONObject.list(hints.map(TraceJSON.quoted)))
        line.member("open", JSONObject.list(open.map(TraceJSON.quoted)))
        line.add("replay", replay)
        line.add("seed", "\(seed)")
        return line.line
    }
}
