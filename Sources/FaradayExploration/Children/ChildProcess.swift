#if os(Linux)
import Foundation

/// A process that plays cases of one exploration, and its socket.
struct ChildProcess: Sendable {
    /// How a process ended.
    enum End: Hashable, Sendable {
        case exit(Int32)
        case signal(Int32)
    }

    let channel: LineChannel
    private let identifier: pid_t
    /// A file without a name that takes what the process writes to standard error.
    private let errors: Int32

    /// The number that the socket has in a child.
    static let socketOfChild: Int32 = 3
    /// How much of what a process writes to standard error is looked at, from its end.
    private static let mostErrors = 65_536

    /// Starts a process.
    init(_ launch: ChildLaunch, for exploration: String) throws(ChildProblem) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Self.stream | Self.isNotInherited, 0, &ends) == 0 else {
            throw Self.problem(errno)
        }
        let (own, other) = (Self.moved(ends[0]), Self.moved(ends[1]))
        defer { close(other) }
        guard let errors = Self.unnamedFile() else {
            close(own)
            throw ChildProblem(description: "No file can be made for what a child process says.")
        }
        switch Self.spawn(launch, exploration, other, errors) {
        case .success(let identifier):
            self.identifier = identifier
            self.errors = errors
            channel = LineChannel(own)
        case .failure(let error):
            close(own)
            close(errors)
            throw Self.problem(error.code)
        }
    }

    /// Forgets what the process has written to standard error.
    func forgetErrors() { ftruncate(errors, 0) }

    /// What the process has written to standard error since then.
    var errorText: String {
        let size = max(0, lseek(errors, 0, SEEK_END))
        let start = max(0, size - off_t(Self.mostErrors))
        var bytes = [UInt8](repeating: 0, count: Int(size - start))
        let count = bytes.withUnsafeMutableBytes { pread(errors, $0.baseAddress, $0.count, start) }
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Waits until the process has ended. It ends when nobody asks it for more, too.
    func end() -> (end: End, errors: String) {
        channel.end()
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        defer { close(errors) }
        let signal = status & 0x7F
        return (signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal), errorText)
    }

    // MARK: The system's calls

    private struct Failed: Error {
        let code: Int32
    }

    private static func problem(_ code: Int32) -> ChildProblem {
        ChildProblem(
            description: "The child process \(executable) can't be started: "
                + "\(String(cString: strerror(code))).")
    }

    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let isNotInherited = Int32(SOCK_CLOEXEC.rawValue)
    private static let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]

    /// The same socket with a number that no child gets by chance, and that other children do not inherit.
    private static func moved(_ descriptor: Int32) -> Int32 {
        let other = fcntl(descriptor, F_DUPFD_CLOEXEC, 64)
        guard other >= 0 else { return descriptor }
        close(descriptor)
        return other
    }

    private static func unnamedFile() -> Int32? {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-child-\(UUID().uuidString)").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        unlink(path)
        return Self.moved(descriptor)
    }

    private static func spawn(
        _ launch: ChildLaunch, _ exploration: String, _ socket: Int32, _ errors: Int32
    ) -> Result<pid_t, Failed> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        // What a test runner prints about the child's part of the test would only confuse.
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        posix_spawn_file_actions_adddup2(&actions, socket, socketOfChild)
        InheritedFiles.close(from: socketOfChild + 1, in: &actions)
        var arguments = ([executable] + launch.arguments).map { strdup($0) } + [nil]
        var environment = ChildLaunch.environment(for: exploration).map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, executable, &actions, nil, &arguments, &environment)
        return code == 0 ? .success(identifier) : .failure(Failed(code: code))
    }
}
#endif
