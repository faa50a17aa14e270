import BluetoothPort
import BluetoothWire
import Eventually
import Foundation
import Testing

@testable import FaradayBridge

/// Lines of text on the ports of a served world.
@Suite struct TellTests {
    private struct Served {
        let world = World(seed: 1)
        let lamp: Device
        let server: HCIServer
        let port: UInt16
        let events = Lock<[HCIServer.Event]>([])

        init(takesCommands: Bool = true) throws {
            lamp = world.add(.blinky(name: "Lamp"), at: .meters(1))
            let events = events
            server = try HCIServer(
                world, listeningOn: [.tcpServer(host: "127.0.0.1", port: 0)],
                configuration: .init(maximumClients: 8, takesCommands: takesCommands),
                onEvent: { event in events.withLock { $0.append(event) } })
            guard case .tcp(_, let port) = server.endpoints[0] else {
                throw LiveError.closed(server.endpoints[0])
            }
            self.port = port
        }
    }

    @Test("A command on the port of HCI acts on the world, and makes no controller")
    func tells() throws {
        let served = try Served()
        defer { served.server.stop() }
        let remote = RemoteControl(port: served.port)
        #expect(try remote.tell("device Lamp move 7m") == "Lamp is at 7 m")
        #expect(served.world.position(of: served.lamp.id) == .meters(7))
        #expect(throws: RemoteControl.Failure.refused("there is no device 'HR-2'; there are: Lamp")) {
            try remote.tell("device HR-2 off")
        }
        #expect(
            throws: RemoteControl.Failure.refused("a command is missing; there are: \(WorldCommand.verbs)")
        ) {
            try remote.tell("")
        }
        #expect(served.world.nodeNames == ["Lamp"])
        #expect(served.server.clients.isEmpty)
    }

    @Test("Hosts get their controllers as before, whatever pieces their first packet comes in")
    func hosts() throws {
        let served = try Served()
        defer { served.server.stop() }
        let host = try ScriptedHost(served.server.endpoints[0])
        for byte in HCI.Packet.command(.reset).h4Bytes { try host.send([byte]) }
        #expect(try host.answer(to: HCI.Command.reset.opcode) == .success)
        #expect(served.world.nodeNames == ["Lamp", "client 1"])
        let remote = RemoteControl(port: served.port)
        #expect(try remote.tell("note hello") == "noted")
        #expect(try remote.tell("controller \"client 1\" move 3m") == "client 1 is at 3 m")
        #expect(try remote.tell("controller \"client 1\" away") == "client 1 is out of range")
        #expect(
            throws: RemoteControl.Failure.refused("there is no controller 'Lamp'; there are: \"client 1\"")
        ) {
            try remote.tell("controller Lamp away")
        }
        #expect(try host.ask(.reset) == .success)
    }

    @Test("What begins like text and is none is a host that lost sync, as before")
    func noText() throws {
        let served = try Served()
        defer { served.server.stop() }
        for text in [
            "frob\n", "GET / HTTP/1.1\r\n\r\n", "faradaY", "faraday " + String(repeating: "x", count: 9000),
        ] {
            let browser = try RawBrowser("http://127.0.0.1:\(served.port)/")
            try browser.send(Array(text.utf8))
            #expect(try browser.hearAll() == "")
        }
        func lost() -> Int {
            served.events.withLock { events in
                events.count { if case .disconnected(_, .lostSync) = $0 { true } else { false } }
            }
        }
        // The server tells of an end after it has closed the connection.
        eventually("four hosts have lost sync") { lost() >= 4 }
        #expect(lost() == 4)
    }

    @Test("A server that was not asked to takes no text")
    func closed() throws {
        let served = try Served(takesCommands: false)
        defer { served.server.stop() }
        #expect(throws: RemoteControl.Failure.self) {
            try RemoteControl(port: served.port).tell("device Lamp off", patience: 60)
        }
        #expect(served.lamp.isAdvertising)
    }

    @Test("Only ports of this machine take text")
    func local() {
        #expect(TextGuests.isOpen(at: .tcpServer(host: "127.0.0.1", port: 1)))
        #expect(TextGuests.isOpen(at: .unixServer(path: "/a")))
        #expect(!TextGuests.isOpen(at: .tcpServer(host: "0.0.0.0", port: 1)))
        #expect(!TextGuests.isOpen(at: .tcpServer(host: "192.168.0.7", port: 1)))
        #expect(!TextGuests.isOpen(at: .pty(link: nil)))
    }

    @Test("Whoever watches gets the feed, line by line, while others tell")
    func watches() throws {
        let served = try Served()
        defer { served.server.stop() }
        let watcher = try RawBrowser("http://127.0.0.1:\(served.port)/")
        try watcher.send(Array("faraday watch\n".utf8))
        #expect(try watcher.hear("\n").hasPrefix("{\"faraday\":\"trace\""))
        #expect(try RemoteControl(port: served.port).tell("note hello") == "noted")
        #expect(try watcher.hear("hello").contains("{\"id\":"))
        let odd = try RawBrowser("http://127.0.0.1:\(served.port)/")
        try odd.send(Array("faraday frob\r\n".utf8))
        #expect(try odd.hearAll() == "error: there is no 'faraday frob'\n")
    }

    @Test("The port for steps takes commands too, if it has a world")
    func controlPort() throws {
        let world = World(seed: 1)
        let lamp = world.add(.blinky(name: "Lamp"), at: .meters(1))
        let steps = Steps()
        steps.add("walks") { lamp.move(to: .meters(9)) }
        let server = try ControlServer(steps, port: 0, world: world)
        defer { server.stop() }
        let remote = RemoteControl(port: server.port)
        #expect(try remote.tell("device Lamp away") == "Lamp is out of range")
        try remote.perform("walks")
        #expect(world.position(of: lamp.id) == .meters(9))
        let plain = try ControlServer(steps, port: 0)
        defer { plain.stop() }
        #expect(
            throws: RemoteControl.Failure.refused(
                "there is no step 'faraday tell device Lamp away'; there are: walks")
        ) { try RemoteControl(port: plain.port).tell("device Lamp away") }
    }
}
