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
    private let program: StartedProgram
    /// A file without a name that takes what the process writes to standard error.
    private let errors: Int32

    /// The number that the socket has in a child.
    static let socketOfChild: Int32 = 3
    /// How much of what a process writes to standard error is looked at, from its end.
    private static let mostErrors = 65_536

    /// Starts a process.
    init(_ launch: ChildLaunch, for exploration: String) throws(ChildProblem) {
        let sockets: (own: Int32, other: Int32)
        do { sockets = try StartedProgram.sockets() } catch { throw Self.problem(error) }
        defer { close(sockets.other) }
        guard let errors = Self.unnamedFile() else {
            close(sockets.own)
            throw ChildProblem(description: "No file can be made for what a child process says.")
        }
        do {
            program = try Self.start(launch, exploration, sockets.other, errors)
        } catch {
            close(sockets.own)
            close(errors)
            throw Self.problem(error)
        }
        self.errors = errors
        channel = LineChannel(sockets.own)
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
        let status = program.wait()
        defer { close(errors) }
        let signal = status & 0x7F
        return (signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal), errorText)
    }

    // MARK: The system's calls

    private static func problem(_ error: StartedProgram.Failed) -> ChildProblem {
        ChildProblem(
            description: "The child process \(executable) can't be started: "
                + "\(String(cString: strerror(error.code))).")
    }

    private static let executable = Bundle.main.executablePath ?? CommandLine.arguments[0]

    private static func unnamedFile() -> Int32? {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-child-\(UUID().uuidString)").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        unlink(path)
        return StartedProgram.moved(descriptor)
    }

    private static func start(
        _ launch: ChildLaunch, _ exploration: String, _ socket: Int32, _ errors: Int32
    ) throws(StartedProgram.Failed) -> StartedProgram {
        try StartedProgram(
            [executable] + launch.arguments, environment: ChildLaunch.environment(for: exploration),
            files: socketOfChild + 1
        ) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            // What a test runner prints about the child's part of the test would only confuse.
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, errors, 2)
            posix_spawn_file_actions_adddup2(&actions, socket, socketOfChild)
        }
    }
}
#endif
