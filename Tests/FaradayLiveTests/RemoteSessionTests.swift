import BluetoothPort
import BluetoothTypes
import Foundation
import PortProtocol
import Testing

@testable import FaradayLive

@Suite("A program's end of the connection to its phone")
struct RemoteSessionTests {
    private final class Sink: CentralSink {
        let events = Lock<[Central.Event]>([])
        func receive(_ event: Central.Event, _ delivery: Delivery) { events.withLock { $0.append(event) } }
    }

    /// What the program has sent.
    private final class Sent: Sendable {
        private let reader = Lock(PortFrameReader())
        private let frames = Lock<[PortFrame]>([])

        func add(_ bytes: [UInt8]) {
            reader.withLock { $0.add(bytes) }
            while case .frame(let frame)? = try? reader.withLock({ try $0.next() }) {
                frames.withLock { $0.append(frame) }
            }
        }

        func take() -> [PortFrame] {
            frames.withLock { frames in
                defer { frames = [] }
                return frames
            }
        }
    }

    /// Calls on a thread of its own, since a call blocks its thread; the answer comes later.
    private static func answer<Answer: Sendable>(of call: @escaping @Sendable () -> Answer) -> Task<
        Answer, Never
    > {
        let (answers, continuation) = AsyncStream<Answer>.makeStream()
        Thread.detachNewThread { continuation.yield(call()) }
        return Task {
            for await answer in answers { return answer }
            fatalError("the stream of answers has ended")
        }
    }

    private static let hello = PortFrame.Hello(phone: "phone", app: "app")
    private static let welcome = PortFrame.welcome(.init(phone: "phone", authorization: .allowedAlways))
    private static let options = ManagerOptions(restoreIdentifier: "central")

    private static func session() -> (RemoteSession, Sent) {
        let sent = Sent()
        return (RemoteSession(hello, .init { sent.add($0) }), sent)
    }

    @Test("Managers that are opened before the welcome are opened with it, and again at each later server")
    func reopening() throws {
        let (session, sent) = Self.session()
        let sink = Sink()
        session.begin()
        #expect(sent.take() == [.hello(Self.hello)])
        let port = RemoteCentralPort(session, Self.options, sink)
        #expect(sent.take() == [])
        try session.receive(Self.welcome.bytes, .posting)
        #expect(sent.take() == [.open(1, .central(Self.options))])
        session.lose()
        session.settle()
        #expect(sink.events.withLock { $0 } == [.stateChanged(.resetting)])
        session.begin()
        try session.receive(Self.welcome.bytes, .posting)
        #expect(sent.take() == [.hello(Self.hello), .open(1, .central(Self.options))])
        port.close()
        #expect(sent.take() == [.close(1)])
        // Nobody waits for this event any more.
        try session.receive(PortFrame.centralEvent(1, .stateChanged(.poweredOn)).bytes, .posting)
        session.settle()
        #expect(sink.events.withLock { $0.count } == 1)
    }

    @Test("A call waits for the answer of its number, and ends with the connection")
    func calls() async throws {
        let (session, sent) = Self.session()
        let sink = Sink()
        session.begin()
        try session.receive(Self.welcome.bytes, .posting)
        let port = RemoteCentralPort(session, Self.options, sink)
        _ = sent.take()
        // The other end answers on another thread, in the wrong order.
        let mtu = Self.answer { port.mtu(of: PeerIdentifier(high: 0, low: 1)) }
        let result = Self.answer { port.send(.stopScan) }
        var frames: [PortFrame] = []
        while frames.count < 2 {
            frames += sent.take()
            await Task.yield()
        }
        for frame in frames.reversed() {
            switch frame {
            case .ask(_, _, let call):
                try session.receive(PortFrame.answer(.number(185), call: call).bytes, .posting)
            case .central(_, _, let call):
                try session.receive(PortFrame.answer(.result(.accepted), call: call).bytes, .posting)
            default: Issue.record("unexpected \(frame)")
            }
        }
        #expect(await mtu.value == 185)
        #expect(await result.value == .accepted)
        let lost = Self.answer { port.send(.stopScan) }
        while sent.take().isEmpty { await Task.yield() }
        session.lose()
        #expect(await lost.value == .ignored)
        #expect(port.send(.stopScan) == .ignored)
    }

    @Test("After the end of the app nothing comes any more, and no connection is wanted")
    func end() throws {
        let (session, _) = Self.session()
        let sink = Sink()
        session.begin()
        try session.receive(Self.welcome.bytes, .posting)
        let port = RemoteCentralPort(session, Self.options, sink)
        try session.receive(PortFrame.end("memory").bytes, .posting)
        try session.receive(PortFrame.centralEvent(1, .stateChanged(.poweredOn)).bytes, .posting)
        session.lose()
        session.settle()
        #expect(sink.events.withLock { $0 } == [])
        #expect(!session.wantsConnection)
        #expect(session.firstAnswer(milliseconds: 0) == .ended("memory"))
        withExtendedLifetime(port) {}
    }

    @Test(
        "FARADAY_PHONE names a server and a phone",
        arguments: [
            ("tcp:127.0.0.1:6404", "tcp:127.0.0.1:6404", ""),
            ("tcp:127.0.0.1:6404/Ada's%20iPhone", "tcp:127.0.0.1:6404", "Ada's iPhone"),
            ("tcp:127.0.0.1:6404/a%2Fb", "tcp:127.0.0.1:6404", "a/b"),
            ("unix:/tmp/phones", "unix:/tmp/phones", ""), ("unix:/tmp/phones#Bob", "unix:/tmp/phones", "Bob"),
        ])
    func address(_ text: String, _ endpoint: String, _ phone: String) throws {
        let address = try RemotePhoneAddress(text)
        #expect("\(address.endpoint)" == endpoint)
        #expect(address.phone == phone)
        #expect("\(address)" == text)
    }

    @Test(
        "A phone may have any name",
        arguments: ["Ada's iPhone", "a/b#c%d", "\u{00C4}da \u{1F4F1}", "100 %", " "])
    func names(_ name: String) throws {
        for endpoint in [HCIEndpoint.tcp(host: "127.0.0.1", port: 1), .unix(path: "/tmp/phones")] {
            let address = RemotePhoneAddress(endpoint, phone: name)
            #expect(try RemotePhoneAddress("\(address)") == address)
        }
    }

    @Test(
        "What is no address is refused",
        arguments: ["tcp:127.0.0.1:1/%", "tcp:127.0.0.1:1/%4", "unix:/a#%FF", "frob:1/a"])
    func wrongAddresses(_ text: String) {
        #expect(throws: LiveError.self) { try RemotePhoneAddress(text) }
    }
}
