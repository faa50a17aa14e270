import Foundation

/// Keeps notes in a folder, a file for each.
struct Cabinet {
    let folder: String

    private var files: FileManager { .default }

    func notes() throws -> [String] {
        guard files.fileExists(atPath: folder) else { return [] }
        return try files.contentsOfDirectory(atPath: folder).sorted()
    }

    func write(_ text: String, as name: String) throws {
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: nil)
        guard files.createFile(atPath: path(name), contents: Data(text.utf8), attributes: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    func read(_ name: String) -> String? {
        files.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    func remove(_ name: String) throws {
        try files.removeItem(atPath: path(name))
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }
}
