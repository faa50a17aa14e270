import Foundation
import Testing

/// What newcomers do wrong, and what they are told: every message names the thing, names the place, and says what to write.
@Suite struct MistakesPageTests {
    @Test(
        arguments: MistakeRow.scanning + MistakeRow.connecting + MistakeRow.attributes + MistakeRow.phones
            + MistakeRow.local + MistakeRow.tests)
    func aMistakeGetsItsMend(_ row: MistakeRow) async throws {
        let message = try await row.message()
        let grade = try row.grade(message)
        let place = try row.place()
        if let log = ProcessInfo.processInfo.environment["GRADES"] {
            let text = "=== \(row.testDescription): \(grade) at \(try row.place())\n\(message)\n"
            let f = fopen("\(log)", "a"); fputs(text, f); fclose(f)
        }
        #expect(grade.letter == "A", "\(grade) at \(place):\n\(message)")
        let isASCII = message.allSatisfy(\.isASCII)
        #expect(isASCII)
    }
}
