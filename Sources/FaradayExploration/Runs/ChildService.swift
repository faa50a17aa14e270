#if os(Linux)
import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation

/// Runs the cases that a parent process sends.
struct ChildService {
    let runner: CaseRunner
    /// The thread of synchronous bodies.
    let thread: BodyThread?

    /// Runs case after case until the parent wants no more, and ends the process.
    func serve() async -> Never {
        let channel = LineChannel(ChildProcess.socketOfChild)
        // Programs that the app starts do not get the socket.
        _ = fcntl(ChildProcess.socketOfChild, F_SETFD, FD_CLOEXEC)
        let reader = BodyThread()
        channel.write(ChildText.line(ChildReply(isReady: true)))
        while let line = await reader.run({ channel.read() }) {
            guard let request: ChildRequest = ChildText.read(line) else { break }
            let outcome = await run(request, channel)
            channel.write(ChildText.line(ChildReply(end: ChildRunEnd(outcome))))
        }
        // Nothing of this process is of use to anybody: not the rest of its tests, nor what it would do at its end.
        _exit(0)
    }

    private func run(_ request: ChildRequest, _ channel: LineChannel) async -> RunOutcome {
        let wishes = CaseRunner.Wishes(rawValue: request.wishes)
        var runner = runner
        let stage = runner.stage
        runner.begins = { world, notes in
            notes.onParameter { channel.write(ChildText.line(ChildReply(parameter: $0))) }
            guard wishes.contains(.account) else { return }
            let signature = request.signature ?? FailureSignature(.trap, "")
            EndingSignals.watch { number in
                channel.write(ChildText.line(ChildReply(signal: number)))
                let failure = RunNotes.Failure(signature, "", time: world.now, snapshot: world.snapshot())
                let account = stage.account(world, failure, request.explored)
                channel.write(ChildText.line(ChildReply(lastAccount: account)))
            }
        }
        let outcome = await runner.run(
            request.explored, wishes, as: RunningCase(request.name), on: thread)
        if wishes.contains(.account) { EndingSignals.watch(nil) }
        return outcome
    }
}
#endif
