import Foundation
import Testing

@testable import FaradayLive

/// A folder of its own, removed in the end.
final class Folder {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "faraday-live-\(UUID().uuidString.prefix(8))"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }
}

/// Looks until `condition` holds, for 60 s at most.
func eventually(_ what: Comment, _ condition: () throws -> Bool) rethrows {
    let end = Environment.monotonic + 60_000_000_000
    while try !condition() {
        guard Environment.monotonic < end else {
            Issue.record("never: \(what)")
            return
        }
        _ = Descriptor.poll(-1, for: 0, milliseconds: 1)
    }
}

extension HCIConnection {
    /// Reads until `count` bytes are there, or the other end is gone.
    func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let end = Environment.monotonic + 60_000_000_000
        while bytes.count < count, Environment.monotonic < end {
            wait(reading: true, writing: false, milliseconds: 1000)
            bytes += try readAvailable()
        }
        return bytes
    }

    /// Reads until the other end is gone, and says how that shows.
    func readToEnd() -> LiveError? {
        let end = Environment.monotonic + 60_000_000_000
        while Environment.monotonic < end {
            wait(reading: true, writing: false, milliseconds: 1000)
            do throws(LiveError) {
                _ = try readAvailable()
            } catch {
                return error
            }
        }
        return nil
    }
}
