import Foundation
import Testing

@testable import FaradaySeam

@Suite struct ToolTests {
    let shell = Tool(path: "/bin/sh")

    @Test func aRunTellsStatusOutputAndErrors() throws {
        let result = try shell.run(["-c", "echo out; echo err >&2; exit 3"])
        #expect(result.status == 3)
        #expect(result.text == "out\n")
        #expect(result.errors == "err\n")
    }

    @Test func inputIsRead() throws {
        let result = try shell.run(["-c", "cat"], input: "one\ntwo")
        #expect(result.text == "one\ntwo")
    }

    @Test func withoutInputAReaderSeesTheEnd() throws {
        #expect(try shell.run(["-c", "cat; echo end"]).text == "end\n")
    }

    /// A pipe holds 64 KiB: whoever reads one stream to its end before the other would wait for ever.
    @Test func muchOutputOnBothStreamsDoesNotBlock() throws {
        let script =
            "i=0; while [ $i -lt 3000 ]; do printf '%0200d' 7; printf '%0200d' 8 >&2; i=$((i+1)); done"
        let result = try shell.run(["-c", script])
        #expect(result.output.count == 600_000)
        #expect(result.errors.utf8.count == 600_000)
    }

    @Test func aSignalShowsInTheStatus() throws {
        #expect(try shell.run(["-c", "kill -9 $$"]).status == 137)
    }

    @Test func aProgramThatIsNotThereIsNamed() {
        let text = message { _ = try Tool(path: "/no/such/program").run([]) }
        #expect(text?.hasPrefix("can't run /no/such/program: ") == true)
    }

    @Test func aTemporaryDirectoryGoesAway() throws {
        var directory: TemporaryDirectory? = try TemporaryDirectory()
        let written = try directory?.write("text", to: "a/b.txt")
        let file = try #require(written)
        #expect(FileManager.default.fileExists(atPath: file))
        directory = nil
        #expect(!FileManager.default.fileExists(atPath: file))
    }
}

@Suite struct ToolchainTests {
    @Test func theTargetIsATriple() throws {
        #expect(try Machine.toolchain().target.split(separator: "-").count >= 3)
    }

    @Test func theEnvironmentNamesAToolchain() throws {
        let bin = (try Machine.toolchain().swiftc.path as NSString).deletingLastPathComponent
        let usr = (bin as NSString).deletingLastPathComponent
        for place in [usr, bin] {
            #expect(try Toolchain.find(in: ["SWIFT_TOOLCHAIN": place]).swiftc.path == bin + "/swiftc")
        }
        let wrong = message { _ = try Toolchain.find(in: ["SWIFT_TOOLCHAIN": "/no/such"]) }
        #expect(wrong == "there is no usr/bin/swiftc in SWIFT_TOOLCHAIN (/no/such)")
    }

    /// The compiler in PATH may be a link or a script elsewhere; its companions are in its toolchain.
    @Test func companionsOfAStandInAreFound() throws {
        let real = try Machine.toolchain()
        let place = try TemporaryDirectory()
        let script = try place.program("#!/bin/sh\nexec \(real.swiftc.path) \"$@\"\n", to: "swiftc")
        let toolchain = try Toolchain.find(in: ["PATH": "/no/such:\(place.path)"])
        #expect(toolchain.swiftc.path == script)
        #expect(try toolchain.tool("swift-format").run(["--version"]).status == 0)
    }

    @Test func withoutACompilerTheMessageSaysWhatToDo() {
        #if !os(macOS)
        let line = message { _ = try Toolchain.find(in: ["PATH": "/no/such"]) }
        #expect(line == "there is no swiftc in PATH; set SWIFT_TOOLCHAIN to the toolchain's directory")
        #endif
    }

    @Test func aToolThatIsNotThereIsNamed() throws {
        let toolchain = try Machine.toolchain()
        let text = message { _ = try toolchain.tool("swift-nonsense") }
        #expect(text?.hasSuffix("has no swift-nonsense") == true)
    }

    @Test func aCommandLineIsSplitAsAShellDoes() {
        let line =
            #"/usr/bin/swift-frontend -a 'b c' "d \" e" f\ g '' -plugin-path /p -external-plugin-path x#y"#
        let words = Toolchain.words(of: line)
        let expected = ["/usr/bin/swift-frontend", "-a", "b c", "d \" e", "f g", ""]
        #expect(Array(words.prefix(6)) == expected)
        #expect(
            Toolchain.pluginArguments(in: words) == ["-plugin-path", "/p", "-external-plugin-path", "x#y"])
    }

    @Test func theModuleCacheIsOutsideOfThePackage() throws {
        let here = FileManager.default.currentDirectoryPath
        #expect(try !Machine.toolchain().moduleCache.hasPrefix(here))
    }
}
