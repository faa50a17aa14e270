#if os(Linux)
import Foundation
import Testing

/// `faraday doctor`, as a shell runs it, with a toolchain that fails in each way.
@Suite struct DoctorCommandTests {
    /// A folder with programs that are found first.
    private struct Host {
        let folder: ResultsFolder
        var environment: [String: String]

        /// `swift` is a script that is called with the arguments of SwiftPM.
        init(swift: String?) throws {
            folder = try ResultsFolder()
            let bin = folder.path + "/bin"
            try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
            if let swift {
                try Data("#!/bin/sh\n\(swift)\n".utf8).write(to: URL(fileURLWithPath: bin + "/swift"))
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755], ofItemAtPath: bin + "/swift")
            }
            environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("FARADAY_") }
            // What a script needs, and no toolchain.
            environment["PATH"] = "\(bin):/bin"
            environment["TMPDIR"] = folder.path
        }

        func process(_ arguments: [String]) throws -> Process {
            let process = Tool.process(["doctor", "--output", folder.path + "/report.txt"] + arguments)
            process.environment = environment
            for (stream, name) in [(\Process.standardOutput, "out"), (\Process.standardError, "err")] {
                try folder.write("", to: name)
                process[keyPath: stream] = FileHandle(forWritingAtPath: "\(folder.path)/\(name)")
            }
            try process.run()
            return process
        }

        func run(_ arguments: [String]) throws -> (status: Int32, output: String, report: String) {
            let process = try process(arguments)
            process.waitUntilExit()
            return (process.terminationStatus, text("out"), text("report.txt"))
        }

        func text(_ name: String) -> String {
            (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
        }
    }

    private static let version = "if [ \"$1\" = --version ]; then echo 'Swift version 6.3.1'; exit 0; fi\n"

    @Test("With a toolchain that is too old, or none, nothing is built, and the status is 1")
    func oldToolchain() throws {
        let old = try Host(swift: "echo 'Swift version 5.10.1 (swift-5.10.1-RELEASE)'").run([])
        #expect(old.status == 1)
        #expect(
            old.output.contains(
                "toolchain                   does not: Swift 5.10.1 is too old; do this: install"))
        #expect(old.output.contains("first test         could not be tried: it needs a toolchain that works"))
        #expect(old.report.contains("== toolchain: swift --version\nstatus 0"))
        let none = try Host(swift: nil).run([])
        #expect(none.status == 1 && none.output.contains("does not: there is no program 'swift' in PATH"))
    }

    /// What `swift test` prints, its status, and what is said.
    static let failures: [(script: String, text: String)] = [
        (
            "echo 'App.swift:1:1: error: cannot find x in scope'; exit 1",
            "does not build: error: cannot find x"
        ),
        ("echo 'x Test first() recorded an issue at F.swift:1:1'; exit 1", "it builds, but its test fails"),
        ("echo 'error: write: No space left on device' >&2; exit 1", "there is no room left on the disk"),
        ("echo 'fatal: Could not resolve host: example.com' >&2; exit 1", "there is no network"),
        ("echo 'Test run with 0 tests'", "its test was not run"),
        ("kill -11 $$", "'swift test' ended by signal 11"),
    ]

    @Test("A build or a test that fails is said with its cause, and the status is 1", arguments: failures)
    func failure(script: String, text: String) throws {
        let run = try Host(swift: Self.version + script).run([])
        #expect(run.status == 1)
        let line = run.output.split(separator: "\n").first { $0.hasPrefix("README's first test") } ?? ""
        #expect(line.contains("does not: ") && line.contains(text) && line.contains("; do this: "), "\(line)")
        #expect(run.report.contains("== README's first test: swift test --package-path WORK/HeartRate"))
    }

    @Test("A command that hangs is ended when its time is over, with what it has started")
    func hang() throws {
        let host = try Host(swift: Self.version + "sleep 1000 &\necho $$ $! >>\"$TMPDIR/pids\"\nsleep 1000")
        let run = try host.run(["--limit", "1"])
        #expect(run.status == 1)
        #expect(run.output.contains("does not: it was not done after 1 s; do this: a larger --limit"))
        #expect(run.report.contains("ended when its time was over"))
        let numbers = host.text("pids").split { $0 == " " || $0 == "\n" }
        #expect(numbers.count >= 4)
        for number in numbers where Self.runs(number) { Issue.record("process \(number) runs on") }
    }

    /// Whether a process has not ended. One whose end nobody has asked for is a zombie.
    private static func runs(_ number: Substring) -> Bool {
        guard let stat = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else {
            return false
        }
        return !stat.contains(") Z ")
    }

    @Test("A program that takes no notice of an interrupt is ended nevertheless")
    func stubborn() throws {
        let host = try Host(swift: "trap '' INT TERM\nwhile :; do sleep 0.1; done")
        let run = try host.run(["--limit", "1", "--quick"])
        #expect(run.status == 1 && run.output.contains("does not: 'swift --version' did not end"))
    }

    @Test("An interrupt ends the visit: its lines are said, its folder is removed")
    func interrupt() throws {
        let host = try Host(swift: Self.version + "echo $$ >\"$TMPDIR/pid\"\nexec sleep 1000")
        let process = try host.process([])
        while host.text("pid").isEmpty, process.isRunning { sched_yield() }
        process.interrupt()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(host.text("out").contains("first test         could not be tried: the visit was interrupted"))
        let left = try FileManager.default.contentsOfDirectory(atPath: host.folder.path)
        #expect(!left.contains { $0.hasPrefix("faraday-doctor-") })
    }

    @Test("A temporary folder that can't be written is said, and the rest is tried")
    func unwritableFolder() throws {
        var host = try Host(swift: Self.version + "exit 1")
        host.environment["TMPDIR"] = "/proc"
        let run = try host.run([])
        #expect(run.status == 1 && run.output.contains("toolchain                   works: Swift 6.3.1"))
        #expect(run.output.contains("does not: the folder for this can't be written: "))
        #expect(run.output.contains("do this: make room there, or let TMPDIR name another folder"))
    }

    @Test("A report that can't be written is one line and status 73, before anything is tried")
    func unwritableReport() throws {
        let host = try Host(swift: "echo called >\"$TMPDIR/called\"")
        for path in ["/proc/report.txt", "/nowhere/report.txt", host.folder.path] {
            let run = try host.run(["--output", path])
            #expect(run.status == 73 && run.output.isEmpty)
            #expect(host.text("err").split(separator: "\n").count == 1)
        }
        #expect(host.text("called").isEmpty)
    }

    @Test("A disk that is full when the report is written is said, with status 73")
    func fullDisk() throws {
        let host = try Host(swift: Self.version)
        let run = try host.run(["--quick", "--output", "/dev/full"])
        #expect(run.status == 73)
        #expect(
            host.text("err").contains("can't write /dev/full: there is no room left on the disk"),
            "\(host.text("err"))")
    }

    @Test(
        "A wrong FARADAY_HCI is said, and the report does not have its text",
        arguments: [
            "frob:1", "unix:/nowhere/my-controller", "tcp:127.0.0.1:1",
        ])
    func wrongController(text: String) throws {
        var host = try Host(swift: Self.version)
        host.environment["FARADAY_HCI"] = text
        let run = try host.run(["--quick"])
        #expect(run.status == 1)
        #expect(
            run.output.contains(
                "Bluetooth                   does not: the controller that FARADAY_HCI names can't be used"))
        #expect(run.report.contains("doctor --radio") && !run.report.contains(text))
    }

    @Test("A controller that does not answer is said when its time is over")
    func silentController() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port: UInt16 = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = bind(listener, pointer, length)
                _ = listen(listener, 1)
                _ = getsockname(listener, pointer, &length)
            }
            return UInt16(bigEndian: pointer.pointee.sin_port)
        }
        var host = try Host(swift: Self.version)
        host.environment["FARADAY_HCI"] = "tcp:127.0.0.1:\(port)"
        let run = try host.run(["--quick", "--limit", "1"])
        #expect(run.status == 1)
        #expect(run.output.contains("does not: the controller that FARADAY_HCI names did not answer"))
    }

    @Test("A quick visit with all in order has status 0, and leaves nothing but the report")
    func quick() throws {
        let host = try Host(swift: Self.version)
        let run = try host.run(["--quick"])
        #expect(run.status == 0 && run.output.contains("tried: --quick builds nothing"))
        #expect(
            try Set(FileManager.default.contentsOfDirectory(atPath: host.folder.path)) == [
                "bin", "out", "err", "report.txt",
            ])
        #expect(!run.report.contains(host.folder.path) && !run.report.contains(NSHomeDirectory() + "/"))
    }

    @Test("--keep leaves the packages, and says where")
    func keep() throws {
        let host = try Host(swift: Self.version + "exit 1")
        let run = try host.run(["--keep"])
        let line = run.output.split(separator: "\n").first { $0.hasPrefix("the packages are in ") }
        let folder = try #require(line?.dropFirst("the packages are in ".count))
        #expect(FileManager.default.fileExists(atPath: folder + "/HeartRate/Package.swift"))
    }
}
#endif
