@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// Peripherals for previews: no world, no waiting.
@Suite struct PreviewTests {
    private let level = CBMCharacteristicMock(
        type: CBMUUID(string: "2A19"), properties: [.read, .notify], descriptors: CBMCCCDescriptorMock())
    private let battery: CBMServiceMock
    private let info: CBMServiceMock
    private let part = CBMServiceMock(type: CBMUUID(string: "FFE0"), primary: false)

    init() {
        battery = CBMServiceMock(type: CBMUUID(string: "180F"), primary: true, characteristics: level)
        info = CBMServiceMock(
            type: CBMUUID(string: "180A"), primary: true, includedServices: [battery, part],
            characteristics: nil)
    }

    private func spec(_ proximity: CBMProximity = .near, mtu: Int = 100) -> CBMPeripheralSpec {
        CBMPeripheralSpec.simulatePeripheral(proximity: proximity)
            .connectable(name: "Preview", services: [battery, info], delegate: nil, mtu: mtu)
            .build()
    }

    @Test("A preview has all services with their contents, equal to their definitions")
    func populated() throws {
        let preview = CBMPeripheralPreview(spec())
        #expect(preview.name == "Preview")
        #expect(preview.state == .disconnected)
        let services = try #require(preview.services)
        #expect(services == [battery, info])
        #expect(services[0] !== battery && services[0].peripheral === preview)
        #expect(services[1].includedServices == [battery, part])
        #expect(services[1].includedServices?.first === services[0])
        let found = try #require(services[0].characteristics?.first)
        #expect(found == level && found !== level && found.service === services[0])
        #expect(found.properties == [.read, .notify])
        #expect(found.descriptors == level.descriptors && found.descriptors?.first?.characteristic === found)
        #expect(preview.services?.first === services[0])
    }

    @Test("Requests to a preview succeed inside the call, and change no value")
    func answers() throws {
        let preview = CBMPeripheralPreview(spec(), state: .connected)
        let log = PeripheralLog()
        preview.delegate = log
        let service = try #require(preview.services?.first)
        let characteristic = try #require(service.characteristics?.first)
        let descriptor = try #require(characteristic.descriptors?.first)
        let requests: [(String, () -> Void)] = [
            ("services", { preview.discoverServices([]) }),
            ("included 180F", { preview.discoverIncludedServices(nil, for: service) }),
            ("characteristics 180F", { preview.discoverCharacteristics(nil, for: self.battery) }),
            ("descriptors 2A19", { preview.discoverDescriptors(for: characteristic) }),
            ("value 2A19 nil", { preview.readValue(for: self.level) }),
            ("value 2902", { preview.readValue(for: descriptor) }),
            ("written 2A19", { preview.writeValue(Data([1]), for: characteristic, type: .withResponse) }),
            ("ready", { preview.writeValue(Data([1]), for: characteristic, type: .withoutResponse) }),
            ("written 2902", { preview.writeValue(Data([1]), for: descriptor) }),
            ("notifying 2A19 false", { preview.setNotifyValue(true, for: self.level) }),
            ("rssi -70", { preview.readRSSI() }),
        ]
        for (answer, request) in requests {
            request()
            #expect(log.lines.last == answer)
        }
        #expect(log.lines.count == requests.count)
        #expect(!characteristic.isNotifying && !level.isNotifying && characteristic.value == nil)
    }

    @Test("A preview's answers about its link", arguments: [(23, 20), (185, 182), (1000, 514)])
    func lengths(mtu: Int, length: Int) {
        let preview = CBMPeripheralPreview(spec(mtu: mtu))
        #expect(preview.maximumWriteValueLength(for: .withResponse) == length)
        #expect(preview.maximumWriteValueLength(for: .withoutResponse) == length)
        #expect(preview.canSendWriteWithoutResponse)
    }

    @Test(
        "A preview's signal strength is its proximity's, without noise",
        arguments: [(CBMProximity.immediate, -40), (.near, -70), (.far, -100), (.outOfRange, 127)])
    func strength(proximity: CBMProximity, strength: Int) {
        let preview = CBMPeripheralPreview(spec(proximity))
        let log = PeripheralLog()
        preview.delegate = log
        preview.readRSSI()
        #expect(log.lines == ["rssi \(strength)"])
    }

    @Test("CoreBluetooth too: openL2CAPChannel on a preview")
    func channel() {
        let preview = CBMPeripheralPreview(spec())
        let delegate = CBMPeripheralDelegateProxyWithL2CAPChannel()
        var errors: [Error?] = []
        delegate.didOpenChannel = { _, _, error in errors.append(error) }
        preview.delegate = delegate
        preview.openL2CAPChannel(0x80)
        #expect(errors.count == 1 && (errors.first as? CBMError)?.code == .operationNotSupported)
    }

    @Test("Managers find only the previews that apps hold, in the requested order")
    func registry() {
        let (first, second) = (
            CBMPeripheralPreview(spec()), CBMPeripheralPreview(spec(), state: .connected)
        )
        let gone = CBMPeripheralPreview(spec()).identifier
        let asked = [second.identifier, gone, UUID(), first.identifier]
        #expect(
            CBMPeripheralPreview.live(asked, in: nil).map(ObjectIdentifier.init)
                == [second, first].map(ObjectIdentifier.init))
        let connected = CBMPeripheralPreview.live(with: [battery.uuid], in: nil)
            .filter { [first, second].contains($0) }
        #expect(connected == [first, second], "whatever their state")
        #expect(CBMPeripheralPreview.live(with: [CBMUUID(string: "FFE1")], in: nil).isEmpty)
    }

    @Test(
        "A manager tells of a preview's links inside the call", .simulated(seed: 30),
        arguments: [MockBehaviour.library, .coreBluetooth])
    func links(behaviour: MockBehaviour) {
        behaviour.adopt()
        let proxy = CBMCentralManagerDelegateProxy()
        var heard: [String] = []
        proxy.didConnect = { _, peripheral in heard.append("connected \(peripheral.state == .connected)") }
        proxy.didDisconnect = { _, peripheral, _, isReconnecting, error in
            #expect(!isReconnecting && error == nil)
            heard.append("disconnected \(peripheral.state == .disconnected)")
        }
        let manager = CBMCentralManagerMock(delegate: proxy, queue: nil)
        let preview = CBMPeripheralPreview(spec())
        manager.connect(preview)
        #expect(heard == ["connected true"])
        manager.connect(preview)
        #expect(heard.count == 2, "again, as for any link that there is")
        manager.cancelPeripheralConnection(preview)
        manager.cancelPeripheralConnection(preview)
        CBMCentralManagerMock.tearDownSimulation()
        #expect(heard == ["connected true", "connected true", "disconnected true"])
    }

    @Test("A preview's services can be replaced")
    func otherServices() throws {
        let preview = CBMPeripheralPreview(spec())
        let heart = CBMServiceMock(type: CBMUUID(string: "180D"), primary: true)
        preview.services = [heart]
        #expect(preview.services == [heart])
        let found = CBMPeripheralPreview.live(with: [heart.uuid], in: nil)
        #expect(found.contains(preview))
        preview.services = nil
        #expect(preview.services == nil)
    }

    @Test("Previews of a test's own world are found only in that world", .simulated(seed: 31), .coreBluetooth)
    func worlds() throws {
        // Of a type that no other test's preview has: those of no world are found here too.
        let service = CBMServiceMock(type: CBMUUID(nsuuid: UUID()), primary: true)
        func preview() -> CBMPeripheralPreview {
            let spec = CBMPeripheralSpec.simulatePeripheral()
                .connectable(name: "Preview", services: [service], delegate: nil).build()
            return CBMPeripheralPreview(spec, state: .connected)
        }
        let mine = preview()
        let other = World()
        let phone = other.addPhone()
        let theirs = phone.run { preview() }
        let here = CBMCentralManagerMock()
        let there = phone.run { CBMCentralManagerMock() }
        let asked = [mine.identifier, theirs.identifier]
        #expect(here.retrievePeripherals(withIdentifiers: asked).map(\.identifier) == [mine.identifier])
        #expect(there.retrievePeripherals(withIdentifiers: asked).map(\.identifier) == [theirs.identifier])
        let services = [service.uuid]
        #expect(
            here.retrieveConnectedPeripherals(withServices: services).map(\.identifier) == [mine.identifier])
        #expect(
            there.retrieveConnectedPeripherals(withServices: services).map(\.identifier)
                == [theirs.identifier])
    }
}
