import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// When values are read and written, by the page for those who move over.
@Suite struct TimingValueRows {
    /// How many exchanges a value of so many bytes takes with an MTU of 23: answers of 22 bytes, the last a shorter one.
    @Test(
        "With the line: a read", .simulated(seed: 1), .coreBluetooth,
        arguments: [(0, 1), (1, 1), (21, 1), (22, 2), (43, 2), (44, 3), (100, 5)])
    func read(count: Int, exchanges: Int) async throws {
        let link = try await RowLink()
        let value = Data(count: count)
        link.board.value = .success(value)
        let times = try await link.times { link.app.read(link.board.led) }
        #expect(times.allSatisfy(link.exchanges(exchanges).contains), "\(times)")
        #expect(link.app.values == [Data?](repeating: value, count: times.count))
    }

    /// Requests of 20 bytes; of longer values, Prepare Writes of 18 and an Execute Write.
    @Test(
        "With the line: a write with response", .simulated(seed: 2), .coreBluetooth,
        arguments: [(0, 1), (18, 1), (20, 1), (21, 3), (36, 3), (37, 4), (100, 7)])
    func write(count: Int, exchanges: Int) async throws {
        let link = try await RowLink()
        let value = Data(count: count)
        let times = try await link.times { link.app.write(value, link.board.led) }
        #expect(times.allSatisfy(link.exchanges(exchanges).contains), "\(times)")
        #expect(link.board.calls.dropFirst().allSatisfy { $0 == "write 1525 \([UInt8](value))" })
    }

    @Test("With the line: a write without response", .simulated(seed: 3), .coreBluetooth)
    func command() async throws {
        let link = try await RowLink()
        for moment in 0..<8 {
            let before = link.board.calls.count
            link.app.command(Data([7]), link.board.led)
            #expect(link.board.calls.count == before)
            let time = try await elapsed(until: { link.board.calls.count > before })
            #expect(time > .zero && time <= link.interval + RowLink.air)
            #expect(link.board.calls.last == "command 1525 [7]")
            try await World.current.run(for: .milliseconds(3000 + moment * 125))
        }
        #expect(link.app.lines == ["connected"])
    }

    @Test("With the line: room for writes without response", .simulated(seed: 4), .coreBluetooth)
    func room() async throws {
        let link = try await RowLink()
        var count: UInt8 = 0
        func fill() {
            while link.peripheral.canSendWriteWithoutResponse {
                link.app.command(Data([count]), link.board.led)
                count += 1
            }
        }
        link.app.command(Data([count]), link.board.led)
        count += 1
        #expect(link.peripheral.canSendWriteWithoutResponse)
        try await World.current.run(for: .seconds(5))
        #expect(link.app.lines == ["connected"], "the queue was not full")
        for full in 1...3 {
            fill()
            try await World.current.run(until: { link.peripheral.canSendWriteWithoutResponse })
            try await World.current.run(for: .seconds(30))
            #expect(link.app.lines.dropFirst() == ArraySlice(repeating: "ready", count: full))
        }
        #expect(count > 30)
        #expect(link.board.calls.dropFirst() == ArraySlice((0..<count).map { "command 1525 [\($0)]" }))
    }

    @Test("With the line: more writes than the queue takes", .simulated(seed: 5), .coreBluetooth)
    func overflow() async throws {
        let link = try await RowLink()
        var room = 0
        let lost = try await World.current.expectMisuse(.lostWriteWithoutResponse) {
            for number in 0..<50 {
                if link.peripheral.canSendWriteWithoutResponse { room += 1 }
                link.app.command(Data([UInt8(number)]), link.board.led)
            }
            try await World.current.run(for: .seconds(60))
        }
        #expect(room > 0 && room < 50 && lost.count == 50 - room)
        #expect(link.board.calls.dropFirst() == ArraySlice((0..<room).map { "command 1525 [\($0)]" }))
        #expect(link.peripheral.canSendWriteWithoutResponse)
    }

    @Test("With the line: descriptors read or written", .simulated(seed: 6), .coreBluetooth)
    func descriptors() async throws {
        let link = try await RowLink()
        let all = link.app.characteristic(link.board.button).descriptors ?? []
        let descriptor = try #require(all.first { $0.uuid == CBMUUID(string: "FF01") })
        let reads = try await link.times { link.peripheral.readValue(for: descriptor) }
        let writes = try await link.times { link.peripheral.writeValue(Data([3]), for: descriptor) }
        #expect((reads + writes).allSatisfy(link.exchanges(1).contains))
        link.board.value = .success(Data(count: 30))
        let long = try await link.times { link.peripheral.readValue(for: descriptor) }
        #expect(long.allSatisfy(link.exchanges(2).contains))
        #expect(link.app.errors.isEmpty && link.board.calls.count == 25)
    }

    @Test("With the line: readRSSI", .simulated(seed: 7), .coreBluetooth)
    func strength() async throws {
        let link = try await RowLink()
        let times = try await link.times { link.peripheral.readRSSI() }
        #expect(times.allSatisfy { $0 < .milliseconds(10) })
        #expect(link.app.lines.dropFirst().allSatisfy { $0 == "strength" })
    }
}
