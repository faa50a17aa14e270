import Testing

@testable import FaradayRecording

@Suite struct RecordingPathTests {
    @Test(arguments: [
        ("strap.pcapng", 1, "strap.pcapng"), ("strap.pcapng", 2, "strap-2.pcapng"),
        ("a.b/strap", 3, "a.b/strap-3"), ("a.b/.hidden", 2, "a.b/.hidden-2"), ("", 2, "-2"),
        ("a.b.log", 2, "a.b-2.log"),
    ]) func aNumberStandsInFrontOfTheEnding(_ path: String, _ number: Int, _ expected: String) {
        #expect(RecordingPath(path).text(number: number) == expected)
    }
}
