#if os(macOS) || os(Linux)
import FaradaySimulation
import Foundation
import Testing

@testable import FaradayInspection

/// The trace as text says values in words, on each layer, and is else what a world's trace is.
@Suite struct WorldLinesTests {
    @Test func valuesAreSaidInWordsOnEachLayer() throws {
        var lines = WorldLines(RecordedWorld.world)
        let all = lines.next()
        let battery = all.filter { $0.contains("2A19") || $0.contains("READ_RSP value=57") }
        for layer in ["  port   <-  ", "  hci    ->  ", "  hci    <-  ", "  air    --  "] {
            #expect(battery.contains { $0.contains(layer) && $0.hasSuffix("  =  87 %") }, "\(layer)")
        }
        #expect(lines.next().isEmpty)
    }

    @Test func withoutTheWordsItIsTheTrace() {
        var lines = WorldLines(RecordedWorld.world)
        let plain = lines.next().map { line in
            line.range(of: "  =  ").map { String(line[..<$0.lowerBound]) } ?? line
        }
        #expect(plain.joined(separator: "\n") + "\n" == RecordedWorld.world.traceText())
        #expect(plain.count > 100)
    }
}
#endif
