import Testing

@testable import faraday

/// What a report must not say.
@Suite struct PrivateWordsTests {
    private static let words = PrivateWords(
        folders: [
            ("/Users/ada/src/Faraday", "FARADAY"), ("/Users/ada", "HOME"), ("/tmp/faraday-doctor-1", "WORK"),
        ],
        names: [
            ("ada", "USER"), ("Ada Byron", "USER"), ("root", "USER"), ("adas-mac.local", "HOST"),
            ("adas-mac", "HOST"),
        ],
        values: ["unix:/tmp/secret", "/tmp/secret"])

    @Test(arguments: [
        ("/Users/ada/src/Faraday/Sources/a.swift:1:2", "FARADAY/Sources/a.swift:1:2"),
        ("/private/tmp/faraday-doctor-1/HeartRate", "WORK/HeartRate"),
        ("/Users/ada/other", "HOME/other"), ("/Users/adam/other", "HOME/other"),
        ("/home/eve/x y", "HOME/x y"),
        ("file:///Users/ada/x", "file://HOME/x"),
        ("by Ada Byron, ada; adamant", "by USER, USER; adamant"), ("ADA's", "USER's"),
        ("adas-mac.local and adas-mac", "HOST and HOST"), ("root remains", "root remains"),
        ("/var/folders/zz/abc_d/T/x", "TEMPORARY/x"), ("/Volumes/Work/x", "VOLUME/x"),
        ("(/srv/secret/project/Package.swift)", "(PATH/Package.swift)"),
        ("-I/usr/include /usr/bin/swift", "-I/usr/include /usr/bin/swift"),
        ("/Applications/Xcode.app/Contents", "/Applications/Xcode.app/Contents"),
        ("a device AA:bb:CC:11:22:33.", "a device ADDRESS."), ("aa-bb-cc-11-22-33", "ADDRESS"),
        ("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "UUID"),
        ("at 192.168.1.20, 10:20:30", "at ADDRESS, 10:20:30"),
        ("fe80::1c2b:aa1 and 2001:db8:0:0:0:0:0:1", "ADDRESS and ADDRESS"),
        ("swiftlang-6.3.0.110.21 clang-1700.0.13.3", "swiftlang-6.3.0.110.21 clang-1700.0.13.3"),
        ("write to ada@example.org", "write to ADDRESS"), ("write to x.y@example.co.uk", "write to ADDRESS"),
        ("opens unix:/tmp/secret", "opens CONTROLLER"),
        ("[1/20] Compiling a.swift", "[1/20] Compiling a.swift"),
    ])
    func removed(text: String, expected: String) {
        #expect(Self.words.removed(from: text) == expected)
    }

    @Test("The report has findings, commands and the end of what they printed, without what is private")
    func report() {
        let progress = "[1/20] Compiling a.swift\n[20/20] Linking b\n"
        let lines = progress + (1...400).map { "line \($0) of ada" }.joined(separator: "\n")
        let step = DoctorStep(
            program: "swift", arguments: ["test", "--package-path", "/tmp/faraday-doctor-1/HeartRate"],
            environment: ["A": "/Users/ada/b"], limit: 1)
        let report = DoctorReport(
            host: "macOS", findings: [.init(name: "toolchain", verdict: .works("Swift 6.3"))],
            entries: [
                .init(check: "a test", step: step, outcome: .ended(status: 1, output: lines), seconds: 1.26)
            ])
        let text = report.text(without: Self.words)
        #expect(text.contains("\ntoolchain                   works: Swift 6.3\n"))
        #expect(
            text.contains(
                "\n== a test: swift test --package-path WORK/HeartRate\nA=HOME/b\nstatus 1, 1.3 s\n"))
        #expect(text.contains("(the last 150 lines of 400)\nline 251 of USER\n"))
        #expect(text.hasSuffix("line 400 of USER\n") && !text.contains("line 250 "))
    }
}
