import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import Testing

@testable import CoreBluetoothModel

/// A server with service 1 (FFF0): 2 dynamic (read, write, notify) at handle 22, 3 static at 25.
@Suite struct ServerTests {
    static let service = Peripheral.Service(
        identifier: .init(rawValue: 1), uuid: BluetoothUUID(0xFFF0), isPrimary: true, includedServices: [],
        characteristics: [
            .init(
                identifier: .init(rawValue: 2), uuid: BluetoothUUID(0xFFF1), properties: 0x1A, permissions: 3,
                value: nil, descriptors: []),
            .init(
                identifier: .init(rawValue: 3), uuid: BluetoothUUID(0xFFF2), properties: 0x02, permissions: 1,
                value: [9], descriptors: [.init(uuid: BluetoothUUID(0x2901), value: [0x41])]),
        ])
    static let handles = GATT.ServiceHandles(
        range: .init(first: 20, last: 27),
        characteristics: [.init(value: 22, descriptors: []), .init(value: 25, descriptors: [26])])
    static let dynamic = AttributeIdentifier(rawValue: 2)
    static let central = PeerIdentifier(seed: 42, address: Bench.peer)
    static let subscriber = Peripheral.Subscriber(identifier: central, maximumUpdateLength: 20)

    /// Ends the addition that was last begun.
    private static func added(_ bench: inout Bench, _ result: Result<GATT.ServiceHandles, GATT.DatabaseError>)
    {
        for case .host(.gatt(.addService(let token, _))) in bench.seen.reversed() {
            bench.seen = []
            bench.host(.serviceAdded(token, result))
            return
        }
        Issue.record("no service was being added")
    }

    static func published(_ profile: OSProfile = .iOS(18)) -> (Bench, SessionID) {
        var bench = Bench.poweredOn(profile)
        let session = bench.peripheral()
        bench.send(.add(service), session)
        added(&bench, .success(handles))
        bench.linkUp(role: .peripheral)
        bench.seen = []
        return (bench, session)
    }

    // MARK: Services

    @Test(
        "Behaviour 6.1, 6.3, 6.4, 6.6: a service reaches the host with the right values, properties and permissions"
    )
    func add() {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        bench.send(.add(Self.service), session)
        guard case .gatt(.addService(_, let definition))? = bench.takeHost().first else {
            Issue.record("nothing was added")
            return
        }
        #expect(definition.characteristics[0].value == .dynamic)
        #expect(definition.characteristics[0].properties == [.read, .write, .notify])
        #expect(definition.characteristics[0].permissions == [.readable, .writable])
        #expect(definition.characteristics[1].value == .stored([9]))
        #expect(definition.characteristics[1].permissions == .readable)
        #expect(definition.characteristics[1].descriptors.map(\.value) == [.stored([0x41])])
        let encrypted = GATT.CharacteristicDefinition(
            Peripheral.Characteristic(
                identifier: .init(rawValue: 9), uuid: BluetoothUUID(0xFFF1), properties: 0x300,
                permissions: 0x0C, value: nil, descriptors: []))
        #expect(encrypted.properties == [.notify, .indicate])
        #expect(
            encrypted.permissions == [
                .readable, .writable, .readEncrypted, .writeEncrypted, .notifyEncrypted,
            ])
    }

    @Test(
        "Behaviour CB 8: services of the system, in their short form, are not allowed",
        arguments: [0x1800, 0x1801, 0x1805, 0x180A, 0x180F, 0x1812, 0x181E] as [UInt16])
    func reserved(uuid: UInt16) {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        var service = Self.service
        service.uuid = BluetoothUUID(uuid)
        bench.send(.add(service), session)
        #expect(bench.take() == [.peripheral(session, .serviceAdded(service.identifier, .uuidNotAllowed))])
        service.uuid = BluetoothUUID(uuid).expanded
        bench.send(.add(service), session)
        #expect(bench.takeHost().count == 1)
    }

    @Test("Behaviour 6.1: services are added one after the other; an included one must be added before")
    func includes() {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        let outer = Peripheral.Service(
            identifier: .init(rawValue: 8), uuid: BluetoothUUID(0xFFF8), isPrimary: true,
            includedServices: [Self.service.identifier], characteristics: [])
        bench.send(.add(outer), session)
        #expect(
            bench.take() == [.peripheral(session, .serviceAdded(outer.identifier, .invalidParameters))])
        bench.send(.add(Self.service), session)
        bench.send(.add(outer), session)
        Self.added(&bench, .success(Self.handles))
        guard case .host(.gatt(.addService(_, let definition)))? = bench.seen.last else {
            Issue.record("the outer service was not added")
            return
        }
        #expect(definition.includedServices == [20])
        Self.added(&bench, .failure(.handlesExhausted))
        #expect(bench.take() == [.peripheral(session, .serviceAdded(outer.identifier, .local(code: 4)))])
    }

    @Test("Behaviour 6.3: a static value on a characteristic that can change is Apple's exception")
    func staticWritable() {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        var service = Self.service
        service.characteristics[1].properties = 0x0A
        bench.send(.add(service), session)
        #expect(
            bench.takeMisuse().map(\.message) == ["Characteristics with cached values must be read-only"])
    }

    @Test("Behaviour 6.13: services survive off and on, and are removed below poweredOff")
    func database() {
        var (bench, session) = Self.published()
        bench.model.setRadio(.off, at: bench.now)
        bench.drain()
        #expect(bench.take() == [.host(.powerOff), .peripheral(session, .stateChanged(.poweredOff))])
        bench.model.setRadio(.on, at: bench.now)
        bench.host(.ready(Bench.address))
        bench.linkUp(Host.LinkID(8), role: .peripheral)
        bench.seen = []
        bench.host(.subscriptionChanged(Host.LinkID(8), 22, .notifications))
        #expect(bench.takePeripheral(session).count == 1)
        bench.model.setRadio(.resetting, at: bench.now)
        bench.drain()
        #expect(
            bench.take() == [
                .host(.powerOff), .host(.gatt(.removeService(20))),
                .peripheral(session, .stateChanged(.resetting)),
            ])
    }

    @Test("Behaviour 6.1: included services are removed last, also when all are removed at once")
    func remove() {
        var (bench, session) = Self.published()
        var second = Self.service
        second.identifier = .init(rawValue: 50)
        second.characteristics = []
        second.includedServices = [Self.service.identifier]
        bench.send(.add(second), session)
        Self.added(&bench, .success(.init(range: .init(first: 30, last: 30), characteristics: [])))
        bench.seen = []
        #expect(bench.send(.remove(Self.service.identifier), session) == .ignored)
        #expect(bench.takeMisuse().map(\.kind) == [.serviceStillIncluded])
        bench.send(.removeAllServices, session)
        #expect(bench.take() == [.host(.gatt(.removeService(30))), .host(.gatt(.removeService(20)))])
        bench.host(.attributeRead(.init(id: .init(1), link: Bench.link, handle: 22, offset: 0)))
        #expect(bench.take() == [.host(.gatt(.respond(.init(1), .failure(.error(.unlikelyError)))))])
    }

    @Test("Behaviour 6.13: a service that is added twice is refused the second time, until it was removed")
    func addTwice() {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        bench.send(.add(Self.service), session)
        bench.send(.add(Self.service), session)
        Self.added(&bench, .success(Self.handles))
        let identifier = Self.service.identifier
        #expect(
            bench.takePeripheral(session) == [
                .serviceAdded(identifier, nil), .serviceAdded(identifier, .invalidParameters),
            ])
        bench.send(.remove(identifier), session)
        bench.seen = []
        bench.send(.add(Self.service), session)
        #expect(bench.takeHost().count == 1)
    }

    @Test("A service that is removed before it was added is not published, without an event")
    func removeWhileAdding() {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        var waiting = Self.service
        waiting.identifier = .init(rawValue: 60)
        bench.send(.add(Self.service), session)
        bench.send(.add(waiting), session)
        #expect(bench.send(.remove(Self.service.identifier), session) == .accepted)
        #expect(bench.send(.remove(waiting.identifier), session) == .accepted)
        Self.added(&bench, .success(Self.handles))
        #expect(bench.take() == [.host(.gatt(.removeService(20)))])
        bench.send(.add(Self.service), session)
        bench.send(.removeAllServices, session)
        Self.added(&bench, .failure(.handlesExhausted))
        #expect(bench.take().isEmpty)
    }

    // MARK: Requests

    @Test("Behaviour 6.4, 6.14, 6.22: a read is asked once, answered once; a second answer is misuse")
    func read() {
        var (bench, session) = Self.published()
        bench.host(.attributeRead(.init(id: .init(77), link: Bench.link, handle: 22, offset: 4)))
        let id = RequestIdentifier(rawValue: 77)
        #expect(
            bench.takePeripheral(session) == [
                .readRequest(
                    .init(identifier: id, central: Self.subscriber, characteristic: Self.dynamic, offset: 4))
            ])
        let other = bench.peripheral()
        #expect(bench.send(.respond(id, code: 0, value: [1]), other) == .ignored)
        #expect(bench.takeMisuse().map(\.kind) == [.unknownRequest])
        #expect(bench.send(.respond(id, code: 0, value: [1, 2]), session) == .accepted)
        #expect(bench.take() == [.host(.gatt(.respond(.init(77), .success([1, 2]))))])
        #expect(bench.send(.respond(id, code: 0, value: [1, 2]), session) == .ignored)
        #expect(bench.takeMisuse().map(\.kind) == [.unknownRequest])
    }

    @Test("Behaviour 6.22: an error code is the peer's answer")
    func refuse() {
        var (bench, session) = Self.published()
        bench.host(.attributeRead(.init(id: .init(77), link: Bench.link, handle: 22, offset: 0)))
        bench.seen = []
        bench.send(.respond(.init(rawValue: 77), code: 0x80, value: nil), session)
        #expect(bench.take() == [.host(.gatt(.respond(.init(77), .failure(.error(.init(rawValue: 0x80))))))])
    }

    @Test("Behaviour 6.23, 6.24: writes are one list; a command needs no answer, but one is accepted")
    func writes() {
        var (bench, session) = Self.published()
        let parts: [GATT.WriteRequest.Part] = [
            .init(handle: 22, offset: 0, value: [1]), .init(handle: 22, offset: 1, value: [2]),
        ]
        bench.host(.attributeWritten(.init(id: .init(5), link: Bench.link, parts: parts)))
        guard case .writeRequests(let id, let list)? = bench.takePeripheral(session).first else {
            Issue.record("no writes")
            return
        }
        #expect(list.map(\.value) == [[1], [2]])
        bench.send(.respond(id, code: 0, value: nil), session)
        #expect(bench.take() == [.host(.gatt(.respond(.init(5), .success([]))))])
        bench.host(.attributeWritten(.init(id: nil, link: Bench.link, parts: [parts[0]])))
        guard case .writeRequests(let command, _)? = bench.takePeripheral(session).first else {
            Issue.record("no command")
            return
        }
        #expect(bench.send(.respond(command, code: 0, value: nil), session) == .accepted)
        #expect(bench.take().isEmpty)
    }

    @Test(
        "Behaviour 6.23, 6.25: a reliable write of several values is one list; one for two services is refused"
    )
    func reliableWrites() {
        var (bench, session) = Self.published()
        var second = Self.service
        second.identifier = .init(rawValue: 50)
        second.characteristics = [second.characteristics[0], second.characteristics[0]]
        second.characteristics[0].identifier = .init(rawValue: 51)
        second.characteristics[1].identifier = .init(rawValue: 52)
        let handles = GATT.ServiceHandles(
            range: .init(first: 30, last: 34),
            characteristics: [.init(value: 32, descriptors: []), .init(value: 34, descriptors: [])])
        bench.send(.add(second), session)
        Self.added(&bench, .success(handles))
        let other = bench.peripheral()
        second.characteristics.removeLast()
        bench.send(.add(second), other)
        Self.added(
            &bench,
            .success(
                .init(
                    range: .init(first: 40, last: 42), characteristics: [.init(value: 42, descriptors: [])])))
        bench.seen = []
        func write(_ id: UInt64, _ handles: [ATT.Handle]) {
            let parts = handles.map { GATT.WriteRequest.Part(handle: $0, offset: 0, value: [UInt8($0)]) }
            bench.host(.attributeWritten(.init(id: .init(id), link: Bench.link, parts: parts)))
        }
        write(5, [34, 32, 34])
        guard case .writeRequests(let id, let list)? = bench.takePeripheral(session).first else {
            Issue.record("no writes")
            return
        }
        #expect(list.map(\.characteristic.rawValue) == [52, 51, 52])
        #expect(list.map(\.value) == [[34], [32], [34]])
        bench.send(.respond(id, code: 0x80, value: nil), session)
        #expect(bench.take() == [.host(.gatt(.respond(.init(5), .failure(.error(.init(rawValue: 0x80))))))])
        let refusal: Result<[UInt8], ATT.Failure> = .failure(.error(.init(rawValue: 0x80)))
        for (id, part, handle): (UInt64, Int, ATT.Handle?) in [(9, 1, 32), (10, 2, 34), (11, 3, nil)] {
            write(id, [34, 32, 34])
            bench.seen = []
            bench.send(.respond(.init(rawValue: id), code: 0x80, value: nil, part: part), session)
            #expect(bench.take() == [.host(.gatt(.respond(.init(id), refusal, refused: handle)))])
        }
        for (id, handles): (UInt64, [ATT.Handle]) in [(6, [22, 42]), (7, [22, 32]), (8, [32, 34, 22])] {
            write(id, handles)
            #expect(bench.take() == [.host(.gatt(.respond(.init(id), .failure(.error(.unlikelyError)))))])
        }
    }

    @Test(
        "Behaviour 6.22, 4.28: a central that gave up waiting is reported, one that only disconnected is not",
        arguments: [(28, false), (30, true)])
    func unanswered(seconds: Int, isReported: Bool) {
        var (bench, session) = Self.published()
        bench.host(.attributeRead(.init(id: .init(77), link: Bench.link, handle: 22, offset: 0)))
        bench.advance(.seconds(seconds))
        bench.host(.disconnected(Bench.link, .remoteUserTerminatedConnection))
        #expect(bench.takeMisuse().map(\.kind) == (isReported ? [.unansweredRequest] : []))
        #expect(bench.send(.respond(.init(rawValue: 77), code: 0, value: [1]), session) == .ignored)
        // An answer that comes too late on a link that is still there.
        bench.linkUp(Host.LinkID(8), role: .peripheral)
        bench.host(
            .attributeWritten(
                .init(id: .init(78), link: Host.LinkID(8), parts: [.init(handle: 22, offset: 0, value: [1])]))
        )
        bench.advance(.seconds(seconds))
        bench.send(.respond(.init(rawValue: 78), code: 0, value: nil), session)
        #expect(bench.takeMisuse().map(\.kind) == (isReported ? [.unansweredRequest] : []))
    }

    @Test(
        "Behaviour 6.22; regression 93: answering a request whose central has disconnected does nothing and is no misuse"
    )
    func abandoned() {
        var (bench, session) = Self.published()
        bench.host(.attributeRead(.init(id: .init(77), link: Bench.link, handle: 22, offset: 0)))
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        bench.seen = []
        #expect(bench.send(.respond(.init(rawValue: 77), code: 0, value: [1]), session) == .ignored)
        #expect(bench.take().isEmpty)
    }

    // MARK: Subscriptions and updates

    @Test("Behaviour 6.15, 6.16, 6.18: subscribing, changing, unsubscribing, and the end of the link")
    func subscriptions() {
        var (bench, session) = Self.published()
        bench.host(.mtuChanged(Bench.link, 185))
        let changed = Peripheral.Event.updateLengthChanged(
            .init(identifier: Self.central, maximumUpdateLength: 182))
        #expect(bench.takePeripheral(session) == [changed])
        bench.host(.subscriptionChanged(Bench.link, 22, .notifications))
        bench.host(.subscriptionChanged(Bench.link, 22, [.notifications, .indications]))
        bench.host(.subscriptionChanged(Bench.link, 22, []))
        bench.host(.subscriptionChanged(Bench.link, 22, []))
        let central = Peripheral.Subscriber(identifier: Self.central, maximumUpdateLength: 182)
        #expect(
            bench.takePeripheral(session) == [
                .subscribed(central, characteristic: Self.dynamic),
                .unsubscribed(central, characteristic: Self.dynamic),
            ])
        bench.host(.subscriptionChanged(Bench.link, 22, .indications))
        bench.seen = []
        bench.host(.disconnected(Bench.link, .remoteUserTerminatedConnection))
        #expect(bench.take() == [.peripheral(session, .unsubscribed(central, characteristic: Self.dynamic))])
    }

    private func update(
        _ bench: inout Bench, _ session: SessionID, _ value: UInt8, to centrals: [PeerIdentifier]? = nil
    ) -> Bool {
        bench.update(.init([value], characteristic: Self.dynamic, centrals: centrals), session)
    }

    @Test("Behaviour 6.19: updates go to subscribers, all or those named, as they subscribed")
    func updates() {
        var (bench, session) = Self.published()
        #expect(update(&bench, session, 1))
        #expect(bench.take().isEmpty)
        bench.linkUp(Host.LinkID(8), DeviceAddress(99, .random), role: .peripheral)
        bench.host(.subscriptionChanged(Bench.link, 22, .notifications))
        bench.host(.subscriptionChanged(Host.LinkID(8), 22, .indications))
        bench.seen = []
        func targets() -> [(Host.LinkID, GATT.UpdateKind)] {
            bench.takeHost().compactMap {
                if case .gatt(.update(let link, _, 22, _, let kind)) = $0 { (link, kind) } else { nil }
            }
        }
        #expect(update(&bench, session, 1))
        let all = targets()
        #expect(all.map(\.0) == [Bench.link, Host.LinkID(8)])
        #expect(all.map(\.1) == [.notification, .indication])
        #expect(
            update(&bench, session, 1, to: [Self.central, PeerIdentifier(high: 0, low: 0)]))
        #expect(targets().map(\.0) == [Bench.link])
    }

    @Test(
        "Behaviour 6.18: an update longer than a subscriber's link takes is reported, once",
        arguments: [20, 21])
    func truncated(count: Int) {
        var (bench, session) = Self.published()
        bench.linkUp(Host.LinkID(8), DeviceAddress(99, .random), role: .peripheral)
        bench.host(.mtuChanged(Host.LinkID(8), 185))
        bench.host(.subscriptionChanged(Bench.link, 22, .notifications))
        bench.host(.subscriptionChanged(Host.LinkID(8), 22, .notifications))
        bench.seen = []
        let value = [UInt8](repeating: 1, count: count)
        bench.update(.init(value, characteristic: Self.dynamic, centrals: nil), session)
        #expect(bench.takeMisuse().map(\.kind) == (count > 20 ? [.truncatedUpdate] : []))
    }

    @Test(
        "Behaviour 6.27: another desired latency requests other parameters of a connected central",
        arguments: [(Peripheral.Latency.low, 30), (.medium, 120), (.high, 480)])
    func latency(_ latency: Peripheral.Latency, milliseconds: Int) {
        var (bench, session) = Self.published()
        bench.send(.setDesiredConnectionLatency(latency, central: Self.central), session)
        guard case .link(.updateParameters(Bench.link, let wish))? = bench.takeHost().first else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(wish.minimumInterval == .milliseconds(milliseconds))
        #expect(ParameterRules.current.allow(wish) && ParameterRules.guidelinesR11.allow(wish))
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        bench.seen = []
        bench.send(.setDesiredConnectionLatency(latency, central: Self.central), session)
        #expect(bench.take().isEmpty)
    }

    @Test(
        "Behaviour 6.19; regression 88: with a full queue the answer is false, and ready is reported once when there is room"
    )
    func fullQueue() {
        var profile = OSProfile.iOS(18)
        profile.updateQueueDepth = 3
        var (bench, session) = Self.published(profile)
        bench.host(.subscriptionChanged(Bench.link, 22, .notifications))
        bench.seen = []
        for value in 0..<3 { #expect(update(&bench, session, UInt8(value))) }
        #expect(!update(&bench, session, 3))
        #expect(!update(&bench, session, 4))
        let tokens = bench.takeHost().compactMap {
            if case .gatt(.update(_, let token, _, _, _)) = $0 { token } else { nil }
        }
        #expect(tokens.count == 3)
        for token in tokens { bench.host(.updateSent(Bench.link, token, .success(true))) }
        #expect(bench.take() == [.peripheral(session, .readyToUpdateSubscribers)])
        #expect(update(&bench, session, 3))
    }

    @Test("A link that ends frees its room, whether the host reports it or not")
    func roomAfterLoss() {
        var profile = OSProfile.iOS(18)
        profile.updateQueueDepth = 1
        var (bench, session) = Self.published(profile)
        bench.host(.subscriptionChanged(Bench.link, 22, .notifications))
        _ = update(&bench, session, 1)
        #expect(!update(&bench, session, 2))
        bench.seen = []
        bench.host(.disconnected(Bench.link, .connectionTimeout))
        #expect(bench.takePeripheral(session).last == .readyToUpdateSubscribers)
        #expect(bench.model.server.managers[0].updatesInFlight == 0)
    }

    // MARK: Advertising

    private func layout(_ name: String?, _ uuids: [BluetoothUUID]) -> (AdvertisingData, AdvertisingData) {
        let layout = AdvertisementLayout(.init(localName: name, serviceUUIDs: uuids))
        #expect(layout.data.count <= 31)
        #expect(layout.scanResponse.count <= 31)
        return (AdvertisingData(lenient: layout.data), AdvertisingData(lenient: layout.scanResponse))
    }

    @Test(
        "Behaviour 6.8: 28 bytes for services and name, 10 for the name alone, the rest in the overflow area")
    func layouts() {
        let long = (1...3).map { BluetoothUUID(high: $0, low: 7) }
        var (data, response) = layout("Faraday", [BluetoothUUID(0x180D)])
        #expect(data.localName == "Faraday")
        #expect(data.serviceUUIDs == [BluetoothUUID(0x180D)])
        #expect(response.structures.isEmpty)
        (data, response) = layout("A name that is far too long", [long[0], BluetoothUUID(0x180D)])
        #expect(data.serviceUUIDs == [BluetoothUUID(0x180D), long[0]])
        #expect(data.localName == nil)
        #expect(response.structures == [.shortenedLocalName("A name t")])
        (data, response) = layout("Läuft 🏃🏃", long)
        #expect(data.structures.last == .incompleteServiceUUIDs(.bits128, [long[0]]))
        let overflow = OverflowArea(Array(long[1...])).structure
        #expect(response.structures == [.shortenedLocalName("Läuft "), overflow])
        (data, response) = layout(nil, (0..<20).map { BluetoothUUID(0xF000 + $0) })
        #expect(data.serviceUUIDs.count == 13)
        #expect(response.structures.count == 1)
    }

    @Test("Behaviour 6.7, 6.9: refused keys are logged and the rest goes on air; a second start is code 9")
    func startAdvertising() {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        let key = "kCBAdvDataManufacturerData"
        bench.send(.startAdvertising(.init(localName: "X", refusedKeys: [key])), session)
        let outputs = bench.take()
        guard case .misuse(_, let misuse)? = outputs.first,
            case .host(.gap(.startAdvertising(let set, let parameters)))? =
                outputs.last
        else {
            Issue.record("\(outputs)")
            return
        }
        #expect(misuse.kind == .refusedAdvertisementKey)
        #expect(misuse.message == "The advertisement key 'Manufacturer Data' is not allowed")
        #expect(
            parameters.kind == .connectable && parameters.interval == bench.model.profile.advertisingInterval)
        bench.host(.advertisingStarted(set, .success))
        #expect(bench.take() == [.peripheral(session, .advertisingStarted(nil))])
        bench.send(.startAdvertising(.init(localName: "Y")), session)
        #expect(bench.take() == [.peripheral(session, .advertisingStarted(.alreadyAdvertising))])
        // A central connects: the phone goes on advertising, without another callback.
        bench.host(.advertisingEnded(set, .success))
        #expect(bench.take() == [.host(.gap(.startAdvertising(set, parameters)))])
        bench.host(.advertisingStarted(set, .success))
        #expect(bench.take().isEmpty)
        bench.send(.stopAdvertising, session)
        #expect(bench.take() == [.host(.gap(.stopAdvertising(set)))])
    }

    @Test(
        "Behaviour 1.33: of several managers the first advertises; the others get no error, but a misuse is reported"
    )
    func secondAdvertiser() {
        var bench = Bench.poweredOn()
        let (first, second) = (bench.peripheral(), bench.peripheral())
        bench.send(.startAdvertising(.init(localName: "1")), first)
        bench.seen = []
        bench.send(.startAdvertising(.init(localName: "2")), second)
        let outputs = bench.take()
        #expect(outputs.last == .peripheral(second, .advertisingStarted(nil)))
        guard case .misuse(second, let misuse)? = outputs.first, outputs.count == 2 else {
            Issue.record("\(outputs)")
            return
        }
        #expect(misuse.kind == .notOnAir)
        bench.send(.stopAdvertising, second)
        #expect(bench.take().isEmpty)
    }

    @Test("Behaviour 9.12: one advertising set, whose interval is longer while the app is in the background")
    func intervals() {
        var bench = Bench.poweredOn()
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .peripheral), at: bench.now)
        let session = bench.peripheral()
        func started() -> [(Host.AdvertisingSetID, Nanoseconds)] {
            bench.takeHost().compactMap {
                if case .gap(.startAdvertising(let set, let parameters)) = $0 {
                    (set, parameters.interval)
                } else {
                    nil
                }
            }
        }
        bench.send(.startAdvertising(.init(localName: "1")), session)
        let front = started()
        bench.host(.advertisingStarted(.init(0), .success))
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        let back = started()
        #expect(front.map(\.0) == [.init(0)] && back.map(\.0) == [.init(0)])
        #expect(front.map(\.1) == [bench.model.profile.advertisingInterval])
        #expect(back.allSatisfy { $0.1 > bench.model.profile.advertisingInterval })
    }

    @Test("Behaviour 6.13: advertising is paused while the radio is off")
    func pausedAdvertising() {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        bench.send(.startAdvertising(.init(localName: "1")), session)
        let started = bench.takeHost()
        bench.host(.advertisingStarted(.init(0), .success))
        bench.model.setRadio(.off, at: bench.now)
        bench.model.setRadio(.on, at: bench.now)
        bench.drain()
        bench.seen = []
        bench.host(.ready(Bench.address))
        #expect(bench.takeHost() == started)
        bench.host(.advertisingStarted(.init(0), .success))
        #expect(bench.take().isEmpty)
    }

    @Test("An advertiser that the controller refuses gets an error, and may try again")
    func refusedAdvertising() {
        var bench = Bench.poweredOn()
        let session = bench.peripheral()
        bench.send(.startAdvertising(.init()), session)
        bench.seen = []
        bench.host(.advertisingStarted(.init(0), .commandDisallowed))
        #expect(bench.take() == [.peripheral(session, .advertisingStarted(.unknown))])
        bench.send(.startAdvertising(.init()), session)
        #expect(bench.takeHost().count == 1)
    }
}
