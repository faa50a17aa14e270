import BluetoothPort
import BluetoothTypes
import PortProtocol

extension FrameDraws {
    mutating func authorization() -> Authorization { one(of: allCases(Authorization.self)) }

    package mutating func opening(_ kind: PortFrame.Opening.Kind) -> PortFrame.Opening {
        switch kind {
        case .central: .central(managerOptions())
        case .peripheral: .peripheral(managerOptions())
        case .accessories: .accessories
        case .nearby: .nearby
        }
    }

    package mutating func question(_ kind: PortFrame.Question.Kind) -> PortFrame.Question {
        switch kind {
        case .authorization: .authorization
        case .traits: .traits
        case .retrieve: .retrieve(list { $0.peer() })
        case .retrieveConnected: .retrieveConnected(list { $0.uuid() })
        case .canSendWriteWithoutResponse: .canSendWriteWithoutResponse(peer())
        case .maximumWriteLength: .maximumWriteLength(peer(), one(of: allCases(Central.WriteType.self)))
        case .mtu: .mtu(peer())
        case .isNotificationSharingAuthorized: .isNotificationSharingAuthorized(peer())
        case .hasOpenRequests: .hasOpenRequests(peer())
        }
    }

    package mutating func answer(_ kind: PortFrame.Answer.Kind) -> PortFrame.Answer {
        switch kind {
        case .none: PortFrame.Answer.none
        case .result: .result(one(of: [.accepted, .ignored]))
        case .flag: .flag(flag())
        case .authorization: .authorization(authorization())
        case .traits: .traits(traits())
        case .peers: .peers(list { $0.centralPeer() })
        case .number: .number(count())
        }
    }

    mutating func hello() -> PortFrame.Hello {
        .init(
            phone: text(), app: text(), process: call(), token: text(),
            backgroundModes: UInt8(truncatingIfNeeded: call()), hasUsageDescription: maybe { $0.flag() },
            accessorySetup: maybe { $0.accessorySetup() })
    }

    mutating func accessorySetup() -> PortFrame.AccessorySetup {
        .init(
            supports: UInt8(truncatingIfNeeded: call()), services: list { $0.uuid() },
            names: list { $0.text() }, companies: list { $0.short() })
    }

    mutating func welcome() -> PortFrame.Welcome {
        .init(
            version: short(), phone: text(), authorization: authorization(),
            nearby: .init(supportsChannelSounding: flag(), supportsCamera: flag()))
    }

    /// A frame of this kind, with anything in it.
    package mutating func frame(_ kind: PortFrame.Kind) -> PortFrame {
        switch kind {
        case .hello: .hello(hello())
        case .open: .open(call(), opening(one(of: PortFrame.Opening.Kind.allCases)))
        case .close: .close(call())
        case .central: .central(call(), centralCommand(one(of: Central.Command.Kind.allCases)), call: call())
        case .peripheral:
            .peripheral(call(), peripheralCommand(one(of: Peripheral.Command.Kind.allCases)), call: call())
        case .update: .update(call(), update(), call: call())
        case .accessories:
            .accessories(call(), accessoriesCommand(one(of: Accessories.Command.Kind.allCases)))
        case .nearby: .nearby(call(), nearbyCommand(one(of: Nearby.Command.Kind.allCases)))
        case .ask: .ask(call(), question(one(of: PortFrame.Question.Kind.allCases)), call: call())
        case .misuse: .misuse(misuse())
        case .taken: .taken(call())
        case .welcome: .welcome(welcome())
        case .refused: .refused(text())
        case .answer: .answer(answer(one(of: PortFrame.Answer.Kind.allCases)), call: call())
        case .centralEvent: .centralEvent(call(), centralEvent(one(of: Central.Event.Kind.allCases)))
        case .peripheralEvent:
            .peripheralEvent(call(), peripheralEvent(one(of: Peripheral.Event.Kind.allCases)))
        case .accessoriesEvent:
            .accessoriesEvent(call(), accessoriesEvent(one(of: Accessories.Event.Kind.allCases)))
        case .nearbyEvent: .nearbyEvent(call(), nearbyEvent(one(of: Nearby.Event.Kind.allCases)))
        case .appState: .appState(one(of: allCases(PortFrame.ProgramState.self)))
        case .end: .end(text())
        case .inTurn: .inTurn(call())
        }
    }

    /// A frame of any kind, with anything in it.
    package mutating func frame() -> PortFrame { frame(one(of: PortFrame.Kind.allCases)) }
}
