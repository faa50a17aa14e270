import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// The client side of one link, without a phone.
@Suite struct LinkClientTests {
    private typealias Client = ClientBench

    @Test("Behaviour 4.27: one request at a time, in call order; the answer starts the next one")
    func order() {
        var bench = Client.discovered()
        bench.send(.readCharacteristic(Client.peer, Client.name(15)))
        bench.send(.readCharacteristic(Client.peer, Client.name(17)), Client.other)
        #expect(bench.takeProcedures() == [.read(15)])
        bench.end(.value([1]))
        #expect(bench.takeEvents() == [.characteristicValue(Client.peer, Client.name(15), .success([1]))])
        #expect(bench.takeProcedures() == [.read(17)])
        bench.end(.failed(.error(.readNotPermitted)))
        let error = PortError.att(code: ATT.ErrorCode.readNotPermitted.rawValue)
        #expect(
            bench.takeEvents(Client.other)
                == [.characteristicValue(Client.peer, Client.name(17), .failure(error))])
        #expect(bench.client.operations.isIdle)
    }

    @Test(
        "Behaviour 5.19: a write without response does not wait for a request, but for operations before it")
    func commands() {
        var bench = Client.discovered()
        bench.send(.readCharacteristic(Client.peer, Client.name(15)))
        bench.write([1], to: 17)
        #expect(bench.seen.count == 2, "the read and the first write")
        bench.send(.readCharacteristic(Client.peer, Client.name(17)))
        bench.write([2], to: 17)
        #expect(bench.seen.count == 2, "the second write waits behind the second read")
        bench.end(.value([9]))
        #expect(bench.client.operations.waiting.isEmpty)
        #expect(bench.takeProcedures() == [.read(15), .read(17)])
    }

    @Test("Behaviour 5.15: what does not fit into a write without response is cut off, with a log line")
    func cut() {
        var bench = Client.discovered()
        bench.write([UInt8](repeating: 7, count: 183), to: 17)
        let lengths: [Int] = bench.seen.compactMap {
            if case .host(.gatt(.writeWithoutResponse(_, _, 17, let value))) = $0 { value.count } else { nil }
        }
        #expect(lengths == [182])
        #expect(bench.seen.last == .misuse(Client.manager, .truncatedWrite(183, 182)))
    }

    @Test("An answer with another token, or to no request, does nothing")
    func strangers() {
        var bench = Client.discovered()
        bench.send(.readCharacteristic(Client.peer, Client.name(15)))
        _ = bench.takeProcedures()
        let token = bench.client.operations.currentToken
        bench.end(Host.Token(token.rawValue + 1), .value([1]))
        #expect(bench.seen.isEmpty && !bench.client.operations.isFree)
        bench.end(token, .value([1]))
        bench.end(token, .value([2]))
        #expect(bench.takeEvents().count == 1)
    }

    @Test("Behaviour 4.26, 4.28: a bearer that fails ends the link; a refusal does not")
    func bearer() {
        let table: [(ATT.Failure, LinkClient.Effect)] = [
            (.timeout, .bearerFailed(.connectionTimeout)), (.invalidResponse, .bearerFailed(.unknown)),
            (.error(.invalidHandle), .nothing), (.echoMismatch, .nothing),
            (.signedWritesUnsupported, .nothing), (.linkLost, .nothing),
        ]
        for (failure, effect) in table {
            var bench = Client.discovered()
            bench.send(.readCharacteristic(Client.peer, Client.name(15)))
            #expect(bench.end(.failed(failure)) == effect, "\(failure)")
            let isAnswered = failure != .linkLost
            #expect(bench.takeEvents().count == (isAnswered ? 1 : 0), "\(failure)")
            #expect(bench.client.isEnding == (effect != .nothing || !isAnswered), "\(failure)")
        }
    }

    @Test("Section 8, CB 3: on a link that goes down, operations fail at once and nothing starts")
    func ending() {
        var bench = Client.discovered()
        bench.client.end()
        #expect(bench.client.phase == .ending(wasUsed: true) && bench.client.wasUsed)
        bench.send(.readCharacteristic(Client.peer, Client.name(15)))
        #expect(bench.takeProcedures().isEmpty)
        #expect(
            bench.takeEvents()
                == [.characteristicValue(Client.peer, Client.name(15), .failure(.notConnected))])
        var unused = ClientBench()
        unused.client.end()
        unused.begin()
        #expect(unused.client.phase == .ending(wasUsed: false) && !unused.client.wasUsed)
        #expect(unused.seen.isEmpty)
    }

    @Test("Behaviour 3.24: what an open request gets when the link ends is the system's choice")
    func cutOff() {
        let table: [(OSProfile.CutOffRequests, Central.Command, Int)] = [
            (.unanswered, .writeCharacteristic(Client.peer, Client.name(17), [1], .withResponse), 0),
            (.writeInFlightFails, .writeCharacteristic(Client.peer, Client.name(17), [1], .withResponse), 1),
            (.writeInFlightFails, .readCharacteristic(Client.peer, Client.name(17)), 0),
        ]
        for (rule, command, answers) in table {
            var profile = OSProfile.plain
            profile.cutOffRequests = rule
            var bench = Client.discovered(profile)
            bench.send(command)
            bench.change { $0.linkEnded(into: &$1) }
            #expect(bench.takeEvents().count == answers, "\(rule) \(command)")
        }
    }

    @Test("Behaviour 1.10, 4.14: names of another link and of unknown characteristics are misuse")
    func foreign() {
        var bench = Client.discovered()
        let stranger = AttributeIdentifier(rawValue: 9 << 16 | 15)
        for name in [stranger, Client.name(99)] {
            let command = Central.Command.readCharacteristic(Client.peer, name)
            #expect(bench.send(command) == .ignored)
            #expect(bench.seen == [.misuse(Client.manager, .foreignObject(call: command.call))])
            bench.seen = []
        }
    }

    // MARK: Managers

    @Test(
        "Behaviour 5.25: the last manager that releases the link turns notifications off; the others keep theirs"
    )
    func release() {
        var bench = Client.discovered()
        for session in [Client.manager, Client.other] {
            bench.send(.setNotify(Client.peer, Client.name(12), true), session)
            if session == Client.manager {
                bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
                bench.end(.written)
            }
        }
        _ = bench.takeProcedures()
        bench.change { client, effects in
            client.release(Client.manager)
            client.proceed(into: &effects)
        }
        #expect(bench.takeProcedures().isEmpty)
        #expect(bench.client.attributes.database.subscribers(of: 12) == [Client.other])
        bench.change { client, effects in
            client.release(Client.other)
            client.proceed(into: &effects)
        }
        #expect(bench.takeProcedures() == [.write(13, [0, 0])])
        #expect(bench.client.attributes.view(of: Client.manager) == nil)
    }

    @Test(
        "Behaviour 3.5: a manager that released the link gets no answer, and its queued requests are not sent"
    )
    func released() {
        var bench = Client.discovered()
        bench.send(.readCharacteristic(Client.peer, Client.name(15)))
        bench.send(.readCharacteristic(Client.peer, Client.name(17)))
        bench.send(.readRSSI(Client.peer))
        _ = bench.takeProcedures()
        bench.change { client, effects in client.release(Client.manager) }
        bench.end(.value([1]))
        bench.change { client, effects in
            client.signalRead(Host.Token(1), .success(-50), into: &effects)
        }
        #expect(bench.takeProcedures().isEmpty && bench.takeEvents().isEmpty)
        #expect(bench.client.attributes.database.characteristics[15]?.lastValue == [1], "the peer did answer")
    }

    @Test(
        "Behaviour 7.3: after its app's end a manager keeps discoveries and subscriptions, and loses requests"
    )
    func preserved() {
        var bench = Client.discovered()
        bench.send(.setNotify(Client.peer, Client.name(12), true))
        bench.end(.descriptors([.init(handle: 13, uuid: HeartRate.configuration)]))
        bench.end(.written)
        bench.send(.readCharacteristic(Client.peer, Client.name(15)))
        let new = SessionID(9)
        bench.seen = []
        bench.client.preserve(Client.manager, as: new)
        bench.end(.value([1]))
        #expect(bench.seen.isEmpty)
        bench.change { client, effects in _ = client.valueReceived(12, [2], into: &effects) }
        let value = Central.Event.characteristicValue(Client.peer, Client.name(12), .success([2]))
        #expect(bench.takeEvents(new) == [value])
        #expect(bench.client.attributes.discoveries(of: new)?.count == 2)
    }

    @Test("Open requests are the apps' calls, in call order; the phone's own work is none")
    func openRequests() {
        var bench = Client.discovered()
        let calls: [Central.Command] = [
            .setNotify(Client.peer, Client.name(12), true), .readCharacteristic(Client.peer, Client.name(15)),
            .writeCharacteristic(Client.peer, Client.name(17), [1], .withResponse),
            .discoverServices(Client.peer, [HeartRate.battery]),
            .discoverIncludedServices(Client.peer, nil, service: Client.name(10)),
            .readDescriptor(Client.peer, Client.name(13)),
        ]
        for call in calls { bench.send(call) }
        bench.send(.readRSSI(Client.peer))
        var open: [OpenRequest.Kind] = []
        let isWhole = bench.client.visitRequests { request in
            open.append(request().kind)
            return true
        }
        #expect(isWhole && open == calls.map { .attributes($0) } + [.readRSSI])
        let isStopped = !bench.client.visitRequests { _ in false }
        #expect(isStopped)
        var unused = ClientBench()
        unused.begin()
        #expect(!unused.client.operations.isFree)
        let isNone = unused.client.visitRequests { _ in false }
        #expect(isNone)
    }

    // MARK: Changes

    @Test(
        "Behaviour 4.14: a change is reported to the connected managers that have discovered, and to no other"
    )
    func changed() {
        var bench = Client.discovered()
        bench.change { client, effects in
            client.servicesChanged(
                .init(first: 11, last: 13), managers: [Client.other, Client.manager], discoverer: nil,
                into: &effects)
        }
        #expect(bench.takeEvents() == [.servicesModified(Client.peer, invalidated: [Client.name(10)])])
        #expect(bench.takeEvents(Client.other).isEmpty)
        #expect(bench.client.attributes.characteristic(Client.name(15)) == nil)
        #expect(bench.send(.readCharacteristic(Client.peer, Client.name(15))) == .ignored)
    }

    @Test("Behaviour 4.14: services that the peer named before it reported a change are asked for again")
    func changedWhileAsked() {
        var bench = ClientBench()
        bench.begin()
        bench.end(.mtu(185))
        bench.send(.discoverServices(Client.peer, nil))
        _ = bench.takeProcedures()
        bench.change { client, effects in
            client.servicesChanged(
                .init(first: 10, last: 20), managers: [Client.manager], discoverer: nil, into: &effects)
        }
        bench.end(.services(HeartRate.services))
        #expect(bench.takeProcedures() == [.discoverPrimaryServices([])])
        #expect(bench.takeEvents().isEmpty)
        bench.end(.services([]))
        #expect(bench.takeEvents() == [.servicesDiscovered(Client.peer, [], nil)])
    }

    @Test("Behaviour 4.10: an indication of a known Service Changed is read as a range, other values are not")
    func serviceChangedValue() {
        var bench = ClientBench()
        let remembered = RememberedAttributes(database: AttributeDatabase(), serviceChanged: 8)
        bench.client.recall(remembered, isBonded: true)
        let table: [(ATT.Handle, [UInt8], ATT.HandleRange?)] = [
            (8, [0x0A, 0x00, 0x14, 0x01], .init(first: 0x000A, last: 0x0114)), (8, [1, 2, 3], nil),
            (9, [0x0A, 0x00, 0x14, 0x00], nil),
        ]
        for (handle, value, range) in table {
            #expect(bench.client.valueReceived(handle, value, into: &bench.effects) == range)
        }
    }

    @Test(
        "Behaviour 4.10: of a peer with Service Changed that is not bonded, nothing is kept and nothing recalled"
    )
    func remembered() {
        for (hasServiceChanged, isBonded, isKept) in [
            (false, false, true), (true, true, true), (true, false, false),
        ] {
            var bench = Client.discovered()
            if hasServiceChanged {
                bench.client.recall(
                    RememberedAttributes(database: bench.client.attributes.database, serviceChanged: 8),
                    isBonded: true)
            }
            let kept = bench.client.remembered(isBonded: isBonded, limit: 100)
            #expect((kept != nil) == isKept)
            #expect(bench.client.remembered(isBonded: isBonded, limit: 2) == nil, "there are five entries")
            var next = ClientBench()
            if let kept { next.client.recall(kept, isBonded: isBonded) }
            #expect(next.client.attributes.database.isRemembered == isKept)
            bench.client.keepNothing()
            #expect(bench.client.remembered(isBonded: isBonded, limit: 100) == nil)
        }
    }
}
