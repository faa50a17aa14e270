#if os(macOS) || os(Linux)
import BluetoothPort
import Foundation

/// The process of an app, as a phone's system has it: it can be stopped and ended at any moment.
///
/// Signals do to it what they do by default, also those that this process ignores; Foundation's `Process` passes that on. It is
/// a group of its own, so that what it starts is stopped and ended with it, and a Ctrl-C on the terminal is not for it. If this
/// process ends without a word, the system ends a group that is stopped then.
final class AppProcess: Sendable {
    /// Why there is no process, as the system says it.
    struct Problem: Error { let reason: String }

    private let number: pid_t
    private let isRunning = Lock(true)

    /// Runs a command as a shell does.
    init(shell command: String, environment: [String: String]) throws(Problem) {
        // The shell becomes the program, so that the process that is ended is the program's.
        let arguments = ["/bin/sh", "-c", "exec \(command)"]
        number = try Self.spawn(arguments, environment.map { "\($0.key)=\($0.value)" })
        Thread.detachNewThread { [self] in waitForEnd() }
    }

    /// Stops it, or lets it run on.
    func halt(_ isHalted: Bool) { send(isHalted ? SIGSTOP : SIGCONT) }

    /// Ends it without asking, also while it is stopped.
    func end() { send(SIGKILL) }

    private func send(_ signal: Int32) {
        // Its number is its own until it is known to have ended.
        isRunning.withLock { isRunning in
            if isRunning, kill(-number, signal) != 0 { kill(number, signal) }
        }
    }

    private func waitForEnd() {
        var information = siginfo_t()
        while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        isRunning.withLock { isRunning in
            isRunning = false
            var status: Int32 = 0
            waitpid(number, &status, 0)
        }
    }

    // MARK: Starting

    private static func spawn(_ arguments: [String], _ environment: [String]) throws(Problem) -> pid_t {
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        #else
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (defaults, mask) = (sigset_t(), sigset_t())
        sigemptyset(&mask)
        sigemptyset(&defaults)
        for signal in Int32(1)..<32 where signal != SIGKILL && signal != SIGSTOP {
            sigaddset(&defaults, signal)
        }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags =
            Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETPGROUP)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let (words, variables) = (CStrings(arguments), CStrings(environment))
        defer {
            words.release()
            variables.release()
        }
        var number: pid_t = 0
        let error = posix_spawn(
            &number, arguments[0], nil, &attributes, words.pointers, variables.pointers)
        guard error == 0 else { throw Problem(reason: String(cString: strerror(error))) }
        return number
    }
}

/// Copies of texts as C has them, with a null pointer behind the last one.
private struct CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

    func release() { for pointer in pointers { free(pointer) } }
}
#endif
