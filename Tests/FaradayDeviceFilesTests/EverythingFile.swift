#if os(macOS) || os(Linux)
import Foundation

/// A file with each thing that a file can say, as the writer writes it.
enum EverythingFile {
    static let path =
        (#filePath as NSString).deletingLastPathComponent + "/Files/everything.faraday.json"

    static var text: String {
        get throws { try String(contentsOfFile: path, encoding: .utf8) }
    }
}
#endif
