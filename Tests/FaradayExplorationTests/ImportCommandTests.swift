#if os(Linux)
import Foundation
import Testing

/// `faraday import` and `faraday device-file` in processes of their own.
@Suite struct ImportCommandTests {
    /// The section header of a pcapng file, behind which nothing comes.
    private static let header =
        "\n\r\r\n\0\0\0\u{1C}\u{1A}+<M\0\u{1}\0\0\0\0\0\0\0\0\0\0\0\0\0\u{1C}"

    @Test(
        "What can't be read is told in a line",
        arguments: [
            (["empty"], 66, "IN/empty: the file is empty"),
            (["text"], 66, "IN/text: the file is no pcapng, pcap, btsnoop or PacketLogger file"),
            (["none"], 66, "IN/none: there is no such file"),
            ([""], 66, "IN/: it is a folder"),
            (["cut", "none"], 66, "IN/none: there is no such file"),
            (["cut"], 66, "IN/cut: no packet is of a peripheral"),
            (["cut", "--list"], 66, "IN/cut: no packet is of a peripheral"),
            (
                ["torn"], 66,
                "IN/torn: what is behind byte 28 is left out, because no whole packet begins there\n"
                    + "faraday: IN/torn: no packet is of a peripheral"
            ),
        ] as [([String], Int32, String)])
    func inputs(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let folder = try ResultsFolder()
        try folder.write("", to: "empty")
        try folder.write("some text that is no capture", to: "text")
        try folder.write(Self.header, to: "cut")
        try folder.write(Self.header + "abc", to: "torn")
        let run = try Tool.run(
            ["import"] + arguments.map { $0.hasPrefix("-") ? $0 : folder.path + "/" + $0 })
        let expected = message.replacingOccurrences(of: "IN", with: folder.path)
        #expect(run == Tool.Run(status: status, output: "", errors: "faraday: \(expected)\n"))
    }

    @Test(
        "Options that do not fit together are told in a line",
        arguments: [
            (["import", "a", "--test", "b"], "--test needs --output: the test runs with that file"),
            (["import", "a", "--app", "App()"], "--app belongs to --test"),
            (["import", "a", "--force"], "--force belongs to --output"),
            (
                ["import", "a", "--list", "--test", "b"],
                "--list lists all devices and writes no file; it takes no --device, --output, --conversation or --test"
            ),
            (
                ["serve", "--replay", "strict", "--device", "heart-rate"],
                "--replay needs a --device FILE with a conversation; 'faraday import --conversation' writes one"
            ),
            (["serve", "--replay", "lenient"], "--replay takes strict or strict-at-once, not 'lenient'"),
        ] as [([String], String)])
    func options(_ arguments: [String], _ message: String) throws {
        let run = try Tool.run(arguments)
        #expect(run == Tool.Run(status: 64, output: "", errors: "faraday: \(message)\n"))
    }

    @Test(
        "A device file that is not there is told in one line",
        arguments: [("none.json", "there is no such file"), ("", "this is a folder")])
    func deviceFiles(_ name: String, _ reason: String) throws {
        let folder = try ResultsFolder()
        let path = folder.path + "/" + name
        let run = try Tool.run(["device-file", "check", path])
        #expect(run == Tool.Run(status: 1, output: "", errors: "\(path): error: \(reason)\n"))
    }
}
#endif
