#if os(Linux)
import Foundation
import Testing

/// What `faraday import` says while it reads large files.
@Suite struct ImportProgressTests {
    /// A btsnoop file of records that are no packets of a device, 1 MB each.
    private static func file(_ records: Int) -> Data {
        var data = Data("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEA]
        for _ in 0..<records {
            let length: [UInt8] = [0, 0x0F, 0x42, 0x40]
            data += length + length + [UInt8](repeating: 0, count: 16)
            data += Data(count: 1_000_000)
        }
        return data
    }

    /// Standard error of an import of the file, where that is a terminal.
    private static func errorsOnTerminal(_ path: String) throws -> String {
        var (own, other): (Int32, Int32) = (0, 0)
        try #require(openpty(&own, &other, nil, nil, nil) == 0)
        let process = Tool.process(["import", path])
        process.standardError = FileHandle(fileDescriptor: other)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        close(other)
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        // The terminal ends with the process.
        while case let count = read(own, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
        process.waitUntilExit()
        close(own)
        return String(decoding: text, as: UTF8.self)
    }

    @Test func aTerminalShowsOneLineThatIsRewritten() throws {
        let folder = try ResultsFolder()
        let path = folder.path + "/large"
        try Self.file(5).write(to: URL(fileURLWithPath: path))
        let errors = try Self.errorsOnTerminal(path)
        #expect(errors.hasPrefix("\rreading \(path): 20 %, 1 packets\u{1B}[K"))
        let lines = errors.components(separatedBy: "\r\n")
        #expect(lines[0].components(separatedBy: "\r\u{1B}[K").count == 2, "It is cleared once")
        #expect(lines[0].hasSuffix("\r\u{1B}[Kfaraday: 5 packets are left out, because they can't be read"))
    }

    @Test func smallFilesAndOtherOutputsShowNone() throws {
        let folder = try ResultsFolder()
        let path = folder.path + "/capture"
        try Self.file(3).write(to: URL(fileURLWithPath: path))
        #expect(try Self.errorsOnTerminal(path).hasPrefix("faraday: 3 packets"))
        try Self.file(5).write(to: URL(fileURLWithPath: path))
        #expect(try Tool.run(["import", path]).errors.hasPrefix("faraday: 5 packets"))
    }
}
#endif
