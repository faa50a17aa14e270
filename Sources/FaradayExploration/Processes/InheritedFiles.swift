#if os(Linux)
import Foundation

/// What a child process does not get from this one.
///
/// Foundation's pipes and processes leave their files open in every program that another thread starts meanwhile. Who waits
/// for the end of such a pipe, or for the end of such a process, would wait for this child, too.
enum InheritedFiles {
    private typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>
    private typealias CloseFrom = @convention(c) (Actions, Int32) -> Int32

    /// Only from glibc 2.34 on.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast($0, to: CloseFrom.self)
    }

    /// Closes all files from this number on before the child begins.
    static func close(from first: Int32, in actions: inout posix_spawn_file_actions_t) {
        if let closeFrom, closeFrom(&actions, first) == 0 { return }
        // Those that are open now: one that another thread opens at this moment may still get into the child.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for file in names.compactMap({ Int32($0) }) where file >= first {
            posix_spawn_file_actions_addclose(&actions, file)
        }
    }
}
#endif
