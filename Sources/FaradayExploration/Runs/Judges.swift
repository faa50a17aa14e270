import BluetoothTypes
import FaradaySimulation

/// Which misuses of a run are failures.
package enum MisuseJudge {
    /// A peripheral that is released at the end of the run (no time has passed since) is not a failure: the app does not
    /// decide which of its properties is released first, the manager or the peripheral.
    ///
    /// - Parameter first: The world when the first misuse happened, if it was asked for.
    package static func failures(
        _ reports: [World.MisuseReport], at end: Instant, first: WorldSnapshot? = nil
    ) -> [RunNotes.Failure] {
        reports.enumerated().compactMap { place, report in
            switch report.misuse.kind {
            case .unusedConnectingPeripheral, .unusedConnectedPeripheral:
                if report.time == end { return nil }
            default: break
            }
            return ErrorJudge.failure(report, place == 0 ? first : nil)
        }
    }
}

/// Which rules of a world did not hold.
enum InvariantJudge {
    static func failures(of world: World) -> [RunNotes.Failure] {
        world.brokenInvariants.map { broken in
            RunNotes.Failure(
                FailureSignature(.invariant, broken.rule), broken.text, time: broken.time, at: broken.place)
        }
    }
}

/// What is still open in a world whose body has ended.
enum LeakJudge {
    /// How long links last that nobody uses, and a little more.
    private static let linger = Nanoseconds.seconds(15)

    /// Lets links end that nobody uses, and tells what is left.
    static func failures(of world: World) async -> [RunNotes.Failure] {
        guard (try? await world.run(for: linger)) != nil else { return [] }
        let time = world.now
        return world.leaks.map { leak in
            RunNotes.Failure(
                FailureSignature(.leak, leak.kind.rawValue),
                "After the end of the test this is still open: \(leak)".asciiText, time: time)
        }
    }
}
