import FaradayTesting
import Testing

/// What each of the apps' authors tested: everything works.
@Suite struct PlainTests {
    @Test(
        "Without faults the buggy app passes as the mended one does", .simulated, arguments: Bug.all,
        Version.allCases)
    func passes(_ bug: Bug, _ version: Version) async throws {
        try await bug.story(World.current, version)
    }
}
