import BluetoothTypes
import CoreBluetoothMock
import FaradayTesting
import Testing

/// When links end, by the page for those who move over.
@Suite struct TimingEndRows {
    @Test("With the line: a cancelled link", .simulated(seed: 1), .coreBluetooth, arguments: 0..<4)
    func cancelled(moment: Int) async throws {
        let link = try await RowLink()
        try await World.current.run(for: .milliseconds(moment * 250))
        let time = try await link.time { link.app.cancel() }
        #expect(time > .zero && time <= link.interval * 2)
        #expect(link.app.lines.last == "disconnected" && link.peripheral.state == .disconnected)
        let later = try await elapsed(until: { link.board.calls.count == 2 })
        #expect(link.board.calls.last == "disconnect -1" && later < .milliseconds(1))

        link.app.connectAgain()
        try await World.current.run(until: { link.app.isReady })
        link.spec.simulateConnection()
        try await World.current.run(for: .seconds(60))
        #expect(try await link.time { link.app.cancel() } < .milliseconds(10))
        #expect(link.app.lines.last == "disconnected")
        try await World.current.run(for: .seconds(10))
        #expect(link.board.calls.last == "connect" && link.spec.isConnected, "another app's link")
    }

    @Test("With the line: a remote disconnection", .simulated(seed: 2), .coreBluetooth, arguments: 0..<4)
    func remote(moment: Int) async throws {
        let link = try await RowLink()
        try await World.current.run(for: .milliseconds(moment * 250))
        let time = try await link.time { link.spec.simulateDisconnection() }
        #expect(time > .zero && time <= link.interval * 2)
        #expect(link.app.lines.last == "disconnected: CBErrorDomain 7")
        #expect(link.board.calls == ["connect", "disconnect 7"])
    }

    @Test("With the line: a lost link", .simulated(seed: 3), .coreBluetooth, arguments: 0..<4)
    func lost(moment: Int) async throws {
        let link = try await RowLink(interval: 0.4, supervisionTimeout: 2, proximity: .near)
        try await World.current.run(for: .milliseconds(moment * 100))
        // The last packet that was heard was in the last connection event, an interval ago at most.
        let time = try await link.time { link.spec.simulateProximityChange(.outOfRange) }
        #expect(time > .milliseconds(1600) && time <= .milliseconds(2000) + RowLink.air)
        #expect(link.app.lines.last == "disconnected: CBErrorDomain 6")

        link.spec.simulateProximityChange(.near)
        link.app.connectAgain()
        try await World.current.run(until: { link.app.lines.last == "connected" })
        let early = try await link.time { link.spec.simulateProximityChange(.outOfRange) }
        #expect(early > .milliseconds(3900) && early < .milliseconds(4100), "not yet the peripheral's")
        #expect(link.app.lines.last == "disconnected: CBErrorDomain 6")
    }

    @Test("With the line: out of range", .simulated(seed: 4), .coreBluetooth)
    func outOfRange() async throws {
        let link = try await RowLink(interval: 0.045, supervisionTimeout: 2, proximity: .near)
        let (app, board) = (link.app, link.board)
        let before = app.lines
        link.spec.simulateProximityChange(.outOfRange)
        try await World.current.run(for: .milliseconds(1500))
        link.spec.simulateProximityChange(.far)
        try await World.current.run(for: .seconds(10))
        #expect(board.calls == ["connect"] && app.lines == before)
        _ = try await link.time { app.read(board.led) }
        #expect(app.values == [Data([1])], "the link is the same")

        link.spec.simulateProximityChange(.outOfRange)
        #expect(board.calls.last == "read 1525")
        let time = try await elapsed(until: { board.calls.last == "disconnect 6" })
        #expect(time > .milliseconds(1900) && time < .milliseconds(2100))
        try await World.current.run(for: .seconds(1))
        #expect(app.lines.last == "disconnected: CBErrorDomain 6")
    }
}
