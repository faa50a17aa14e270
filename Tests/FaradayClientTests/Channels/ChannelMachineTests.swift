import BluetoothPort
import RandomCases
import Testing

@testable import FaradayClient

@Suite("The machine of one channel, and the table of all")
struct ChannelMachineTests {
    /// A machine with what its driver would do, and its books.
    private struct Bench {
        var machine = ChannelMachine()
        var finished: [UInt64: Int] = [:]
        var read: [UInt8] = []
        var begun: Set<UInt64> = []
        var sent: [UInt8] = []
        var consumed = 0
        var inSystem = 0
        var mostInSystem = 0
        var forgotten = 0

        mutating func carryOut() {
            for output in machine.outputs {
                switch output {
                case .command(.send(let bytes)):
                    sent += bytes
                    inSystem += bytes.count
                    mostInSystem = max(mostInSystem, inSystem)
                case .command(.consume(let count)): consumed += count
                case .command(.close): break
                case .read(let id, let result):
                    finished[id, default: 0] += 1
                    if case .success(let piece?) = result { read += piece }
                case .written(let id, _): finished[id, default: 0] += 1
                case .progress: break
                case .forget: forgotten += 1
                }
            }
            machine.outputs = []
        }

        mutating func beginRead(_ id: UInt64) {
            begun.insert(id)
            machine.read(id)
        }

        mutating func beginWrite(_ id: UInt64, _ bytes: [UInt8]?) {
            begun.insert(id)
            machine.write(id, bytes)
        }
    }

    @Test(
        "Under any schedule, every read and write ends exactly once, bytes keep their order, and the limit holds"
    )
    func anySchedule() {
        for seed in 0..<UInt64(randomCases(500)) {
            var numbers = SeededNumbers(seed: seed)
            var bench = Bench()
            var received: [UInt8] = []
            var count: UInt8 = 0
            for id in UInt64(1)...60 {
                switch Int.random(in: 0..<20, using: &numbers) {
                case 0..<5: bench.beginRead(id)
                case 5..<10:
                    let length = Int.random(in: 0...6_000, using: &numbers)
                    bench.beginWrite(id, [UInt8](repeating: UInt8(id), count: length))
                case 10: bench.beginWrite(id, nil)
                case 11..<15:
                    count &+= 1
                    if bench.machine.end == nil { received.append(count) }
                    bench.machine.received([count])
                case 15..<18:
                    let part = Int.random(in: 0...bench.inSystem, using: &numbers)
                    bench.inSystem -= part
                    bench.machine.sent(part)
                case 18: bench.machine.cancel(UInt64.random(in: 1...id, using: &numbers), CancellationError())
                default: if id > 50 { bench.machine.finish(.byPeer) }
                }
                bench.carryOut()
            }
            bench.machine.finish(.failed(.disconnected, nil))
            bench.carryOut()
            // What has arrived can be read after the end.
            for id in UInt64(100)..<160 {
                bench.beginRead(id)
                bench.carryOut()
            }
            #expect(bench.finished == Dictionary(uniqueKeysWithValues: bench.begun.map { ($0, 1) }))
            #expect(bench.read == received)
            #expect(bench.sent == bench.sent.sorted(), "writes are mixed, seed \(seed)")
            #expect(bench.mostInSystem <= ChannelMachine.sendLimit)
            #expect(bench.consumed <= received.count)
            #expect(bench.forgotten == 1)
        }
    }

    @Test("The table keeps events of an expected channel in order, and none of others")
    func table() {
        let table = ChannelTable()
        let (one, other) = (ChannelIdentifier(rawValue: 1), ChannelIdentifier(rawValue: 2))
        let events = Lock<[ChannelEvent]>([])
        table.handle(.received([9]), of: other)
        table.expect(one)
        table.handle(.received([1]), of: one)
        table.handle(.received([2]), of: one)
        table.add(one) { event in events.withLock { $0.append(event) } }
        table.handle(.received([3]), of: one)
        table.add(other) { event in events.withLock { $0.append(event) } }
        let expected: [ChannelEvent] = [.received([1]), .received([2]), .received([3])]
        #expect(events.withLock { $0 } == expected)
        table.remove(one)
        table.handle(.received([4]), of: one)
        table.close()
        #expect(events.withLock { $0 } == expected + [.closed(nil)])
    }

    @Test("A channel that was closed before it had a receiver ends at once")
    func closedEarly() {
        let table = ChannelTable()
        let identifier = ChannelIdentifier(rawValue: 1)
        table.expect(identifier)
        table.handle(.received([1]), of: identifier)
        table.handle(.closed(nil), of: identifier)
        let channel = ChannelConnection(
            Channel(identifier: identifier, psm: 0x80), in: table, time: Timekeeper(simulation: nil)
        ) { _ in }
        #expect(!channel.isOpen)
    }
}
