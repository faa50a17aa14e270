import BluetoothPort
import FaradaySimulation
import PortProtocol
import Testing

@testable import FaradayBridge

@Suite("The server's end of a program's connection")
struct ProgramSessionTests {
    /// What the server sent, and whether it is done with the program.
    private final class Answers: Sendable {
        private let reader = Lock(PortFrameReader())
        let frames = Lock<[PortFrame]>([])

        func add(_ bytes: [UInt8]) {
            let found = reader.withLock { reader -> [PortFrame] in
                reader.add(bytes)
                var found: [PortFrame] = []
                while case .frame(let frame)? = try? reader.next() { found.append(frame) }
                return found
            }
            frames.withLock { $0 += found }
        }
    }

    private static func session(token: String = "") -> (ProgramSession, Answers, Lock<[LentBluetooth.News]>) {
        let (answers, news) = (Answers(), Lock<[LentBluetooth.News]>([]))
        let phone = World(seed: 1).addPhone(name: "Ada's iPhone")
        let desk = LentBluetooth(phone, token: token) { one in news.withLock { $0.append(one) } }
        return (ProgramSession(desk) { bytes, _ in answers.add(bytes) }, answers, news)
    }

    private static let hello = PortFrame.Hello(phone: "", app: "app")

    @Test("A program that says hello is welcome, and its questions and commands are answered by number")
    func calls() {
        let (session, answers, _) = Self.session()
        let frames: [PortFrame] = [
            .hello(Self.hello), .open(1, .central(ManagerOptions())), .central(1, .stopScan, call: 7),
            .ask(1, .mtu(PeerIdentifier(high: 1, low: 2)), call: 8), .ask(1, .authorization, call: 9),
            .ask(5, .traits, call: 10), .peripheral(1, .stopAdvertising, call: 11), .close(1),
            .ask(1, .authorization, call: 12),
        ]
        // In pieces of three bytes, as a slow network would bring them.
        let bytes = frames.flatMap(\.bytes)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            session.receive(Array(bytes[start..<min(bytes.count, start + 3)]))
        }
        let found = answers.frames.withLock { $0 }
        guard case .welcome(let welcome)? = found.first else {
            Issue.record("no welcome: \(found)")
            return
        }
        #expect(welcome.phone == "Ada's iPhone")
        // Bluetooth is not on yet, so a command is ignored, and reported by the model.
        let rest: [PortFrame] = [
            .answer(.result(.ignored), call: 7), .answer(.number(0), call: 8),
            .answer(.authorization(.allowedAlways), call: 9), .answer(.none, call: 10),
            .answer(.result(.ignored), call: 11), .answer(.none, call: 12),
        ]
        #expect(found.dropFirst().filter { if case .answer = $0 { true } else { false } } == rest)
        #expect(!session.isOver)
    }

    @Test(
        "A program that does what no program does is told, and the connection ends",
        arguments: [
            ([.ask(1, .traits, call: 1)], "it does not say hello first"),
            ([.hello(hello), .hello(hello)], "it says hello twice"),
            (
                [.hello(hello), .open(1, .nearby), .open(1, .nearby)],
                "it opens manager 1 twice"
            ),
            ([.hello(hello), .end("")], "it sends what only a server sends"),
            (
                [.hello(.init(version: 9, phone: "", app: "app"))],
                "it speaks version 9 of the protocol, and this server version 1"
            ),
            (
                [.hello(hello)] + (1...257).map { .open($0, .accessories) }, "it opens more than 256 managers"
            ),
        ] as [([PortFrame], String)])
    func wrong(_ frames: [PortFrame], _ reason: String) {
        let (session, answers, news) = Self.session()
        for frame in frames { session.receive(frame.bytes) }
        #expect(answers.frames.withLock { $0.last } == .refused(reason))
        #expect(session.isOver)
        if session.hello != nil {
            #expect(news.withLock { $0.last } == .left(session.hello!, problem: reason))
        } else {
            #expect(news.withLock { $0 } == [.refused(.init(phone: "", app: ""), reason)])
        }
        // Nothing that comes later has an effect.
        let count = answers.frames.withLock { $0.count }
        session.receive(PortFrame.ask(1, .traits, call: 1).bytes)
        #expect(answers.frames.withLock { $0.count } == count)
    }

    @Test("An app is what its program says of it, and what is set up here if it says nothing")
    func manifest() {
        let setup = PortFrame.AccessorySetup(
            supports: 7, services: ["180D"], names: ["Strap"], companies: [0x59])
        let hello = PortFrame.Hello(phone: "", app: "app", backgroundModes: 5, accessorySetup: setup)
        #expect(
            hello.manifest
                == AppManifest(
                    backgroundModes: .central,
                    accessorySetup: AccessorySetupKeys(
                        supports: [.bluetooth, .wifi], services: ["180D"], names: ["Strap"], companies: [0x59]
                    )))
        #expect(Self.hello.manifest == nil)
    }

    @Test("The first manager of an app without a usage description ends it")
    func missingDescription() {
        let (answers, world) = (Answers(), World(seed: 1))
        let desk = ServedPhones([world.addPhone()])
        let session = ProgramSession(desk) { bytes, _ in answers.add(bytes) }
        let hello = PortFrame.Hello(phone: "", app: "app", hasUsageDescription: false)
        session.receive(PortFrame.hello(hello).bytes + PortFrame.open(1, .central(ManagerOptions())).bytes)
        // The misuse, which a served world tells.
        #expect(throws: (any Error).self) { try world.run(for: .seconds(1)) }
        #expect(answers.frames.withLock { $0.last } == .end("the system has ended the app"))
    }

    @Test(
        "A program that starts at once after the last one has ended is not taken for it",
        arguments: [false, true])
    func quickRestart(_ isTold: Bool) throws {
        let world = World(seed: 1)
        let phone = world.addPhone()
        let desk = ServedPhones([phone])
        let sessions = (0..<3).map { _ in ProgramSession(desk) { _, _ in } }
        for session in sessions {
            // The phone may tell of the second program's start when that has ended.
            if isTold, session === sessions[2] { try world.run(for: .seconds(1)) }
            session.receive(PortFrame.hello(Self.hello).bytes)
            #expect(!session.isOver)
            if session !== sessions[2] { session.close() }
        }
        // Otherwise only now the phone tells what has become of its app.
        try world.run(for: .seconds(1))
        #expect(!sessions[2].isOver && phone.appState == .foreground)
        phone.terminate(.memoryPressure)
        try world.run(for: .seconds(1))
        #expect(sessions[2].isOver)
    }

    @Test("The news that the last program has ended may come while the next one joins")
    func newsWhileJoining() throws {
        let world = World(seed: 1)
        let phone = world.addPhone()
        let news = Lock<[ServedPhones.News]>([])
        let desk = ServedPhones([phone]) { one in
            news.withLock { $0.append(one) }
            // As if another thread took the phone's news to the desk at this moment.
            if case .joined(_, process: 2) = one { _ = try? world.run(for: .seconds(1)) }
        }
        let sessions = (1...2).map { number in
            let session = ProgramSession(desk) { _, _ in }
            session.receive(PortFrame.hello(.init(phone: "", app: "app", process: UInt32(number))).bytes)
            if number == 1 { session.close() }
            return session
        }
        try world.run(for: .seconds(1))
        #expect(!sessions[1].isOver && phone.appState == .foreground)
        let app = ServedPhones.App(phone: phone.name, identifier: "app")
        #expect(
            news.withLock { $0 } == [
                .joined(app, process: 1), .left(app, problem: nil), .joined(app, process: 2),
                .moved(app, .foreground),
            ])
        phone.terminate(.memoryPressure)
        try world.run(for: .seconds(1))
        #expect(sessions[1].isOver)
    }

    @Test(
        "A manager that a program makes while its app ends does not start the app again",
        arguments: [
            PortFrame.Opening.central(ManagerOptions()), .peripheral(ManagerOptions()), .accessories, .nearby,
        ])
    func lateManager(_ opening: PortFrame.Opening) throws {
        let (world, starts) = (World(seed: 1), Lock(0))
        let phone = world.addPhone()
        let starter = ServedPhones.Starter { _ in
            starts.withLock { $0 += 1 }
            return {}
        }
        let session = ProgramSession(ServedPhones([phone], starter: starter)) { _, _ in }
        session.receive(PortFrame.hello(Self.hello).bytes)
        phone.terminate(.memoryPressure)
        // The program has not heard of it yet.
        session.receive(PortFrame.open(1, opening).bytes)
        try world.run(for: .seconds(1))
        #expect(session.isOver && phone.appState == .terminated)
        phone.launch()
        try world.run(for: .seconds(1))
        #expect(starts.withLock { $0 } == 1 && phone.appState == .foreground)
    }

    @Test(
        "The process of a suspended app is stopped if it was started here, and runs on before it is told that it may"
    )
    func halts() throws {
        let (world, told) = (World(seed: 1), Lock<[String]>([]))
        let phone = world.addPhone(name: "phone")
        let starter = ServedPhones.Starter { _ in
            { told.withLock { $0.append("killed") } }
        } halt: { app, isHalted in
            told.withLock { $0.append("\(app.identifier) \(isHalted ? "halts" : "runs")") }
        }
        let desk = ServedPhones([phone], starter: starter)
        #expect(desk.start(.init(phone: "phone", identifier: "app")))
        // Before it has joined it is let alone.
        phone.enterBackground()
        try world.run(for: .seconds(20))
        phone.enterForeground()
        try world.run(for: .seconds(1))
        #expect(told.withLock { $0 } == [])
        let sessions = ["app", "other"].map { app in
            let session = ProgramSession(desk) { bytes, _ in
                var reader = PortFrameReader()
                reader.add(bytes)
                guard case .frame(.appState(let state))? = try? reader.next() else { return }
                told.withLock { $0.append("\(app) \(state)") }
            }
            session.receive(PortFrame.hello(.init(phone: "", app: app)).bytes)
            return session
        }
        for number in [UInt32(1), 2] {
            phone.app(number).enterBackground()
            try world.run(for: .seconds(20))
            phone.app(number).enterForeground()
            try world.run(for: .seconds(1))
        }
        phone.app(1).enterBackground()
        try world.run(for: .seconds(20))
        phone.app(1).terminate(.memoryPressure)
        try world.run(for: .seconds(1))
        let background = ["app runs", "app background", "app suspended", "app halts"]
        #expect(
            told.withLock { $0 } == background + ["app runs", "app foreground"]
                + ["other background", "other suspended", "other foreground"] + background + ["killed"])
        withExtendedLifetime(sessions) {}
    }

    @Test("Bytes that are no frame end the connection with what is wrong with them")
    func noise() throws {
        let (session, answers, _) = Self.session()
        session.receive(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        guard case .refused(let reason)? = answers.frames.withLock({ $0.last }) else {
            Issue.record("not refused")
            return
        }
        #expect(reason.hasPrefix("it sends what is no frame: "))
        #expect(session.isOver)
    }

    @Test(
        "Without the token nobody gets in",
        arguments: ["", "wrong", "secret of sixteen!", "secret of sixteen "])
    func token(_ said: String) {
        let (session, answers, news) = Self.session(token: "secret of sixteen")
        let hello = PortFrame.Hello(phone: "", app: "app", token: said)
        session.receive(PortFrame.hello(hello).bytes)
        #expect(answers.frames.withLock { $0 } == [.refused("it does not know the token")])
        #expect(
            news.withLock { $0 } == [
                .refused(hello, "it does not know the token"), .left(hello, problem: nil),
            ])
    }
}
