@testable import FaradayExploration
import FaradaySimulation
import Foundation
import Testing

struct CaseTextTests {
    @Test("A case is one line of ASCII without single quotes, and reads back as itself")
    func roundTrips() throws {
        let source = CaseSource(seed: 3, faults: .anything, schedules: .any)
        for number in 0..<300 {
            var explored = source.makeCase(number)
            explored.parameters = number % 3 == 0 ? ["h\u{F6}he": number, "it's": -number] : [:]
            let text = explored.description
            #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "'") })
            #expect(try ExploredCase(parsing: text) == explored)
            #expect(ExploredCase(text) == explored)
            #expect(
                try JSONDecoder().decode(ExploredCase.self, from: JSONEncoder().encode(explored)) == explored)
        }
    }

    @Test(
        "What people do to a line on its way does not matter",
        arguments: [
            #"{"seed":7}"#, "7", "0x7", #" {"seed" : 7} "#, "'{\"seed\":7}'", "\"7\"", "FARADAY_REPLAY='7'",
            "`7`\n",
        ])
    func tolerant(_ text: String) throws {
        #expect(try ExploredCase(parsing: text) == ExploredCase(seed: 7))
    }

    @Test(
        "What is not a case is told with the reason",
        arguments: [
            ("", "The case is empty"), ("seven", "begins with \"seven\""), ("-1", "begins with"),
            ("{\"seed\":7", "not whole"), ("{\"sed\":7}", "\"sed\", which is none of seed, faults"),
            ("{\"seed\":\"x\"}", "wrong value at seed"),
            ("{\"parameters\":[1]}", "wrong value at parameters"),
            ("{\"faults\":[{}]}", "faults"), ("{\"schedule\":{}}", "lacks \"seed\" at schedule"),
        ])
    func explains(_ text: String, _ reason: String) {
        let error = #expect(throws: ExploredCaseError.self) { try ExploredCase(parsing: text) }
        let description = error.map { "\($0)" } ?? ""
        #expect(description.contains(reason), "\(description)")
        #expect(description.contains("FARADAY_REPLAY"))
        #expect(ExploredCase(text) == nil)
    }

    @Test("The environment is read with clear errors")
    func environment() {
        let good = ExplorationEnvironment([
            "FARADAY_REPLAY": "{\"seed\":9}", "FARADAY_RUNS": "12", "FARADAY_SEED": "4",
            "FARADAY_CORPUS": "cases", "FARADAY_COVERAGE": "1",
        ])
        #expect(good.replayed == ExploredCase(seed: 9))
        #expect(good.runs == 12)
        #expect(good.seed == 4)
        #expect(good.corpus == "cases")
        #expect(good.showsCoverage)
        #expect(good.problems.isEmpty)
        let bad = ExplorationEnvironment([
            "FARADAY_REPLAY": "{", "FARADAY_RUNS": "many", "FARADAY_SEED": "-1",
        ])
        #expect(bad.problems.count == 3)
        #expect(bad.problems.allSatisfy { $0.hasPrefix("FARADAY_") })
    }
}
