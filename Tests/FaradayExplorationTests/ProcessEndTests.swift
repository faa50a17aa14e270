#if os(Linux)
@testable import FaradayExploration
import Glibc
import Testing

/// By what the end of a process is known again.
struct ProcessEndTests {
    @Test(
        "Addresses and other numbers of one process are no part of a signature",
        arguments: [
            (
                "Fatal error: Object 0x7f0a1c003e90 of class Strap deallocated with non-zero retain count 2.",
                "Fatal error: Object 0x55d1e2a04410 of class Strap deallocated with non-zero retain count 3.",
                "Fatal error: Object # of class Strap deallocated with non-zero retain count #."
            ),
            (
                "Could not cast value of type 'UInt8' (0x7f12) to 'Strap2' (0x7FAB).",
                "Could not cast value of type 'UInt8' (0x8f12) to 'Strap2' (0x9FAB).",
                "Could not cast value of type 'UInt8' (#) to 'Strap2' (#)."
            ),
            (
                "Fatal error: thread 140213 of process 77 has left E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
                "Fatal error: thread 99 of process 12345 has left 00000000-C36C-495A-93FC-0C247A3E6E5F",
                "Fatal error: thread # of process # has left #"
            ),
            (
                "Simultaneous accesses to 0x7f11, but modification requires exclusive access.",
                "Simultaneous accesses to 0x7e10, but modification requires exclusive access.",
                "Simultaneous accesses to #, but modification requires exclusive access."
            ),
        ])
    func numbers(_ one: String, _ other: String, _ place: String) {
        let ends = [one, other].map { ProcessEndText(.signal(SIGTRAP), $0 + "\n") }
        #expect(ends.map(\.signature) == [FailureSignature(.trap, place), FailureSignature(.trap, place)])
        #expect(ends[0].message == "The app's code ended the process (SIGTRAP): \(one)")
    }

    @Test("What a test framework quotes is not why a process ended", arguments: ["", "\u{1B}[91m"])
    func quotes(colour: String) {
        let errors = """
            /x/App/Strap.swift:12: Fatal error: one
            \(colour)✘ Test "traps" recorded an issue: Expectation failed: text.contains("Fatal error: \\(name)")
            """
        let end = ProcessEndText(.signal(SIGILL), errors)
        #expect(
            end.message == "The app's code ended the process (SIGILL): Fatal error: one (App/Strap.swift:12)")
    }

    @Test("A place tells traps apart by its line, and words by themselves")
    func differences() {
        let ends = [
            "/x/App/Strap.swift:12: Fatal error: 0x7f12 is gone",
            "/x/App/Strap.swift:13: Fatal error: 0x7f12 is gone",
            "Fatal error: face is gone", "Fatal error: beef is gone",
        ].map { ProcessEndText(.signal(SIGILL), $0).signature.place }
        #expect(
            ends == [
                "App/Strap.swift:12", "App/Strap.swift:13", "Fatal error: face is gone",
                "Fatal error: beef is gone",
            ])
    }
}
#endif
