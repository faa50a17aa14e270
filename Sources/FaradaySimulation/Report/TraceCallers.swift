import FaradayAppTime

/// Where apps and tests have made the calls of a trace.
package enum TraceCallers {
    /// What is known of the call of a record: its function, its file and its line.
    package static func place(of record: TraceRecord) -> (function: String, path: String?, line: Int?)? {
        guard let caller = record.caller, let function = caller.function else { return nil }
        let line = caller.line
        return (function, line?.path, line?.line)
    }

    /// The calls of a world's trace whose lines were not looked up yet: their numbers and offsets in the program's file.
    package static func offsets(in world: World) -> [UInt32: UInt] {
        CallPlace.offsets(of: TraceReader(world).whole.records.lazy.compactMap(\.caller))
    }

    /// The same for the calls that the hints of a failure name.
    package static func offsets(in snapshot: WorldSnapshot) -> [UInt32: UInt] {
        CallPlace.offsets(of: snapshot.hintPlaces.compactMap(\.self))
    }

    /// The same for calls that were misuses.
    package static func offsets(of misuses: [World.MisuseReport]) -> [UInt32: UInt] {
        CallPlace.offsets(of: misuses.lazy.compactMap(\.caller))
    }

    /// The call of the app or of the test that runs on this thread: the same, and what is known of it.
    package static var running: (offsets: [UInt32: UInt], text: () -> String?)? {
        guard let here = CallPlace.here else { return nil }
        return (CallPlace.offsets(of: [here]), { here.text })
    }

    /// Keeps lines that were looked up, by the numbers that `offsets` gave.
    package static func learn(_ lines: [UInt32: (path: String, line: Int)]) {
        CallPlace.learn(lines.mapValues { SourceLine(path: $0.path, line: $0.line) })
    }
}
