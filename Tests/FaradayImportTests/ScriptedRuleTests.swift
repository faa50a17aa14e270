#if os(macOS) || os(Linux)
import BluetoothTypes
import BluetoothWire
import FaradaySimulation
import RandomCases
import Testing

@testable import FaradayImport

/// Rules that are learned from a device with a script foretell what the script does with other writes.
@Suite struct ScriptedRuleTests {
    struct Script: Sendable {
        var name: String
        /// A random command.
        var request: @Sendable (inout SeededNumbers) -> [UInt8]
        /// The answers to a command, the number of commands before it given.
        var answers: @Sendable ([UInt8], Int) -> [[UInt8]]
        /// How much of what the rules foretell has to be right, and how much of what comes they have to foretell.
        var precision = 1.0
        var recall = 1.0
    }

    static let scripts: [Script] =
        [
            Script(
                name: "acknowledgement", request: { [UInt8($0.below(6))] + $0.bytes(2) },
                answers: { _, _ in [[0x00, 0x01]] }),
            Script(
                name: "echo", request: { [0x10] + $0.bytes(3) },
                answers: { request, _ in [[0x90] + request[1...]] }),
            Script(
                name: "echo of any length", request: { [0x10] + $0.bytes(1 + $0.below(8)) },
                answers: { request, _ in [[0x90, UInt8(request.count)] + request[1...] + [0x0D]] }),
            Script(
                name: "counter", request: { [0x20] + $0.bytes(1) },
                answers: { request, number in [[0xA5, UInt8(truncatingIfNeeded: number), request[1]]] }),
            Script(
                name: "acknowledgement and result", request: { [0x30] + $0.bytes(2) },
                answers: { request, _ in [[0x06], [0xB0, request[2], request[1]]] }),
            Script(
                name: "two commands", request: { $0.below(2) == 0 ? [0x01] + $0.bytes(1) : [0x02] },
                answers: { request, _ in request[0] == 1 ? [[0x81, request[1]]] : [[0x82, 0x10, 0x20]] }),
            Script(
                name: "table of settings", request: { [0x40, UInt8($0.below(4))] },
                answers: { request, _ in [[0xC0, [17, 99, 3, 250][Int(request[1] & 3)]]] }),
            Script(
                name: "noise", request: { [0x50] + $0.bytes(1) },
                answers: { request, number in
                    var numbers = SeededNumbers(seed: UInt64(number) * 77 + UInt64(request[1]))
                    return [numbers.bytes(4)]
                }, recall: 0),
        ]
        + [Checksum.sum8, .xor8, .crc8, .crc16CCITTFalse, .crc16XMODEM, .crc16Modbus, .crc32].map { kind in
            let checksum = ChecksumForm(kind)
            return Script(
                name: "\(checksum)", request: { [0x60] + $0.bytes(2) },
                answers: { request, number in
                    let message = [0xAA, UInt8(truncatingIfNeeded: number)] + request[1...]
                    return [message + checksum.bytes(of: message[...])]
                })
        }

    /// What rules foretell of fresh commands.
    struct Score {
        var told = 0, right = 0, all = 0
        var precision: Double { told == 0 ? 1 : Double(right) / Double(told) }
        var recall: Double { all == 0 ? 1 : Double(right) / Double(all) }
    }

    @Test func learnedRulesForetellTheScript() throws {
        var table: [String] = []
        for (script, isBusy) in Self.scripts.flatMap({ [($0, false), ($0, true)] }) {
            let score = try Self.score(script, isBusy: isBusy)
            let name = script.name + (isBusy ? ", busy" : "")
            table.append("\(name): precision \(score.precision), recall \(score.recall)")
            #expect(score.precision >= script.precision, "\(name)")
            #expect(score.recall >= script.recall, "\(name)")
        }
        Attachment.record(table.joined(separator: "\n"), named: "rules.txt")
    }

    /// The air, the phone and the device show one write three times: it is one write.
    @Test(arguments: CaptureSight.allCases) func whatAFileShowsSeveralTimesCountsOnce(_ sight: CaptureSight)
        throws
    {
        let chat = try Self.chat { request, _ in [[0x90] + request] }
        let sent = (0..<5).map { [0x10, UInt8($0 * 40)] }
        for request in sent {
            chat.app.write(request, to: "FF01")
            try chat.world.run(for: .milliseconds(500))
        }
        let device = try #require(try chat.imported(sight).devices.first)
        #expect(device.links.count == 1 && device.conversation.writes.map(\.value) == sent)
        #expect(device.conversation.updates.map(\.value) == sent.map { [0x90] + $0 })
        let updating = try #require(device.database.characteristics.first { $0.uuid == "FF02" })
        let subscriptions = device.conversation.subscriptions.filter { $0.characteristic == updating.handle }
        #expect(subscriptions.map(\.bits) == [1] && device.rules.map(\.confirmed) == [5])
    }

    private static func chat(
        _ answers: @escaping @Sendable ([UInt8], Int) -> [[UInt8]]
    ) throws -> ChattedWorld {
        try ChattedWorld(definition(answers), listening: .milliseconds(100), writes: false)
    }

    /// A device that answers writes by a script.
    static func definition(
        _ answers: @escaping @Sendable ([UInt8], Int) -> [[UInt8]]
    ) -> DeviceDefinition {
        let count = Counter()
        var definition = DeviceDefinition(name: "Script")
        definition.advertising = [DeviceAdvertising(name: "Script", services: ["FF00"])]
        definition.services = [
            DeviceService("FF00") {
                DeviceCharacteristic("FF01", .write).onWrite { write in
                    for answer in answers(write.value, count.next()) { write.device.update("FF02", answer) }
                }
                DeviceCharacteristic("FF02", .notify)
                DeviceCharacteristic("FF03", .notify)
            }
        ]
        return definition
    }

    private static func score(_ script: Script, isBusy: Bool) throws -> Score {
        let sent = 24
        let answers = script.answers
        let chat = try chat(answers)
        var numbers = SeededNumbers(seed: 99)
        for _ in 0..<sent {
            chat.app.write(script.request(&numbers), to: "FF01")
            try Self.wait(2500, isBusy, chat, &numbers)
        }
        let device = try #require(try chat.imported(.phone).devices.first)
        var score = Score()
        for number in 0..<100 {
            let request = script.request(&numbers)
            score.all += 1
            guard
                let rule = device.rules.first(where: {
                    $0.isWhole && !$0.isSeenOnce && $0.pattern.matches(request)
                })
            else {
                continue
            }
            // Each answer of the script is one update of the characteristic.
            let position = LearnedRule.Position(
                counts: Dictionary(
                    uniqueKeysWithValues: LearnedRule.CounterScope.allCases.map { ($0, sent + number) }))
            let told = rule.answers.map { LearnedRule.bytes($0.parts, request: request, at: position) }
            score.told += 1
            if told == script.answers(request, sent + number).map({ $0.map { $0 } }) { score.right += 1 }
        }
        return score
    }

    /// Waits so many milliseconds; a busy device sends something else now and then.
    private static func wait(
        _ milliseconds: Int, _ isBusy: Bool, _ chat: ChattedWorld, _ numbers: inout SeededNumbers
    ) throws {
        var left = milliseconds
        while isBusy {
            let next = 30 + numbers.below(2400)
            if next >= left { break }
            try chat.world.run(for: .milliseconds(next))
            chat.device.update("FF03", numbers.bytes(2))
            left -= next
        }
        try chat.world.run(for: .milliseconds(left))
    }

    /// Counts the commands.
    final class Counter: @unchecked Sendable {
        private var value = 0
        func next() -> Int {
            defer { value += 1 }
            return value
        }
    }
}
#endif
