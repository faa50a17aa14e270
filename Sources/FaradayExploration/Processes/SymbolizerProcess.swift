#if os(Linux)
import Foundation

/// A running `llvm-symbolizer`: it reads addresses, a line each, and answers each with a line of JSON.
struct SymbolizerProcess: Sendable {
    private let channel: LineChannel
    private let identifier: pid_t

    /// Starts the tool for the program that runs; `nil` if that fails.
    ///
    /// - Parameter patience: How long it may take for an answer, in milliseconds.
    init?(_ tool: String, patience: Int) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        defer { close(ends[1]) }
        var limit = timeval(tv_sec: patience / 1_000, tv_usec: patience % 1_000 * 1_000)
        setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard let identifier = Self.spawn(tool, ends[1]) else {
            close(ends[0])
            return nil
        }
        self.identifier = identifier
        channel = LineChannel(ends[0])
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
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    }

    private static func spawn(_ tool: String, _ socket: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, socket, 0)
        posix_spawn_file_actions_adddup2(&actions, socket, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        InheritedFiles.close(from: 3, in: &actions)
        let program = "--obj=/proc/\(getpid())/exe"
        let words = [tool, program, "--output-style=JSON", "--no-demangle", "--inlines"]
        var arguments = words.map { strdup($0) } + [nil]
        var environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, tool, &actions, nil, &arguments, &environment)
        return code == 0 ? identifier : nil
    }
}
#endif
