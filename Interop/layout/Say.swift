import Foundation

/// A line at once, also into a pipe.
public func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
