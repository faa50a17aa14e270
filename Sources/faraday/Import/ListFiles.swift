import FaradayImport
import Foundation

/// Those of some files that are lists of attributes.
struct ListFiles {
    let list: AttributeList
    /// The paths of files that are none.
    let others: [String]

    /// A longer file is a capture, or nothing.
    private static let mostBytes = 4 << 20

    /// `nil` if no file is a list.
    init?(_ paths: [String]) {
        var texts: [String] = []
        var others: [String] = []
        for path in paths {
            if let text = Self.text(path), AttributeList.isPart(text) {
                texts.append(text)
            } else {
                others.append(path)
            }
        }
        guard let list = AttributeList(texts) else { return nil }
        (self.list, self.others) = (list, others)
    }

    private static func text(_ path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: mostBytes + 1), data.count <= mostBytes, !data.contains(0)
        else { return nil }
        return String(data: data, encoding: .utf8)
    }
}
