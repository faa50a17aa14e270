import Foundation

/// Where a file is, or is to be: why it can't be read or written, in words.
struct FilePlace {
    let path: String

    init(_ path: String) { self.path = path }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Whether there is a file that is no folder.
    var isFile: Bool { FileManager.default.fileExists(atPath: path) && !Self.isFolder(path) }

    /// The path as a file beside `other` names it.
    func relative(toFolderOf other: String) -> String {
        let own = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
        let folder = URL(fileURLWithPath: other).standardizedFileURL.deletingLastPathComponent()
            .pathComponents
        let shared = zip(own, folder).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: folder.count - shared) + own[shared...]).joined(separator: "/")
    }

    /// After an attempt to read it has failed.
    var readProblem: String {
        Self.isFolder(path) ? "it is a folder" : isFile ? "it can't be read" : "there is no such file"
    }

    /// After an attempt to write it has failed.
    var writeProblem: String {
        if Self.isFolder(path) { return "\(path) is a folder" }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        return Self.isFolder(folder)
            ? "can't write \(path)" : "can't write \(path): there is no folder \(folder)"
    }
}
