#if os(Linux)
import BluetoothPort
import Foundation

/// Asks the toolchain's `llvm-symbolizer`, which stays for the next question.
///
/// To read the debug information of a program with many tests takes the tool half a second and 250 MB; after that, it answers at
/// once. A suite that fails in many places asks often.
final class Symbolizer: Sendable {
    static let shared = Symbolizer()

    private struct State {
        var process: SymbolizerProcess?
        /// Counts the questions.
        var count = 0
    }

    private let state = Lock(State())
    private let patience: Int
    private let idleTime: DispatchTimeInterval

    /// - Parameters:
    ///   - patience: How long an answer may take, in milliseconds.
    ///   - idleTime: How long the tool stays when nobody asks it.
    init(patience: Int = 10_000, idleTime: DispatchTimeInterval = .seconds(3)) {
        (self.patience, self.idleTime) = (patience, idleTime)
    }

    deinit { state.withLock { $0.process?.end() } }

    /// The answers of `tool` to addresses, in their order; `nil` if it has none. Threads that ask at the same time wait for each
    /// other: a process for each of them would read the same information.
    func answers(of tool: String, to addresses: [UInt]) -> [[UInt8]]? {
        let (answers, count) = state.withLock { state in
            state.count += 1
            return (ask(tool, addresses, &state), state.count)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + idleTime) { [weak self] in self?.rest(count) }
        return answers
    }

    private func ask(_ tool: String, _ addresses: [UInt], _ state: inout State) -> [[UInt8]]? {
        // One that was kept may have been ended by somebody.
        if let process = state.process, let answers = process.answers(to: addresses) { return answers }
        state.process?.end()
        state.process = SymbolizerProcess(tool, patience: patience)
        let answers = state.process?.answers(to: addresses)
        if answers == nil {
            state.process?.end()
            state.process = nil
        }
        return answers
    }

    /// Ends the tool if nobody has asked since.
    private func rest(_ count: Int) {
        state.withLock { state in
            guard state.count == count else { return }
            state.process?.end()
            state.process = nil
        }
    }
}
#endif
