import BluetoothPort
import BluetoothTypes

extension PortFrame: Coded {
    /// The kinds of frames.
    package enum Kind: UInt8, CaseIterable, CodedKind {
        // From a program.
        case hello = 0x01
        case open = 0x02
        case close = 0x03
        case central = 0x04
        case peripheral = 0x05
        case update = 0x06
        case accessories = 0x07
        case nearby = 0x08
        case ask = 0x09
        case misuse = 0x0A
        case taken = 0x0B

        // From the server: the highest bit is set.
        case welcome = 0x81
        case refused = 0x82
        case answer = 0x83
        case centralEvent = 0x84
        case peripheralEvent = 0x85
        case accessoriesEvent = 0x86
        case nearbyEvent = 0x87
        case appState = 0x88
        case end = 0x89
        case inTurn = 0x8A
        package static let family = "PortFrame"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .hello(let hello): output.put(Kind.hello, hello)
        case .open(let manager, let opening): output.put(Kind.open, manager, opening)
        case .close(let manager): output.put(Kind.close, manager)
        case .central(let manager, let command, let call): output.put(Kind.central, manager, command, call)
        case .peripheral(let manager, let command, let call):
            output.put(Kind.peripheral, manager, command, call)
        case .update(let manager, let update, let call): output.put(Kind.update, manager, update, call)
        case .accessories(let manager, let command): output.put(Kind.accessories, manager, command)
        case .nearby(let manager, let command): output.put(Kind.nearby, manager, command)
        case .ask(let manager, let question, let call): output.put(Kind.ask, manager, question, call)
        case .misuse(let misuse): output.put(Kind.misuse, misuse)
        case .taken(let turn): output.put(Kind.taken, turn)
        case .welcome(let welcome): output.put(Kind.welcome, welcome)
        case .refused(let reason): output.put(Kind.refused, reason)
        case .answer(let answer, let call): output.put(Kind.answer, answer, call)
        case .centralEvent(let manager, let event): output.put(Kind.centralEvent, manager, event)
        case .peripheralEvent(let manager, let event): output.put(Kind.peripheralEvent, manager, event)
        case .accessoriesEvent(let manager, let event): output.put(Kind.accessoriesEvent, manager, event)
        case .nearbyEvent(let manager, let event): output.put(Kind.nearbyEvent, manager, event)
        case .appState(let state): output.put(Kind.appState, state)
        case .end(let reason): output.put(Kind.end, reason)
        case .inTurn(let turn): output.put(Kind.inTurn, turn)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .hello:
            let hello: Hello = try input("hello")
            // What stands behind it in another version says nothing to this one.
            if hello.version != Self.version { input.skipRest() }
            self = .hello(hello)
        case .open: self = .open(try input("manager"), try input("opening"))
        case .close: self = .close(try input("manager"))
        case .central: self = .central(try input("manager"), try input("command"), call: try input("call"))
        case .peripheral:
            self = .peripheral(try input("manager"), try input("command"), call: try input("call"))
        case .update: self = .update(try input("manager"), try input("update"), call: try input("call"))
        case .accessories: self = .accessories(try input("manager"), try input("command"))
        case .nearby: self = .nearby(try input("manager"), try input("command"))
        case .ask: self = .ask(try input("manager"), try input("question"), call: try input("call"))
        case .misuse: self = .misuse(try input("misuse"))
        case .taken: self = .taken(try input("turn"))
        case .welcome: self = .welcome(try input("welcome"))
        case .refused: self = .refused(try input("reason"))
        case .answer: self = .answer(try input("answer"), call: try input("call"))
        case .centralEvent: self = .centralEvent(try input("manager"), try input("event"))
        case .peripheralEvent: self = .peripheralEvent(try input("manager"), try input("event"))
        case .accessoriesEvent: self = .accessoriesEvent(try input("manager"), try input("event"))
        case .nearbyEvent: self = .nearbyEvent(try input("manager"), try input("event"))
        case .appState: self = .appState(try input("state"))
        case .end: self = .end(try input("reason"))
        case .inTurn: self = .inTurn(try input("turn"))
        }
    }
}
