#if os(Linux)
import Foundation

/// A running `llvm-symbolizer`: it reads addresses, a line each, and answers each with a line of JSON.
struct SymbolizerProcess: Sendable {
    private let channel: LineChannel
    private let program: StartedProgram

    /// Starts the tool for the program that runs; `nil` if that fails.
    ///
    /// - Parameter patience: How long it may take for an answer, in milliseconds.
    init?(_ tool: String, patience: Int) {
        guard let (own, other) = try? StartedProgram.sockets() else { return nil }
        defer { close(other) }
        var limit = timeval(tv_sec: patience / 1_000, tv_usec: patience % 1_000 * 1_000)
        setsockopt(own, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let words = [
            tool, "--obj=/proc/\(getpid())/exe", "--output-style=JSON", "--no-demangle", "--inlines",
        ]
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let program = try? StartedProgram(words, environment: environment, files: 3) { actions in
            posix_spawn_file_actions_adddup2(&actions, other, 0)
            posix_spawn_file_actions_adddup2(&actions, other, 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        guard let program else {
            close(own)
            return nil
        }
        self.program = program
        channel = LineChannel(own)
    }

    /// The answers to addresses, in their order; `nil` if the tool has ended or takes too long.
    func answers(to addresses: [UInt]) -> [[UInt8]]? {
        // They fit into the socket, so both ends never wait for each other: a question has 20 bytes, and there are 2,000 at most.
        channel.write(addresses.flatMap { Array("0x\(String($0, radix: 16))\n".utf8) })
        var answers: [[UInt8]] = []
        while answers.count < addresses.count {
            guard let answer = channel.read() else { return nil }
            answers.append(answer)
        }
        return answers
    }

    /// Ends it, whatever it does.
    func end() {
        channel.end()
        program.kill()
        _ = program.wait()
    }
}
#endif
