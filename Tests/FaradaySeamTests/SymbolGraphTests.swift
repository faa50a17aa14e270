import Foundation
import Testing

@testable import FaradaySeam

@Suite struct SymbolGraphTests {
    @Test func aGraphIsDecoded() throws {
        let text = #"{"module":{"name":"V"},"symbols":[],"relationships":[]}"#
        #expect(try JSONDecoder().decode(SymbolGraph.self, from: Data(text.utf8)).module.name == "V")
    }
}
