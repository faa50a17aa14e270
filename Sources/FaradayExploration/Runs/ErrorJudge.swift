import BluetoothTypes
import FaradaySimulation
import Foundation

/// Which failure an error is that left a body.
package enum ErrorJudge {
    package static func failure(_ error: any Error, in world: World) -> RunNotes.Failure {
        let message = "\(error)".asciiText
        let time = world.now
        if let error = error as? World.RunError {
            let run = world.failedRun
            let place =
                (run?.error == error ? run?.place : nil) ?? (error.isOfLife ? world.lastRunPlace : nil)
            let snapshot = run?.error == error ? run : nil
            switch error {
            case .timedOut, .idle, .boundReached:
                let signature = FailureSignature(.run, place.map(text) ?? "")
                let advice =
                    error.isOfLife
                    ? "\nA run of an exploration goes no further, unless its `limits` say so. Is there a loop that never ends?"
                    : ""
                return RunNotes.Failure(
                    signature, message + advice, time: time, at: place, snapshot: snapshot)
            case .deadlock(_, let waits, _):
                // Who waits for what, without the times.
                let text = waits.map { $0.split(separator: ",").first.map(String.init) ?? $0 }.joined(
                    separator: "; ")
                return RunNotes.Failure(
                    FailureSignature(.deadlock, text), message, time: time, at: place, snapshot: snapshot)
            case .misuse(let report):
                return RunNotes.Failure(
                    self.signature(report), message, time: time, at: place, snapshot: snapshot)
            case .mistake(let mistake): return failure(mistake)
            }
        }
        if let mistake = error as? World.Mistake { return failure(mistake) }
        return RunNotes.Failure(FailureSignature(.error, name(of: error)), message, time: time)
    }

    package static func failure(_ mistake: World.Mistake) -> RunNotes.Failure {
        RunNotes.Failure(
            FailureSignature(.mistake, mistake.place.map(text) ?? ""), "\(mistake)", time: mistake.time,
            at: mistake.place)
    }

    package static func failure(
        _ report: World.MisuseReport, _ snapshot: WorldSnapshot? = nil
    ) -> RunNotes.Failure {
        RunNotes.Failure(signature(report), "\(report)", time: report.time, snapshot: snapshot)
    }

    /// A misuse is known by its kind and its call, not by the phone, the time and what the message says of them.
    private static func signature(_ report: World.MisuseReport) -> FailureSignature {
        FailureSignature(.misuse, "\(report.misuse.kind) in \(report.misuse.call)")
    }

    private static func text(_ place: SourcePlace) -> String { "\(place.fileID):\(place.line)" }

    /// The type of an error, and its case or code; not the values in it.
    private static func name(of error: any Error) -> String {
        let type = String(reflecting: Swift.type(of: error))
        let mirror = Mirror(reflecting: error)
        if mirror.displayStyle == .enum {
            if let label = mirror.children.first?.label { return "\(type).\(label)" }
            return "\(type).\("\(error)".prefix { $0.isLetter || $0.isNumber || $0 == "_" })"
        }
        if let error = error as? any CustomNSError { return "\(type) \(error.errorCode)" }
        if Swift.type(of: error) == NSError.self {
            let error = error as NSError
            return "\(error.domain) \(error.code)"
        }
        return type
    }
}
