import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

@Suite struct ValueTests {
    private static func value(_ peer: PeerIdentifier, _ handle: UInt16, _ bytes: [UInt8]) -> Central.Event {
        .characteristicValue(peer, Bench.name(handle), .success(bytes))
    }

    @Test("Behaviour 4.27: requests go one at a time, in call order")
    func order() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.send(.writeCharacteristic(peer, Bench.name(17), [9], .withResponse), session)
        bench.send(.readDescriptor(peer, Bench.name(13)), session)
        #expect(bench.lastProcedure()?.1 == .read(15))
        bench.end(.value([1]))
        #expect(bench.lastProcedure()?.1 == .write(17, [9]))
        #expect(bench.seen.first == .central(session, Self.value(peer, 15, [1])))
        bench.end(.written)
        #expect(bench.lastProcedure()?.1 == .read(13))
        bench.end(.value([0, 0]))
        #expect(
            bench.takeCentral(session) == [.descriptorValue(peer, Bench.name(13), .success([0, 0]))])
    }

    @Test("An app can query whether it waits for answers of a peer; other apps' requests do not count")
    func openRequests() {
        var (bench, session, peer) = Bench.discovered()
        let other = bench.central()
        func isWaiting(_ session: SessionID) -> Bool {
            bench.model.router.hasOpenRequests(to: peer, for: session)
        }
        bench.send(.connect(peer, .init()), other)
        #expect(!isWaiting(session) && !isWaiting(other))
        bench.send(.readCharacteristic(peer, Bench.name(15)), other)
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        #expect(isWaiting(session) && isWaiting(other))
        bench.end(.value([1]))
        #expect(isWaiting(session) && !isWaiting(other))
        bench.end(.value([1]))
        #expect(!isWaiting(session) && !isWaiting(other))
    }

    @Test("Behaviour 5.19: writes without response keep the order, but wait for no answer")
    func commandsAndRequests() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.send(.writeCharacteristic(peer, Bench.name(17), [1], .withoutResponse), session)
        #expect(bench.takeHost().count == 2)
        bench.send(.readCharacteristic(peer, Bench.name(17)), session)
        bench.send(.writeCharacteristic(peer, Bench.name(17), [2], .withoutResponse), session)
        // The second command is queued behind a read that can't be sent yet.
        #expect(bench.takeHost().isEmpty)
        bench.host(
            .procedureEnded(Bench.link, bench.model.links[0].client.operations.currentToken, .value([0])))
        let sent = bench.takeHost()
        #expect(sent.count == 2)
        if case .gatt(.procedure(_, _, .read(17)))? = sent.first {} else { Issue.record("\(sent)") }
        if case .gatt(.writeWithoutResponse(_, _, 17, [2]))? = sent.last {} else { Issue.record("\(sent)") }
    }

    @Test(
        "Behaviour 5.5, 5.6, 5.14, 5.40: apps get the peer's error codes",
        arguments: [ATT.ErrorCode.readNotPermitted, .invalidAttributeValueLength, .init(rawValue: 0x80)])
    func peerErrors(code: ATT.ErrorCode) {
        var (bench, session, peer) = Bench.discovered()
        // 5.5: sent although the characteristic is not readable.
        bench.send(.readCharacteristic(peer, Bench.name(12)), session)
        bench.end(.failed(.error(code)))
        #expect(
            bench.takeCentral(session) == [
                .characteristicValue(peer, Bench.name(12), .failure(.att(code: code.rawValue)))
            ])
        bench.send(.writeCharacteristic(peer, Bench.name(15), [1], .withResponse), session)
        bench.end(.failed(.error(code)))
        #expect(
            bench.takeCentral(session) == [
                .characteristicWritten(peer, Bench.name(15), .att(code: code.rawValue))
            ])
        bench.send(.writeDescriptor(peer, Bench.name(13), [1]), session)
        bench.end(.failed(.error(code)))
        #expect(
            bench.takeCentral(session) == [
                .descriptorWritten(peer, Bench.name(13), .att(code: code.rawValue))
            ])
    }

    @Test("Behaviour 5.13, 9.13: up to 512 bytes with response, no more", arguments: [512, 513])
    func longWrites(count: Int) {
        var (bench, session, peer) = Bench.discovered()
        let value = [UInt8](repeating: 7, count: count)
        bench.send(.writeCharacteristic(peer, Bench.name(17), value, .withResponse), session)
        if count <= 512 {
            #expect(bench.lastProcedure()?.1 == .write(17, value))
        } else {
            #expect(
                bench.take() == [
                    .central(session, .characteristicWritten(peer, Bench.name(17), .att(code: 13)))
                ])
        }
    }

    @Test("Behaviour 5.15: without response the value is cut to MTU − 3", arguments: [UInt16(23), 185])
    func cut(mtu: UInt16) {
        var (bench, session, peer) = Bench.discovered(mtu: mtu)
        bench.send(
            .writeCharacteristic(peer, Bench.name(17), [UInt8](repeating: 1, count: 400), .withoutResponse),
            session)
        let sent = bench.take()
        guard case .host(.gatt(.writeWithoutResponse(_, _, _, let value)))? = sent.first else {
            Issue.record("not sent")
            return
        }
        #expect(value.count == Int(mtu) - 3)
        guard case .misuse(session, let misuse)? = sent.last, sent.count == 2 else {
            Issue.record("no word of the lost end: \(sent)")
            return
        }
        #expect(misuse.kind == .truncatedWriteWithoutResponse)
    }

    @Test(
        "Behaviour 5.16, 5.17, 5.18; regression 89: the queue has a limit, reports when there is room, and has none at first"
    )
    func commandQueue() {
        var (bench, session, peer) = Bench.discovered(.shy)
        #expect(!bench.model.router.canSendWriteWithoutResponse(to: peer, for: session))
        func write() -> CommandResult {
            bench.send(.writeCharacteristic(peer, Bench.name(17), [1], .withoutResponse), session)
        }
        #expect(write() == .accepted)
        #expect(bench.model.router.canSendWriteWithoutResponse(to: peer, for: session))
        for _ in 1..<20 { #expect(write() == .accepted) }
        #expect(!bench.model.router.canSendWriteWithoutResponse(to: peer, for: session))
        #expect(write() == .ignored)
        let outputs = bench.take()
        let tokens = outputs.compactMap {
            if case .host(.gatt(.writeWithoutResponse(_, let token, _, _))) = $0 { token } else { nil }
        }
        guard case .misuse(session, let misuse)? = outputs.last else {
            Issue.record("a write was lost without a word")
            return
        }
        #expect(misuse.kind == .lostWriteWithoutResponse)
        #expect(tokens.count == 20)
        for token in tokens { bench.host(.commandSent(Bench.link, token)) }
        #expect(bench.takeCentral(session) == [.readyToWriteWithoutResponse(peer)])
        #expect(bench.model.router.canSendWriteWithoutResponse(to: peer, for: session))
    }

    @Test(
        "Behaviour 5.17: the app hears once that the queue is empty, also after a write that stood alone, or only after it was full",
        arguments: [
            (.whenEmpty, [1], 1), (.whenEmpty, [5], 1), (.whenEmpty, [20], 1), (.whenEmpty, [1, 1, 3], 3),
            (.whenRoomReturns, [1], 0), (.whenRoomReturns, [5, 19], 0), (.whenRoomReturns, [20, 1], 1),
            (.never, [1, 20], 0),
        ] as [(OSProfile.CommandReadiness, [Int], Int)])
    func readiness(_ readiness: OSProfile.CommandReadiness, _ bursts: [Int], _ callbacks: Int) {
        var profile = OSProfile.shy
        (profile.canSendBeforeFirstWrite, profile.commandReadiness) = (true, readiness)
        var (bench, session, peer) = Bench.discovered(profile)
        var heard = 0
        for burst in bursts {
            for _ in 0..<burst {
                bench.send(.writeCharacteristic(peer, Bench.name(17), [1], .withoutResponse), session)
            }
            let sent = bench.take().compactMap {
                if case .host(.gatt(.writeWithoutResponse(_, let token, _, _))) = $0 { token } else { nil }
            }
            #expect(sent.count == burst)
            for token in sent { bench.host(.commandSent(Bench.link, token)) }
            bench.advance(bench.model.profile.connectionInterval)
            heard += bench.takeCentral(session).count { $0 == .readyToWriteWithoutResponse(peer) }
        }
        #expect(heard == callbacks)
    }

    @Test("Behaviour 5.18: with the switch on, the first answer is true")
    func canSendAtOnce() {
        var profile = OSProfile.shy
        profile.canSendBeforeFirstWrite = true
        var (bench, session, peer) = Bench.connected(profile)
        #expect(bench.model.router.canSendWriteWithoutResponse(to: peer, for: session))
        bench.advance(.seconds(1))
        #expect(bench.take().isEmpty, "and there is nothing to tell")
    }

    @Test(
        "Behaviour 5.18: soon after connecting there is room, and the app gets a callback, whatever it has written"
    )
    func canSendSoon() {
        var (bench, session, peer) = Bench.connected(.shy)
        let delay = bench.model.profile.commandReadinessDelay
        #expect(bench.model.nextDeadline == bench.now + delay)
        bench.advance(delay - .milliseconds(1))
        #expect(!bench.model.router.canSendWriteWithoutResponse(to: peer, for: session))
        #expect(bench.take().isEmpty)
        bench.advance(.milliseconds(1))
        #expect(bench.model.router.canSendWriteWithoutResponse(to: peer, for: session))
        #expect(bench.take() == [.central(session, .readyToWriteWithoutResponse(peer))])
        bench.advance(.minutes(1))
        #expect(bench.take().isEmpty, "once")
    }

    @Test(
        "Behaviour 5.18: each manager gets its own callback; one that has written or disconnected gets no other"
    )
    func canSendEach() {
        var (bench, first, peer) = Bench.discovered(.shy)
        let second = bench.central()
        bench.send(.connect(peer, .init()), second)
        let third = bench.central()
        bench.send(.connect(peer, .init()), third)
        bench.send(.cancelConnection(peer), third)
        bench.send(.writeCharacteristic(peer, Bench.name(17), [1], .withoutResponse), first)
        guard case .host(.gatt(.writeWithoutResponse(_, let token, _, _)))? = bench.seen.last else {
            Issue.record("not written")
            return
        }
        bench.host(.commandSent(Bench.link, token))
        #expect(bench.takeCentral(first) == [.readyToWriteWithoutResponse(peer)])
        bench.advance(.seconds(1))
        #expect(bench.take() == [.central(second, .readyToWriteWithoutResponse(peer))])
    }

    @Test(
        "Behaviour 5.7: a write without response that the characteristic does not support is dropped, with Apple's log line"
    )
    func unsupportedCommand() {
        var (bench, session, peer) = Bench.discovered()
        for handle: UInt16 in [12, 15] {
            let command = Central.Command.writeCharacteristic(
                peer, Bench.name(handle), [1], .withoutResponse)
            #expect(bench.send(command, session) == .ignored)
            let outputs = bench.take()
            guard case .misuse(session, let misuse)? = outputs.first, outputs.count == 1 else {
                Issue.record("\(outputs)")
                return
            }
            #expect(misuse.kind == .unsupportedWriteWithoutResponse)
            let (name, properties) = handle == 12 ? ("2A37", "0x10") : ("2A38", "0x2")
            let said =
                "WARNING: Characteristic <CBCharacteristic: 0x\(String(handle, radix: 16)), UUID = \(name), "
                + "properties = \(properties), notifying = NO> does not specify the "
                + "\"Write Without Response\" property - ignoring response-less write"
            #expect(misuse.message == said)
        }
        // It takes no room in the queue either.
        #expect(bench.model.peers[0].attachments[0].commands.inFlight == 0)
    }

    @Test("Behaviour 5.8: only iOS 10 answers writes without response", arguments: [9, 10, 11])
    func answeredCommands(version: Int) {
        var (bench, session, peer) = Bench.discovered(.plain(iOS: version), mtu: 158)
        bench.send(.writeCharacteristic(peer, Bench.name(17), [1], .withoutResponse), session)
        let answer = Central.Event.characteristicWritten(peer, Bench.name(17), nil)
        #expect(bench.takeCentral(session) == (version == 10 ? [answer] : []))
    }

    @Test("Behaviour 5.30: RSSI does not wait for an open request")
    func rssi() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.readCharacteristic(peer, Bench.name(15)), session)
        bench.send(.readRSSI(peer), session)
        guard case .link(.readRSSI(_, let token))? = bench.takeHost().last else {
            Issue.record("RSSI was not asked for")
            return
        }
        bench.host(.rssi(Bench.link, token, .success(-61)))
        #expect(bench.takeCentral(session) == [.rssi(peer, .success(-61))])
    }

    // MARK: Subscriptions

    @Test(
        "Behaviour 5.20, 5.21; regression 76: setNotify finds the configuration and writes it; values may come first"
    )
    func subscribe() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.setNotify(peer, Bench.name(12), true), session)
        #expect(bench.lastProcedure()?.1 == .discoverDescriptors(.init(first: 13, last: 13)))
        bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
        let token = bench.lastProcedure()?.0 ?? Host.Token(0)
        #expect(bench.take() == [.host(.gatt(.procedure(Bench.link, token, .write(13, [1, 0]))))])
        // Regression 76.
        bench.host(.valueReceived(Bench.link, 12, [0x48], .notification))
        bench.host(.procedureEnded(Bench.link, token, .written))
        bench.host(.valueReceived(Bench.link, 12, [0x49], .notification))
        #expect(
            bench.takeCentral(session) == [
                Self.value(peer, 12, [0x48]),
                .notifyStateChanged(peer, Bench.name(12), isNotifying: true, nil),
                Self.value(peer, 12, [0x49]),
            ])
        // 5.24: nothing goes on air for what is already so.
        bench.send(.setNotify(peer, Bench.name(12), true), session)
        #expect(
            bench.take() == [
                .central(session, .notifyStateChanged(peer, Bench.name(12), isNotifying: true, nil))
            ])
        bench.send(.setNotify(peer, Bench.name(12), false), session)
        #expect(bench.lastProcedure()?.1 == .write(13, [0, 0]))
        bench.end(.written)
        bench.host(.valueReceived(Bench.link, 12, [0x50], .notification))
        #expect(
            bench.takeCentral(session) == [
                .notifyStateChanged(peer, Bench.name(12), isNotifying: false, nil)
            ])
    }

    @Test(
        "Behaviour 5.20: the properties decide which configuration is written",
        arguments: [
            (GATT.Properties.notify, UInt8(1)), (.indicate, 2), ([.notify, .indicate], 1),
        ] as [(GATT.Properties, UInt8)])
    func configurationBits(properties: GATT.Properties, bits: UInt8) {
        var (bench, session, peer) = Bench.connected()
        bench.send(.discoverServices(peer, nil), session)
        bench.end(.services(HeartRate.services))
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(30)), session)
        bench.end(
            .characteristics([
                .init(declaration: 31, value: 32, properties: properties, uuid: BluetoothUUID(0x2A19))
            ]))
        bench.send(.setNotify(peer, Bench.name(32), true), session)
        bench.end(.descriptors([.init(handle: 33, uuid: HeartRate.configuration)]))
        #expect(bench.lastProcedure()?.1 == .write(33, [bits, 0]))
    }

    @Test("Behaviour 5.22, ATT 6, ATT 10: no property is code 6, no configuration is code 10")
    func refusals() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.setNotify(peer, Bench.name(15), true), session)
        #expect(
            bench.take() == [
                .central(
                    session, .notifyStateChanged(peer, Bench.name(15), isNotifying: false, .att(code: 6)))
            ])
        bench.send(.setNotify(peer, Bench.name(12), true), session)
        bench.end(.descriptors([]))
        #expect(
            bench.take() == [
                .central(
                    session, .notifyStateChanged(peer, Bench.name(12), isNotifying: false, .att(code: 10)))
            ])
    }

    @Test("Behaviour 5.25: two managers, one configuration write each way, both get values")
    func sharedSubscription() {
        var (bench, first, peer) = Bench.discovered()
        let second = bench.central()
        bench.send(.connect(peer, .init()), second)
        bench.send(.discoverServices(peer, nil), second)
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(10)), second)
        bench.send(.setNotify(peer, Bench.name(12), true), first)
        bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
        bench.end(.written)
        bench.seen = []
        bench.send(.setNotify(peer, Bench.name(12), true), second)
        #expect(
            bench.take() == [
                .central(second, .notifyStateChanged(peer, Bench.name(12), isNotifying: true, nil))
            ])
        bench.host(.valueReceived(Bench.link, 12, [1], .notification))
        #expect(
            bench.take() == [
                .central(first, Self.value(peer, 12, [1])), .central(second, Self.value(peer, 12, [1])),
            ])
        bench.send(.setNotify(peer, Bench.name(12), false), first)
        #expect(
            bench.take() == [
                .central(first, .notifyStateChanged(peer, Bench.name(12), isNotifying: false, nil))
            ])
        // The last manager that wanted it releases the peer, but the link stays up.
        bench.send(.cancelConnection(peer), second)
        #expect(bench.lastProcedure()?.1 == .write(13, [0, 0]))
    }

    @Test("Behaviour 5.25: on the next link no value is subscribed")
    func subscriptionsEnd() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.setNotify(peer, Bench.name(12), true), session)
        bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
        bench.end(.written)
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        bench.send(.connect(peer, .init()), session)
        bench.linkUp(Host.LinkID(8))
        bench.seen = []
        bench.host(.valueReceived(Host.LinkID(8), 12, [1], .notification))
        bench.host(.valueReceived(Bench.link, 12, [1], .notification))
        #expect(bench.take().isEmpty)
    }

    @Test("Regression 77: a read and a notification of one value do not replace each other")
    func readAndNotify() {
        var (bench, session, peer) = Bench.discovered()
        bench.send(.setNotify(peer, Bench.name(12), true), session)
        bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
        bench.end(.written)
        bench.send(.readCharacteristic(peer, Bench.name(12)), session)
        let token = bench.model.links[0].client.operations.currentToken
        bench.seen = []
        bench.host(.valueReceived(Bench.link, 12, [1], .notification))
        bench.host(.procedureEnded(Bench.link, token, .value([2])))
        #expect(bench.takeCentral(session) == [Self.value(peer, 12, [1]), Self.value(peer, 12, [2])])
    }

    @Test(
        "Behaviour 3.24: a manager that disconnects gets no answers to its open requests; those of the next one are served"
    )
    func letGoInFlight() {
        var (bench, first, peer) = Bench.discovered()
        let second = bench.central()
        bench.send(.connect(peer, .init()), second)
        bench.send(.discoverServices(peer, nil), second)
        bench.send(.discoverCharacteristics(peer, nil, service: Bench.name(10)), second)
        bench.send(.readCharacteristic(peer, Bench.name(15)), first)
        bench.send(.readCharacteristic(peer, Bench.name(15)), second)
        bench.seen = []
        bench.send(.cancelConnection(peer), first)
        let time = PhoneModel.absoluteTime(bench.now)
        #expect(
            bench.takeCentral(first) == [
                .disconnected(peer, nil, timestamp: time, isReconnecting: false)
            ])
        bench.host(
            .procedureEnded(Bench.link, bench.model.links[0].client.operations.currentToken, .value([1])))
        bench.host(
            .procedureEnded(Bench.link, bench.model.links[0].client.operations.currentToken, .value([2])))
        #expect(bench.takeCentral(second) == [Self.value(peer, 15, [2])])
        #expect(bench.takeCentral(first).isEmpty)
    }
}
