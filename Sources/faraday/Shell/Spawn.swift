#if os(macOS) || os(Linux)
import Foundation

/// Starts processes. Each is a group of its own, so that what it starts can be ended with it, and signals do to it what they
/// do by default, also those that this process ignores; Foundation's `Process` passes that on.
enum Spawn {
    /// Why there is no process, as the system says it.
    struct Problem: Error { let reason: String }

    /// Starts the program whose path is the first argument. If there is an `output`, it has both of the program's streams,
    /// and the program reads nothing.
    static func start(
        _ arguments: [String], environment: [String: String], output: Int32? = nil
    ) throws(Problem) -> pid_t {
        #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        var actions: posix_spawn_file_actions_t?
        #else
        var attributes = posix_spawnattr_t()
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        if let output {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            for stream in Int32(1)...2 { posix_spawn_file_actions_adddup2(&actions, output, stream) }
        }
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
        let (words, variables) = (
            CStrings(arguments), CStrings(environment.map { "\($0.key)=\($0.value)" })
        )
        defer {
            words.release()
            variables.release()
        }
        var number: pid_t = 0
        let error = posix_spawn(
            &number, arguments[0], &actions, &attributes, words.pointers, variables.pointers)
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
