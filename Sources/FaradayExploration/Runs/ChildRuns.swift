#if os(Linux)
import BluetoothPort
import BluetoothTypes
import FaradaySimulation
import Foundation

/// Child processes that run the cases of one exploration, one case each at a time.
///
/// A child runs case after case. When the app's code ends it, that is the failure of the case that it ran, and the next
/// case gets a new child.
final class ChildRuns: Sendable {
    private let launch: ChildLaunch
    private let exploration: String
    private let idle = Lock<[ChildProcess]>([])
    private let firstProblem = Lock<String?>(nil)

    /// Signals that others send: the case is run once more before it is blamed.
    private static let signalsOfOthers = [SIGKILL, SIGTERM, SIGINT, SIGHUP]

    /// - Parameter exploration: What a child knows its exploration by.
    init(_ launch: ChildLaunch, of exploration: String) {
        self.launch = launch
        self.exploration = exploration
    }

    /// Why cases can't be run; then runs pass that did not happen.
    var problem: String? { firstProblem.withLock { $0 } }

    /// Runs a case, and blocks until it has ended.
    func run(
        _ explored: ExploredCase, _ wishes: CaseRunner.Wishes, as running: RunningCase,
        like signature: FailureSignature?
    ) -> RunOutcome {
        let request = ChildRequest(
            explored: explored, wishes: wishes.rawValue, name: running.description, signature: signature)
        do throws(ChildProblem) {
            guard problem == nil else { return RunOutcome(ChildRunEnd(), of: explored, []) }
            return try run(request, repeats: true)
        } catch {
            firstProblem.withLock { if $0 == nil { $0 = error.description } }
            return RunOutcome(ChildRunEnd(), of: explored, [])
        }
    }

    private func run(_ request: ChildRequest, repeats: Bool) throws(ChildProblem) -> RunOutcome {
        let child: ChildProcess
        if let kept = idle.withLock({ $0.popLast() }) { child = kept } else { child = try start() }
        child.forgetErrors()
        child.channel.write(ChildText.line(request))
        var parameters: [RunNotes.Parameter] = []
        var signal: Int32?
        var account: RunAccount?
        while let line = child.channel.read() {
            guard let reply: ChildReply = ChildText.read(line) else { continue }
            if let parameter = reply.parameter { parameters.append(parameter) }
            if let number = reply.signal { signal = number }
            if let last = reply.lastAccount { account = last }
            guard let end = reply.end else { continue }
            idle.withLock { $0.append(child) }
            return RunOutcome(end, of: request.explored, parameters)
        }
        let (end, errors) = child.end()
        if repeats, case .signal(let number) = end, Self.signalsOfOthers.contains(number) {
            return try run(request, repeats: false)
        }
        // While it tells what happened, the process may end by another signal.
        let text = ProcessEndText(signal.map { .signal($0) } ?? end, errors)
        return RunOutcome(text, account, of: request.explored, parameters)
    }

    /// Starts a child, and waits until it has come to its exploration.
    private func start() throws(ChildProblem) -> ChildProcess {
        let child = try ChildProcess(launch, for: exploration)
        while let line = child.channel.read() {
            if let reply: ChildReply = ChildText.read(line), reply.isReady == true { return child }
        }
        let (end, errors) = child.end()
        let said = errors.split(whereSeparator: \.isNewline).last.map { " It said: \($0)" } ?? ""
        throw ChildProblem(
            description: "A child process ended before it came to the exploration \(exploration): "
                + "\(ProcessEndText(end, "").signature.place).\(said)")
    }

    /// Ends the children.
    func end() {
        let children = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        for child in children { _ = child.end() }
    }
}

extension RunOutcome {
    /// How a run in a child ended.
    init(_ end: ChildRunEnd, of explored: ExploredCase, _ parameters: [RunNotes.Parameter]) {
        let failures = (end.failures ?? []).map { failure in
            var place: SourcePlace?
            if let fileID = failure.fileID, let filePath = failure.filePath, let line = failure.line {
                place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
            }
            return RunNotes.Failure(
                failure.signature, failure.message, time: Instant(nanoseconds: failure.nanoseconds), at: place
            )
        }
        self.init(
            explored: end.explored ?? explored, parameters: parameters, failures: failures,
            unfired: end.unfired ?? [], coverage: end.coverage, account: end.account,
            surroundings: end.surroundings, isEndless: end.isEndless ?? false, servesMainQueue: false)
    }

    /// A run in which the app's code ended the process.
    init(
        _ text: ProcessEndText, _ account: RunAccount?, of explored: ExploredCase,
        _ parameters: [RunNotes.Parameter]
    ) {
        var explored = explored
        for parameter in parameters { explored.parameters[parameter.name] = parameter.value }
        self.init(
            explored: explored, parameters: parameters,
            failures: [RunNotes.Failure(text.signature, text.message, time: .zero)], unfired: [],
            coverage: nil, account: account, surroundings: nil,
            isEndless: text.message.contains(CaseRunner.neverEnds), servesMainQueue: false)
    }
}

extension ChildRunEnd {
    init(_ outcome: RunOutcome) {
        self.init()
        coverage = outcome.coverage
        surroundings = outcome.surroundings
        account = outcome.account
        if outcome.isEndless { isEndless = true }
        guard !outcome.failures.isEmpty else { return }
        explored = outcome.explored
        unfired = outcome.unfired
        failures = outcome.failures.map { failure in
            Failure(
                signature: failure.signature, message: failure.message, nanoseconds: failure.time.nanoseconds,
                fileID: failure.place?.fileID, filePath: failure.place?.filePath, line: failure.place?.line)
        }
    }
}
#endif
