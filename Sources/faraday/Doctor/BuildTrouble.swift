/// Known causes for which builds and tests fail, whatever is built.
struct BuildTrouble: Equatable, Sendable {
    var why: String
    var remedy: String

    static let sendUs = "send us the report"
    static let room = "make room there, or let TMPDIR name another folder"

    /// What is looked for in the output, the most certain first.
    private static let table: [(texts: [String], why: String, remedy: String)] = [
        (
            ["No space left on device", "There isn\u{2019}t enough space", "not enough free space"],
            "there is no room left on the disk", room
        ),
        (["Read-only file system"], "the disk can only be read", room),
        (
            ["agreed to the Xcode license", "license agreements"], "Xcode's license is not agreed to yet",
            "sudo xcodebuild -license accept"
        ),
        (
            ["invalid active developer path", "requires Xcode, but active developer directory"],
            "the tools of Xcode are not chosen", "sudo xcode-select --switch /Applications/Xcode.app"
        ),
        (
            ["no such module 'XCTest'", "unable to find utility \"xctest\"", "no such module 'Testing'"],
            "the toolchain has no XCTest or no Swift Testing",
            "choose a whole Xcode: sudo xcode-select --switch /Applications/Xcode.app"
        ),
        (
            ["sandbox_apply: Operation not permitted"], "SwiftPM can't have its sandbox inside another one",
            "run this in Terminal, outside of a sandbox"
        ),
        (
            ["is using Swift tools version", "using tools version"],
            "the toolchain is too old for this package",
            "install Swift 6.3 or later"
        ),
        (
            [
                "Could not resolve host", "Failed to clone repository", "unable to access 'http",
                "Network is unreachable",
            ],
            "something was fetched, and there is no network",
            "nothing of this needs one; " + sendUs
        ),
        (
            ["virtual memory exhausted", "Cannot allocate memory", "out of memory", "signal: 9", "signal 9"],
            "there is too little memory", "close other programs, and run it again"
        ),
        (["Permission denied", "permission to save the file"], "a file can't be written there", room),
    ]

    private init(_ why: String, _ remedy: String) { (self.why, self.remedy) = (why, remedy) }

    /// `nil` if the outcome shows none of them.
    init?(_ outcome: DoctorOutcome) {
        switch outcome {
        case .notWritten(let why): self.init("the folder for this can't be written: \(why)", Self.room)
        case .notFound:
            self.init("the program is not in PATH", "look at PATH, and at the line of the toolchain")
        case .notStarted(let why): self.init("the program can't be started: \(why)", Self.sendUs)
        case .interrupted: self.init("it was interrupted", "run it again")
        case .late, .endedBySignal, .ended:
            guard
                let row = Self.table.first(where: { row in row.texts.contains { outcome.output.contains($0) }
                })
            else { return nil }
            self.init(row.why, row.remedy)
        }
    }
}
