#if os(Linux)
import Foundation

/// A program that this process has started. Of this process's files it gets those that it is given, and no other.
struct StartedProgram: Sendable {
    /// The number of the system's error.
    struct Failed: Error {
        let code: Int32
    }

    private let identifier: pid_t

    /// - Parameters:
    ///   - words: The path, and the arguments.
    ///   - environment: As `name=value`.
    ///   - count: How many files it gets, numbered from 0.
    ///   - openFiles: Opens them.
    init(
        _ words: [String], environment: [String], files count: Int32,
        _ openFiles: (inout posix_spawn_file_actions_t) -> Void
    ) throws(Failed) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        openFiles(&actions)
        InheritedFiles.close(from: count, in: &actions)
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, words[0], &actions, nil, &arguments, &variables)
        guard code == 0 else { throw Failed(code: code) }
        self.identifier = identifier
    }

    /// Ends it, whatever it does.
    func kill() { Foundation.kill(identifier, SIGKILL) }

    /// Waits until it has ended; returns its status, as `waitpid` has it.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status
    }

    // MARK: Files

    /// Both ends of a socket: for this process, and for a program.
    static func sockets() throws(Failed) -> (own: Int32, other: Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failed(code: errno) }
        return (moved(ends[0]), moved(ends[1]))
    }

    /// The same file with a number that no program gets by chance, and that other programs do not inherit.
    static func moved(_ descriptor: Int32) -> Int32 {
        let other = fcntl(descriptor, F_DUPFD_CLOEXEC, 64)
        guard other >= 0 else { return descriptor }
        close(descriptor)
        return other
    }
}
#endif
