#if os(macOS) || os(Linux)
import Foundation

/// Wireshark's command, which judges captures where it is installed.
enum Tshark {
    static let path = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { $0 + "/tshark" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    static var isThere: Bool { path != nil }

    /// The PDUs of the attribute protocol in a file: opcode, handle, value.
    static func attributes(_ file: [UInt8]) throws -> [String] {
        try fields(file, ["btatt.opcode", "btatt.handle", "btatt.value"], where: "btatt").map { row in
            var words = [row[0].replacingOccurrences(of: "0x", with: "")]
            if let handle = Int(row[1].dropFirst(2), radix: 16) { words.append("\(handle)") }
            if !row[2].isEmpty { words.append(row[2]) }
            return words.joined(separator: " ")
        }
    }

    /// Fields of each packet that a filter lets through.
    static func fields(_ file: [UInt8], _ names: [String], where filter: String) throws -> [[String]] {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("faraday-\(UInt64.random(in: 0 ... .max)).capture")
        try Data(file).write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "tshark")
        process.arguments =
            ["-r", place.path, "-Y", filter, "-T", "fields"] + names.flatMap { ["-e", $0] }
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
#endif
