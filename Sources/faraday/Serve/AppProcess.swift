#if os(macOS) || os(Linux)
import BluetoothPort
import Foundation

/// The process of an app, as a phone's system has it: it can be stopped and ended at any moment.
///
/// Signals do to it what they do by default, also those that this process ignores; Foundation's `Process` passes that on. It is
/// a group of its own, so that what it starts is stopped and ended with it, and a Ctrl-C on the terminal is not for it. If this
/// process ends without a word, the system ends a group that is stopped then.
final class AppProcess: Sendable {
    private let number: pid_t
    private let isRunning = Lock(true)

    /// Runs a command as a shell does.
    init(shell command: String, environment: [String: String]) throws(Spawn.Problem) {
        // The shell becomes the program, so that the process that is ended is the program's.
        let arguments = ["/bin/sh", "-c", "exec \(command)"]
        number = try Spawn.start(arguments, environment: environment)
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
}
#endif
