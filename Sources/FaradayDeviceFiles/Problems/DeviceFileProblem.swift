/// What is wrong in a device file, and where.
public struct DeviceFileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether the part has no effect, but is no error.
    public let isWarning: Bool
    /// The line, from 1 on; `nil` for a problem of the whole file.
    public let line: Int?
    /// The character in the line, from 1 on.
    public let column: Int?
    /// What is wrong, in one sentence.
    public let text: String

    init(_ text: String, at place: TextPlace?, isWarning: Bool = false) {
        self.text = text.asciiText
        self.isWarning = isWarning
        (line, column) = (place?.line, place?.column)
    }

    /// `12:5: error: …`, as compilers write it behind the name of the file.
    public var description: String {
        let place = line.map { "\($0):\(column ?? 1): " } ?? ""
        return "\(place)\(isWarning ? "warning" : "error"): \(text)"
    }

    /// The same behind the name of the file, if it has one.
    package func line(in file: String) -> String {
        if file.isEmpty { return description }
        return file.asciiText + (line == nil ? ": " : ":") + description
    }
}

/// Why a device file gives no device.
public struct DeviceFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as it was named; empty for a text.
    public let file: String
    /// The problems in the order of the lines; at least one of them is no warning.
    public let problems: [DeviceFileProblem]

    /// A line for each problem.
    public var description: String {
        problems.map { $0.line(in: file) }.joined(separator: "\n")
    }
}

/// Collects what is wrong in a file while it is read.
final class FileNotes {
    private(set) var problems: [DeviceFileProblem] = []

    func note(_ text: String, at place: TextPlace?) { problems.append(.init(text, at: place)) }

    func warn(_ text: String, at place: TextPlace?) {
        problems.append(.init(text, at: place, isWarning: true))
    }
}
