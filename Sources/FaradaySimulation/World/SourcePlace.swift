/// A line of a test's sources.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    /// Module and file: `AppTests/ScanTests.swift`.
    public let fileID: String
    /// The path of the file, as given to the compiler.
    public let filePath: String
    /// The line, counted from 1.
    public let line: UInt

    /// Creates a place; without arguments, the line of this call.
    public init(fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line) {
        self.fileID = "\(fileID)"
        self.filePath = "\(filePath)"
        self.line = line
    }

    /// Creates a place that a test framework reports.
    package init(fileID: String, filePath: String, line: UInt) {
        (self.fileID, self.filePath, self.line) = (fileID, filePath, line)
    }

    /// The file alone, as `ScanTests.swift`.
    var fileName: Substring { fileID.split(separator: "/").last ?? "" }

    /// The file and the line, as `AppTests/ScanTests.swift:12`.
    public var description: String { "\(fileID):\(line)" }
}
