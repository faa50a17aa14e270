import Foundation

/// A directory that goes away with the last reference to it.
final class TemporaryDirectory: Sendable {
    /// The path, without a slash at its end.
    let path: String

    init() throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(
            "faraday-seam-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(
                at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SeamError("can't make a temporary directory at \(place.path)")
        }
        // Compilers name files by their real path (`/private/var` rather than `/var` on a Mac).
        path = place.resolvingSymlinksInPath().path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and returns its path. Directories in the name are made.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let place = URL(fileURLWithPath: path).appendingPathComponent(name)
        do {
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: place)
        } catch {
            throw SeamError("can't write \(place.path)")
        }
        return place.path
    }

    func directory(_ name: String) throws -> String {
        let place = path + "/" + name
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        } catch {
            throw SeamError("can't make the directory \(place)")
        }
        return place
    }
}
