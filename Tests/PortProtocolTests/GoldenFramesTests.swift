import Foundation
import FrameExamples
import PortProtocol
import Testing

/// The bytes of each example as they were agreed to. `FARADAY_WRITE_DOCS=1` writes the table; a row that changes is another
/// version of the coding.
@Suite struct GoldenFramesTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    @Test("Every frame has the bytes of the table")
    func table() throws {
        let text = FrameExample.all.map { "\($0.name)\t\(Self.hex($0.frame.bytes))\n" }.joined()
        let file = Self.folder.appendingPathComponent("frames.tsv")
        if ProcessInfo.processInfo.environment["FARADAY_WRITE_DOCS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let agreed = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(agreed.count == FrameExample.all.count)
        for (row, old) in zip(text.split(separator: "\n"), agreed) { #expect(row == old) }
    }

    @Test("No two examples have one name")
    func names() { #expect(Set(FrameExample.all.map(\.name)).count == FrameExample.all.count) }

    @Test("Every frame of the table is read, and written the same")
    func reading() throws {
        for example in FrameExample.all {
            var reader = PortFrameReader()
            reader.add(example.frame.bytes)
            guard case .frame(let frame)? = try reader.next() else {
                Issue.record("\(example.name) is no frame")
                continue
            }
            #expect(frame.bytes == example.frame.bytes, "\(example.name)")
        }
    }
}
