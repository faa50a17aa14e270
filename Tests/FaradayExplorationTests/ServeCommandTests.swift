#if os(Linux)
import Foundation
import Testing

/// `faraday serve` in a process of its own.
@Suite struct ServeCommandTests {
    @Test("What a served device says has the time since the start, however long the machine has been up")
    func times() throws {
        let pipe = Pipe()
        let process = Tool.process(["serve", "--hci", "tcp:0", "--device", "heart-rate=HR-1"])
        process.standardOutput = pipe
        let start = Date()
        try process.run()
        var text = ""
        while !text.contains("is on, as"), case let data = pipe.fileHandleForReading.availableData,
            !data.isEmpty
        {
            text += String(decoding: data, as: UTF8.self)
        }
        process.interrupt()
        process.waitUntilExit()
        let elapsed = Date().timeIntervalSince(start)
        let line = try #require(text.split(separator: "\n").first { $0.contains("is on, as") })
        let time = try #require(line.split(separator: " ").first.flatMap { Double($0) })
        #expect(time >= 0 && time <= elapsed)
        #expect(process.terminationReason == .exit)
    }
}
#endif
