import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradaySimulation

/// Commands: what each does to a world, the sentence that answers it, and the Swift that does the same.
@Suite struct CommandTests {
    /// A world of a strap, a lamp and a phone.
    struct Room {
        let world = World(seed: 1)
        let strap: Device
        let lamp: Device
        let phone: Phone

        init() {
            strap = world.add(.heartRateMonitor(name: "HR-1"), at: .meters(2))
            lamp = world.add(.blinky(name: "Lamp"), at: .meters(3))
            phone = world.addPhone(.iOS(18), name: "Ada's iPhone")
            world.startTrace()
        }

        func tell(_ line: String) throws(WorldCommand.Problem) -> WorldCommand.Answer {
            try CommandPerformer(world).perform(try WorldCommand(line)) {
                order throws(WorldCommand.Problem) in
                throw .init("nobody drives the clock: \(order)")
            }
        }

        func problem(_ line: String) -> String {
            do throws(WorldCommand.Problem) {
                return "no problem: \(try tell(line).text)"
            } catch {
                return error.description
            }
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let line: String
        let text: String
        let swift: String
        var holds: @Sendable (Room) -> Bool = { _ in true }
        var testDescription: String { line }
    }

    static let rows: [Row] = [
        Row(line: "device HR-1 move 30m", text: "HR-1 is at 30 m", swift: "hr1.move(to: .meters(30))") {
            $0.world.position(of: $0.strap.id) == .meters(30)
        },
        Row(line: "device HR-1 move 250cm", text: "HR-1 is at 2.5 m", swift: "hr1.move(to: .meters(2.5))") {
            $0.world.position(of: $0.strap.id) == .meters(2.5)
        },
        Row(
            line: "device HR-1 move 1,-2,0.5", text: "HR-1 is at (1, -2, 0.5) m",
            swift: "hr1.move(to: Position(x: 1, y: -2, z: 0.5))"
        ) { $0.world.position(of: $0.strap.id) == Position(x: 1, y: -2, z: 0.5) },
        Row(line: "device HR-1 away", text: "HR-1 is out of range", swift: "hr1.move(to: .outOfRange)") {
            $0.world.position(of: $0.strap.id) == .outOfRange
        },
        Row(line: "device HR-1 off", text: "HR-1 is off", swift: "hr1.powerOff()") {
            !$0.strap.isAdvertising
        },
        Row(line: "device HR-1 reset", text: "HR-1 restarts", swift: "hr1.reset()") {
            !$0.strap.isAdvertising
        },
        Row(
            line: "device HR-1 set 2A19 32", text: "2A19 (Battery Level) of HR-1 is 32",
            swift: "hr1.update(\"2A19\", [0x32])"
        ) { $0.world.traceText(last: 1).contains("update 2A19 (Battery Level): 32") },
        Row(
            line: "device HR-1 set 2A29 \"Acme \\\"1\\\"\"",
            text: "2A29 (Manufacturer Name String) of HR-1 is 41636d6520223122",
            swift: "hr1.update(\"2A29\", Array(\"Acme \\\"1\\\"\".utf8))"
        ) { $0.world.traceText(last: 1).contains("41636d6520223122") },
        Row(
            line: "device Lamp press", text: "the button of Lamp is pressed",
            swift: "lamp.update(Blinky.button, [1])"
        ) { $0.world.traceText(last: 1).hasSuffix(": 01\n") },
        Row(
            line: "device Lamp release", text: "the button of Lamp is released",
            swift: "lamp.update(Blinky.button, [0])"
        ) { $0.world.traceText(last: 1).hasSuffix(": 00\n") },
        Row(
            line: "device HR-1 advertise off", text: "HR-1 advertises no longer",
            swift: "hr1.stopAdvertising()"
        ) { $0.world.traceText().contains("stopAdvertising") },
        Row(line: "device HR-1 advertise on", text: "HR-1 advertises", swift: "hr1.startAdvertising()"),
        Row(
            line: "phone \"Ada's iPhone\" move 3m", text: "Ada's iPhone is at 3 m",
            swift: "adasIPhone.move(to: .meters(3))"
        ) { $0.phone.position == .meters(3) },
        Row(
            line: "phone \"Ada's iPhone\" away", text: "Ada's iPhone is out of range",
            swift: "adasIPhone.move(to: .outOfRange)"
        ) { $0.phone.position == .outOfRange },
        Row(
            line: "phone \"Ada's iPhone\" bluetooth off", text: "Bluetooth of Ada's iPhone is off",
            swift: "adasIPhone.setBluetooth(false)"
        ) { $0.world.traceText().contains("Bluetooth: off") },
        Row(
            line: "phone \"Ada's iPhone\" app background", text: "the app of Ada's iPhone: background",
            swift: "adasIPhone.enterBackground()"
        ) { $0.phone.appState == .background },
        Row(
            line: "phone \"Ada's iPhone\" app foreground", text: "the app of Ada's iPhone: foreground",
            swift: "adasIPhone.enterForeground()"
        ) { $0.phone.appState == .foreground },
        Row(
            line: "phone \"Ada's iPhone\" app suspended", text: "the app of Ada's iPhone: suspended",
            swift: "adasIPhone.suspend()"
        ) { $0.phone.appState == .suspended },
        Row(
            line: "phone \"Ada's iPhone\" app ended", text: "the app of Ada's iPhone: terminated",
            swift: "adasIPhone.terminate(.memoryPressure)"
        ) { $0.phone.appState == .terminated },
        Row(
            line: "phone \"Ada's iPhone\" app started", text: "the app of Ada's iPhone: foreground",
            swift: "adasIPhone.launch()"
        ) { $0.world.traceText().contains("launched") },
        Row(
            line: "phone \"Ada's iPhone\" user waits", text: "the user of Ada's iPhone waits from now on",
            swift: "adasIPhone.setUser(.waits)"
        ) { $0.phone.user == .waits },
        Row(
            line: "phone \"Ada's iPhone\" user refuses", text: "the user of Ada's iPhone refuses from now on",
            swift: "adasIPhone.setUser(.refuses)"
        ) { $0.phone.user == .refuses },
        Row(
            line: "phone \"Ada's iPhone\" user agrees", text: "the user of Ada's iPhone agrees from now on",
            swift: "adasIPhone.setUser(.agrees)"
        ) { $0.phone.user == .agrees },
        Row(
            line: "fault .read(\"2A19\", of: \"HR-1\").nth(2).fails(.unlikelyError)",
            text: "injected: .read(\"2A19\", of: \"HR-1\").nth(2).fails(.unlikelyError)",
            swift: "world.inject(.read(\"2A19\", of: \"HR-1\").nth(2).fails(.unlikelyError))"
        ) { $0.world.unfiredFaults == [.read("2A19", of: "HR-1").nth(2).fails(.unlikelyError)] },
        Row(line: "note  she walks away ", text: "noted", swift: "world.note(\"she walks away\")") {
            $0.world.traceText(last: 1).hasSuffix("she walks away\n")
        },
    ]

    @Test("A command acts on the world, and says what it did and how a test would", arguments: rows)
    func acts(_ row: Row) throws {
        let room = Room()
        let answer = try room.tell(row.line)
        #expect(answer.text == row.text)
        #expect(answer.swift == row.swift)
        #expect(row.holds(room), "\(room.world.traceText())")
    }

    @Test("The Swift of every command compiles: it is in this folder, word for word")
    func swiftIsThere() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("CommandLines.swift")
        let source = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        for row in Self.rows {
            #expect(source.contains(row.swift), "\(row.swift) is not in CommandLines.swift")
        }
    }

    @Test("Off and on are told once, and a link ends that is there")
    func states() throws {
        let room = Room()
        #expect(room.problem("device HR-1 on") == "HR-1 is on already")
        #expect(try room.tell("device HR-1 off").text == "HR-1 is off")
        #expect(room.problem("device HR-1 off") == "HR-1 is off already")
        #expect(room.problem("device HR-1 advertise on") == "HR-1 is off; 'on' switches it on")
        let on = try room.tell("device HR-1 on")
        #expect(on == WorldCommand.Answer("HR-1 is on", swift: "hr1.powerOn()"))
        try room.world.run(for: .seconds(1))
        #expect(room.strap.isAdvertising)
        #expect(room.problem("device HR-1 disconnect") == "HR-1 has no link to end")
        let central = TestCentral(room.phone) { central, event in
            switch event {
            case .stateChanged(.poweredOn): central.port.send(.scan(Central.ScanRequest(services: ["180D"])))
            case .discovered(let peer, _, _):
                central.port.send(.connect(peer.identifier, Central.ConnectOptions()))
            default: break
            }
        }
        try room.world.run(until: { room.strap.connectionCount == 1 })
        #expect(
            try room.tell("device HR-1 disconnect")
                == WorldCommand.Answer("HR-1 ends its link", swift: "hr1.disconnect()"))
        try withExtendedLifetime(central) {
            try room.world.run(until: { room.strap.connectionCount == 0 })
        }
    }

    @Test(
        "A wrong command is one line that says what there is",
        arguments: [
            ("", "a command is missing; there are: \(WorldCommand.verbs)"),
            ("frob", "there is no command 'frob'; there are: \(WorldCommand.verbs)"),
            ("device", "device needs the name of a device"),
            ("device HR-2 off", "there is no device 'HR-2'; there are: HR-1, Lamp"),
            ("device \"Ada's iPhone\" off", "there is no device 'Ada's iPhone'; there are: HR-1, Lamp"),
            ("phone HR-1 away", "there is no phone 'HR-1'; there are: \"Ada's iPhone\""),
            (
                "device HR-1",
                "device HR-1 needs one of: move, away, off, on, reset, set, press, release, disconnect, advertise"
            ),
            (
                "device HR-1 dance",
                "a device can't 'dance'; it can: move, away, off, on, reset, set, press, release, disconnect, advertise"
            ),
            (
                "device \u{E9}",
                "device \\u{E9} needs one of: move, away, off, on, reset, set, press, release, disconnect, advertise"
            ),
            (
                "phone \"a b\"",
                "phone \"a b\" needs one of: move, away, bluetooth, app, user, screen, alert, pairing, picker"
            ),
            (
                "phone x sing",
                "a phone can't 'sing'; it can: move, away, bluetooth, app, user, screen, alert, pairing, picker"
            ),
            ("controller", "controller needs the name of a controller"),
            ("controller x", "controller x needs one of: move, away"),
            ("controller x off", "a controller can't 'off'; it can: move, away"),
            ("controller x move", "it is: controller NAME move 3m"),
            ("controller HR-1 away", "there is no controller 'HR-1'; there are none"),
            ("device HR-1 move", "it is: device NAME move 30m"),
            (
                "device HR-1 move far",
                "a place is a distance such as 30m or 250cm, or x,y,z in metres, not 'far'"
            ),
            (
                "device HR-1 move nanm",
                "a place is a distance such as 30m or 250cm, or x,y,z in metres, not 'nanm'"
            ),
            (
                "device HR-1 move 1,2,3,4",
                "a place is a distance such as 30m or 250cm, or x,y,z in metres, not '1,2,3,4'"
            ),
            (
                "device HR-1 move 99999km",
                "a place is a distance such as 30m or 250cm, or x,y,z in metres, not '99999km'"
            ),
            ("device HR-1 off now", "'now' is too much; names with spaces are in quotation marks"),
            ("device HR-1 press", "HR-1 has no button: only a device with the LED Button service has one"),
            ("device HR-1 set 2A00X 00", "'2A00X' is not a UUID"),
            ("device HR-1 set 2A00", "it is: device NAME set UUID HEX|\"text\""),
            (
                "device HR-1 set 2A19 123",
                "a value is an even number of hexadecimal digits, or a text in quotation marks, not '123'"
            ),
            ("device HR-1 set FFF0 00", "HR-1 has no characteristic FFF0"),
            (
                "device HR-1 set 2A19 " + String(repeating: "00", count: 513),
                "a value has at most 512 bytes, not 513"
            ),
            ("device HR-1 advertise maybe", "it is: device NAME advertise on|off"),
            ("phone x app home", "it is: phone NAME app [APP] background|foreground|suspended|ended|started"),
            (
                "phone x app strap",
                "it is: phone NAME app [APP] background|foreground|suspended|ended|started"
            ),
            (
                "phone \"Ada's iPhone\" app strap ended",
                "there is no app 'strap' on Ada's iPhone; there are none"
            ),
            ("phone x alert", "it is: phone NAME alert allow|deny"),
            ("phone x alert maybe", "it is: phone NAME alert allow|deny"),
            ("phone x alert allow all", "'all' is too much; names with spaces are in quotation marks"),
            (
                "phone x pairing 12345",
                "it is: phone NAME pairing accept|reject|PASSKEY, and a passkey has six digits"
            ),
            (
                "phone x pairing +12345",
                "it is: phone NAME pairing accept|reject|PASSKEY, and a passkey has six digits"
            ),
            ("phone x picker", "it is: phone NAME picker choose [DEVICE]|accept|name TEXT|cancel"),
            ("phone x picker name", "it is: phone NAME picker choose [DEVICE]|accept|name TEXT|cancel"),
            ("phone x picker tap", "it is: phone NAME picker choose [DEVICE]|accept|name TEXT|cancel"),
            (
                "phone \"Ada's iPhone\" alert deny",
                "Ada's iPhone shows no alert: Ada's iPhone shows nothing that waits for its user"
            ),
            (
                "phone \"Ada's iPhone\" pairing accept",
                "Ada's iPhone shows no pairing alert: Ada's iPhone shows nothing that waits for its user"
            ),
            (
                "phone \"Ada's iPhone\" picker cancel",
                "Ada's iPhone shows no picker: Ada's iPhone shows nothing that waits for its user"
            ),
            ("phone x user sleeps", "it is: phone NAME user agrees|refuses|waits"),
            ("device \"HR-1 off", "the quotation mark before HR-1 off has no second one"),
            ("device \"HR-1\"off", "a space is missing after \"HR-1\""),
            ("note", "note needs a text"),
            ("run soon", "a time is 200ms, 1s or 2min, at most 24 hours, not 'soon'"),
            ("run 25000min", "a time is 200ms, 1s or 2min, at most 24 hours, not '25000min'"),
            ("run -1s", "a time is 200ms, 1s or 2min, at most 24 hours, not '-1s'"),
            ("pace 0", "a pace is a number from 0.001 to 1000000, not '0'"),
            ("pause now", "'now' is too much; names with spaces are in quotation marks"),
            ("note a\nnote b", "a command is one line"),
            ("note " + String(repeating: "a", count: 4096), "the command is longer than 4096 bytes"),
            (
                "fault .read(\"2A19\", of: \"HR-9\").fails(.unlikelyError)",
                "there is no node 'HR-9'; there are: HR-1, Lamp, \"Ada's iPhone\""
            ),
            (
                "fault .connect().afterFault(0).isLost()",
                "afterFault needs a plan of several faults, and a command has one"
            ),
        ] as [(String, String)])
    func mistakes(line: String, text: String) {
        let room = Room()
        let before = room.world.traceCount
        #expect(room.problem(line) == text)
        #expect(room.world.traceCount == before, "the world must not notice a wrong command")
        #expect(room.world.mistakes.isEmpty)
    }

    @Test("What concerns the clock is for whoever drives it")
    func clock() throws {
        let rows: [(String, WorldCommand.ClockOrder)] = [
            ("pause", .pause), ("resume", .resume), ("continue", .goOn), ("pace 2.5", .pace(2.5)),
            ("run 1s", .run(.seconds(1))), ("run 200ms", .run(.milliseconds(200))),
            ("run 1.5s", .run(.milliseconds(1500))), ("run 2min", .run(.minutes(2))),
        ]
        for (line, order) in rows { #expect(try WorldCommand(line) == .clock(order)) }
    }

    @Test("Random lines are commands or problems of one line of ASCII", arguments: 0..<20)
    func random(_ seed: UInt64) {
        var random = Entropy(seed: seed).stream("lines")
        let pieces = [
            "device", "phone", "HR-1", "\"", "\\", " ", "move", "1e9", "-", ",", "fault", ".read(", ")", "(",
            "[", "]",
            "\u{E9}", "\r", "\n", "0x", "set", "2A19", ".", "nth(1)", "isLost()", "\u{0}", "run",
            "9999999999999999999s",
        ]
        for _ in 0..<200 {
            let line = (0..<1 + random.next() % 12).map { _ in
                pieces[Int(random.next() % UInt64(pieces.count))]
            }
            do throws(WorldCommand.Problem) {
                _ = try WorldCommand(line.joined(separator: random.next() % 2 == 0 ? " " : ""))
            } catch {
                #expect(error.description.allSatisfy { $0.isASCII && $0 != "\n" }, "\(error.description)")
            }
        }
    }

    @Test(
        "Names become variables of Swift",
        arguments: [
            ("HR-1", "hr1"), ("Ada's iPhone", "adasIPhone"), ("phone", "phone"), ("phone 2", "phone2"),
            ("9 lives", "device9Lives"), ("***", "device"), ("default", "`default`"), ("LED", "led"),
            ("My lamp", "myLamp"), ("Caf\u{E9}", "caf"),
        ])
    func variables(name: String, variable: String) {
        #expect(CommandSwift.variable(name, else: "device") == variable)
    }
}
