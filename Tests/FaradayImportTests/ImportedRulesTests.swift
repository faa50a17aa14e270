#if os(macOS) || os(Linux)
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayImport

/// A device that was imported does in another world what it did in the capture.
@Suite struct ImportedRulesTests {
    /// What the device sends after each of these writes.
    private static func answers(_ definition: DeviceDefinition, _ requests: [[UInt8]]) throws -> (
        ChattedWorld, [[[UInt8]]]
    ) {
        let chat = try ChattedWorld(definition, listening: .milliseconds(100), writes: false)
        for request in requests {
            chat.app.write(request, to: "FF01")
            try chat.world.run(for: .milliseconds(2500))
        }
        let talk = try #require(try chat.imported(.phone).devices.first).conversation
        let ends = talk.writes.dropFirst().map(\.place) + [PacketPlace(number: .max)]
        let answers = zip(talk.writes.map(\.place), ends).map { start, end in
            talk.updates.filter { start < $0.place && $0.place < end }.map(\.value)
        }
        return (chat, answers)
    }

    @Test(arguments: ScriptedRuleTests.scripts.filter { $0.name != "noise" }.map(\.name))
    func aScriptIsAnsweredAsByTheDeviceOfTheCapture(_ name: String) throws {
        let script = try #require(ScriptedRuleTests.scripts.first { $0.name == name })
        var numbers = SeededNumbers(seed: 99)
        let requests = (0..<24).map { _ in script.request(&numbers) }
        let (chat, before) = try Self.answers(ScriptedRuleTests.definition(script.answers), requests)
        let device = try #require(try chat.imported(.phone).devices.first)
        let rules = ImportedRules(of: device)
        #expect(rules.unknowns.isEmpty)
        let definition = device.definition(with: rules)
        #expect(definition.problem == nil)
        let (_, after) = try Self.answers(definition, requests)
        #expect(after == before)
        #expect(before.contains { !$0.isEmpty })
    }

    @Test(arguments: [
        (0, 0), (499, 0), (500, 1), (45_672_624, 45_673), (501_999_551, 502_000),
        (3_600_000_000_499, 3_600_000_000),
    ])
    func pausesAreWholeMicroseconds(_ nanoseconds: UInt64, _ microseconds: Int) {
        #expect(Nanoseconds.wholeMicroseconds(nanoseconds) == .microseconds(microseconds))
    }

    @Test func refusedWritesSeriesAndReadingsAreRules() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.refuse(.write(0x12, value: [9]), 0x12, .outOfRange)
        capture.request(.write(0x15, value: [1, 0]), .write)
        for number in 0..<3 {
            capture.wait(500)
            capture.notify(0x14, [UInt8(number)])
        }
        let device = try #require(capture.only)
        let rules = ImportedRules(of: device).rules
        #expect(
            rules.rules == [
                DeviceRule(
                    .written("FF00/FF01", "09"), [.refuse(.outOfRange)],
                    note: "refused once, first in packet \(device.conversation.writes[0].place)")
            ])
        #expect(rules.series.map(\.characteristic) == ["FF00/FF02"])
        #expect(rules.series[0].steps.map(\.value) == [[0], [1], [2]])
        #expect(
            rules.series[0].steps.dropFirst().allSatisfy {
                (.milliseconds(500)...(.milliseconds(510))).contains($0.delay)
            })
    }

    /// A device that was sending when the capture ended goes on; one that had stopped does not, nor does a transfer.
    @Test(
        arguments: [(500, 0, true), (500, 900, true), (500, 1100, false), (5, 0, false)]
            as [(UInt64, UInt64, Bool)])
    func aSeriesRepeatsIfTheDeviceWasStillSending(_ gap: UInt64, _ silence: UInt64, _ repeats: Bool) throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.request(.write(0x15, value: [1, 0]), .write)
        for number in 0..<4 {
            capture.wait(gap)
            capture.notify(0x14, [UInt8(number)])
        }
        if silence > 0 {
            capture.wait(silence)
            capture.request(.write(0x15, value: [0, 0]), .write)
        }
        let rules = ImportedRules(of: try #require(capture.only))
        #expect(rules.rules.series.map(\.repeats) == [repeats])
        #expect(rules.unknowns.count == (repeats ? 1 : 0))
    }

    @Test func whatWasAnsweredOnceOfTwiceIsNoRule() throws {
        var capture = HandMadeCapture()
        capture.connect()
        capture.discover()
        capture.exchange([1], [[5]])
        capture.wait(5000)
        capture.exchange([1], [])
        let rules = ImportedRules(of: try #require(capture.only))
        #expect(rules.rules.rules.isEmpty)
        #expect(
            rules.unknowns.contains {
                $0.hasPrefix("whether a write to handle 0x0012 is answered: seen 1 of 2 times")
            })
    }
}
#endif
