import Foundation

/// `faraday seam`: starts `faraday-seam`, a program of its own. It knows nothing of Bluetooth, and who runs the demo need not
/// build it.
enum SeamProgram {
    private static let name = "faraday-seam"

    static func start(_ arguments: [String]) -> Int32 {
        guard let path = place?.path, FileManager.default.isExecutableFile(atPath: path) else {
            Shell.complain(
                "seam: \(name) is not beside this program: 'swift build --product \(name)' builds it, "
                    + "and 'swift run \(name)' runs it")
            return ExitStatus.unavailable.rawValue
        }
        return run(path, arguments)
    }

    #if os(macOS) || os(Linux)
    private static func run(_ path: String, _ arguments: [String]) -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        do {
            try process.run()
        } catch {
            Shell.complain("seam: \(path) can't be started: \(error)")
            return ExitStatus.unavailable.rawValue
        }
        process.waitUntilExit()
        return process.terminationStatus
    }
    #else
    private static func run(_ path: String, _ arguments: [String]) -> Int32 {
        Shell.complain("seam: a program can't start another one here")
        return ExitStatus.unavailable.rawValue
    }
    #endif

    private static var place: URL? {
        Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name)
    }
}
