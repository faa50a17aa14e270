import Foundation

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

extension HCIConnection {
    /// Reads until `count` bytes have arrived, or the other end has closed.
    func read(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, case let news = try readSoon(), !news.isEmpty { bytes += news }
        return bytes
    }

    /// Reads until the other end has closed, and returns how it closed.
    func readToEnd() -> LiveError? {
        do throws(LiveError) {
            while try !readSoon().isEmpty {}
            return nil
        } catch {
            return error
        }
    }

    /// What comes next; nothing when nothing came in sixty waits of a second.
    private func readSoon() throws(LiveError) -> [UInt8] {
        for _ in 0..<60 {
            wait(reading: true, writing: false, milliseconds: 1000)
            let news = try readAvailable()
            if !news.isEmpty { return news }
        }
        return []
    }
}
