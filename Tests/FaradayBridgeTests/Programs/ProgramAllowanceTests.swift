#if os(macOS) || os(Linux)
import BluetoothPort
import FaradayLive
import FaradaySimulation
import PortProtocol
import Testing

@testable import FaradayBridge

@Suite("How much a program may send to the server of its phone")
struct ProgramAllowanceTests {
    @Test("A burst of a second is read at once, and after it so much as a second allows")
    func rates() {
        var allowance = ProgramAllowance(perSecond: 1000, at: 0)
        allowance.spend(999)
        #expect(allowance.rest(at: 0) == 0)
        allowance.spend(101)
        #expect(allowance.rest(at: 0) == 101)
        #expect(allowance.rest(at: 60) == 41)
        #expect(allowance.rest(at: 99) == 10)
        #expect(allowance.rest(at: 101) == 0)
        // Silence is not saved, and a clock that goes back brings nothing.
        #expect(allowance.rest(at: 1_000_000) == 0)
        allowance.spend(1000)
        #expect(allowance.rest(at: 999_000) == 10)
        #expect(allowance.rest(at: 1_000_000) == 10)
        #expect(allowance.rest(at: 1_000_001) == 0)
    }

    @Test("A program that opens and closes managers, or sends much, is counted more than once for each frame")
    func weights() {
        let session = ProgramSession(LentBluetooth(World(seed: 1).addPhone())) { _, _ in }
        #expect(session.receive(PortFrame.hello(.init(phone: "", app: "app")).bytes) == 1)
        let opening = PortFrame.open(1, .central(ManagerOptions())).bytes + PortFrame.close(1).bytes
        #expect(session.receive(opening) == 101 + 1)
        let update = Peripheral.Update(
            [UInt8](repeating: 0, count: 10_000), characteristic: .init(rawValue: 1), centrals: nil)
        #expect(session.receive(PortFrame.update(1, update, call: 1).bytes) == 1 + 9)
    }

    private static func server(_ limits: PhoneServer.Limits) throws -> (
        PhoneServer, Lock<[LentBluetooth.News]>
    ) {
        let news = Lock<[LentBluetooth.News]>([])
        let desk = LentBluetooth(World(seed: 1).addPhone()) { one in news.withLock { $0.append(one) } }
        return (try PhoneServer(.tcpServer(host: "127.0.0.1", port: 0), desk, limits: limits), news)
    }

    /// What comes until the server closes the connection, or until `count` frames have come.
    private static func frames(_ connection: HCIConnection, count: Int = .max) -> [PortFrame] {
        var (reader, frames) = (PortFrameReader(), [PortFrame]())
        while frames.count < count {
            connection.wait(reading: true, writing: false, milliseconds: -1)
            guard let bytes = try? connection.readAvailable() else { return frames }
            reader.add(bytes)
            while case .frame(let frame)? = try? reader.next() { frames.append(frame) }
        }
        return frames
    }

    @Test("Who says no hello in time is told, and closed")
    func silence() throws {
        var limits = PhoneServer.Limits()
        limits.silence = 1
        let (server, news) = try Self.server(limits)
        let connection = try HCIConnection(server.peerEndpoint)
        #expect(Self.frames(connection) == [.refused("it has not said hello")])
        server.stop()
        #expect(news.withLock { $0 } == [.refused(.init(phone: "", app: ""), "it has not said hello")])
    }

    @Test(
        "Of those who say no hello the first goes if there are too many, and a program that does still joins")
    func strangers() throws {
        var limits = PhoneServer.Limits()
        limits.strangers = 2
        let (server, _) = try Self.server(limits)
        let silent = try (0..<3).map { _ in try HCIConnection(server.peerEndpoint) }
        #expect(Self.frames(silent[0]) == [.refused("too many programs wait to say hello")])
        let remote = try RemotePhone(server.peerEndpoint, app: "app")
        #expect(remote.authorization == .allowedAlways)
        remote.leave()
        server.stop()
        withExtendedLifetime(silent) {}
    }

    @Test("Who sends much before a hello is told, and closed")
    func longHello() throws {
        let session = ProgramSession(LentBluetooth(World(seed: 1).addPhone())) { _, _ in }
        // A frame that is never complete.
        session.receive([0, 0, 0x40, 0, 1])
        session.receive([UInt8](repeating: 0, count: 60_000))
        #expect(!session.isOver)
        session.receive([UInt8](repeating: 0, count: 10_000))
        #expect(session.isOver)
    }

    @Test("What waits for a program that has ended waits no more, so that its end is found")
    func unread() throws {
        let listener = try HCIListener(.tcpServer(host: "127.0.0.1", port: 0))
        defer { listener.close() }
        let program = try HCIConnection(listener.peerEndpoint)
        var accepted: HCIConnection?
        while accepted == nil { accepted = try listener.accept(isWakeable: true) }
        let connection = try #require(accepted)
        defer { connection.close() }
        let writer = SocketWriter(connection)
        while writer.write([UInt8](repeating: 0, count: 100_000)) {}
        #expect(writer.waitingCount > 0)
        program.close()
        // The news of it comes over the network.
        while !writer.flush() { connection.wait(reading: false, writing: true, milliseconds: -1) }
        #expect(writer.waitingCount == 0)
        #expect(throws: LiveError.self) { while true { _ = try connection.readAvailable() } }
    }

    @Test("A program that sends faster than it may is slower, and loses nothing")
    func flood() throws {
        var limits = PhoneServer.Limits()
        limits.framesPerSecond = 10_000
        let (server, _) = try Self.server(limits)
        defer { server.stop() }
        let connection = try HCIConnection(server.peerEndpoint)
        let questions = (UInt32(1)...20_000).flatMap { PortFrame.ask(0, .authorization, call: $0).bytes }
        let start = Environment.monotonic
        var rest = (PortFrame.hello(.init(phone: "", app: "app")).bytes + questions)[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(try connection.writeAvailable(Array(rest)))
            if !rest.isEmpty { connection.wait(reading: false, writing: true, milliseconds: -1) }
        }
        let calls = Self.frames(connection, count: 20_001).compactMap { frame -> UInt32? in
            if case .answer(_, let call) = frame { call } else { nil }
        }
        #expect(calls == Array(1...20_000))
        // At least the second that a burst does not cover, less the turn that was read ahead of it.
        #expect(Environment.monotonic - start > 500_000_000)
    }
}
#endif
