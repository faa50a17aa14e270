import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// An app in the peripheral role that writes down every callback.
private final class PeripheralApp: NSObject, CBPeripheralManagerDelegate {
    let queue = DispatchQueue(label: "app")
    let phone = FakePhone()
    private(set) var manager: CBPeripheralManager!
    var log: [String] = []
    var requests: [CBATTRequest] = []
    var centrals: [CBCentral] = []
    let level = CBMutableCharacteristic(
        type: CBUUID(string: "2A19"), properties: [.read, .notify], value: nil, permissions: .readable)
    let battery = CBMutableService(type: CBUUID(string: "180F"), primary: true)

    override init() {
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: queue, options: nil, provider: phone)
        battery.characteristics = [level]
    }

    var port: FakePeripheralPort { phone.peripheral }

    func note(_ event: String, _ error: (any Error)? = nil) {
        dispatchPrecondition(condition: .onQueue(queue))
        log.append(error.map { "\(event) error=\(($0 as NSError).code)" } ?? event)
    }

    func forgetManager() { manager = nil }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        note("state \(peripheral.state) advertising=\(peripheral.isAdvertising)")
    }
    func peripheralManagerDidStartAdvertising(_ peripheral: CBPeripheralManager, error: (any Error)?) {
        note("advertising \(peripheral.isAdvertising)", error)
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) {
        note("added \(service === battery)", error)
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) {
        centrals.append(central)
        note("subscribed \(characteristic === level) \(level.subscribedCentrals == [central])")
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        note("unsubscribed \(central === centrals.first) \(level.subscribedCentrals == [])")
    }
    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest) {
        requests = [request]
        note("read \(request.offset) \(request.value == nil)")
    }
    func peripheralManager(_ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]) {
        self.requests = requests
        note("write \(requests.map { [UInt8]($0.value ?? Data()) }) \(requests.map(\.offset))")
    }
    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { note("ready") }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {
        note("published \(PSM)", error)
    }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {
        note("unpublished \(PSM)", error)
    }

    /// Publishes the battery service; answers the identifier of its characteristic.
    func publish() -> AttributeIdentifier {
        port.tell(.stateChanged(.poweredOn))
        manager.add(battery)
        let service = port.added.last!
        port.tell(.serviceAdded(service.identifier, nil))
        log = []
        return service.characteristics[0].identifier
    }
}

private func subscriber(_ peer: PeerIdentifier, _ length: Int = 20) -> Peripheral.Subscriber {
    .init(identifier: peer, maximumUpdateLength: length)
}

@Suite struct PeripheralManagerTests {
    @Test(
        "Behaviour 6.1, 6.3; regression 58, 61: added services become values with identifiers, and know their parents"
    )
    func addedServicesBecomeValuesWithIdentifiersOfTheirOwn() {
        let app = PeripheralApp()
        let text = CBMutableDescriptor(
            type: CBUUID(string: CBUUIDCharacteristicUserDescriptionString), value: "level")
        app.level.descriptors = [text]
        let fixed = CBMutableCharacteristic(
            type: CBUUID(string: "2A29"), properties: [], value: Data([1]), permissions: [])
        app.battery.characteristics = [app.level, fixed]
        let first = app.publish()
        let second = CBMutableService(type: CBUUID(string: "180A"), primary: false)
        second.includedServices = [app.battery]
        app.manager.add(second)
        let added = app.port.added
        #expect(
            added[0]
                == Peripheral.Service(
                    identifier: attribute(1), uuid: BluetoothUUID(0x180F), isPrimary: true,
                    includedServices: [],
                    characteristics: [
                        .init(
                            identifier: first, uuid: BluetoothUUID(0x2A19), properties: 0x12,
                            permissions: 1, value: nil,
                            descriptors: [.init(uuid: BluetoothUUID(0x2901), value: Array("level".utf8))]),
                        .init(
                            identifier: attribute(3), uuid: BluetoothUUID(0x2A29), properties: 0x02,
                            permissions: 1, value: [1], descriptors: []),
                    ]))
        #expect(added[1].includedServices == [attribute(1)] && added[1].identifier == attribute(4))
        #expect(!added[1].isPrimary)
        #expect(app.level.service === app.battery && text.characteristic === app.level)
    }

    @Test("Behaviour CB 8: a refused service is reported and forgotten")
    func refusedServiceIsToldAndForgotten() {
        let app = PeripheralApp()
        app.port.tell(.stateChanged(.poweredOn))
        app.manager.add(app.battery)
        app.port.tell(.serviceAdded(attribute(1), .uuidNotAllowed))
        #expect(app.log.last == "added true error=8")
        #expect(!app.manager.updateValue(Data([1]), for: app.level, onSubscribedCentrals: nil))
        #expect(app.port.misuses.map(\.kind) == [.foreignObject])
    }

    @Test("Behaviour 6.1: removal is by published object")
    func removalIsByPublishedObject() {
        let app = PeripheralApp()
        _ = app.publish()
        app.manager.remove(CBMutableService(type: CBUUID(string: "180F"), primary: true))
        app.manager.remove(app.battery)
        app.manager.remove(app.battery)
        app.manager.removeAllServices()
        #expect(app.port.commands.suffix(2) == [.remove(attribute(1)), .removeAllServices])
        app.manager.add(app.battery)
        #expect(app.port.added.last?.identifier == attribute(3))
    }

    static let writableCachedValues: [(CBCharacteristicProperties, CBAttributePermissions)] = [
        ([.read, .write], .readable), ([.read, .notify], .readable), (.read, [.readable, .writeable]),
        (.read, [.readable, .writeEncryptionRequired]),
    ]

    @Test("Behaviour 6.3; regression 92: cached values must be read-only", arguments: writableCachedValues)
    func cachedValuesMustBeReadOnly(
        properties: CBCharacteristicProperties, permissions: CBAttributePermissions
    ) {
        let app = PeripheralApp()
        let characteristic = CBMutableCharacteristic(
            type: CBUUID(string: "2A19"), properties: properties, value: Data([1]), permissions: permissions)
        app.battery.characteristics = [characteristic]
        app.manager.add(app.battery)
        #expect(
            app.port.commands == [
                .reportMisuse(
                    Misuse(
                        kind: .cachedValueNotReadOnly, call: "CBPeripheralManager.add(_:)",
                        message: "Characteristics with cached values must be read-only"))
            ])
    }

    @Test(
        "Behaviour 6.5: only 2901 and 2904 may be published, with values of their types",
        arguments: [("2900", true), ("2902", true), ("2901", true), ("2904", false), ("2905", true)])
    func onlyTwoDescriptorsMayBePublished(uuid: String, isNumber: Bool) {
        let app = PeripheralApp()
        let value: Any = isNumber ? NSNumber(value: 1) : "text"
        app.level.descriptors = [CBMutableDescriptor(type: CBUUID(string: uuid), value: value)]
        app.manager.add(app.battery)
        #expect(app.port.misuses.map(\.kind) == [.descriptorNotAllowed])
        #expect(app.port.added.isEmpty)
    }

    @Test(
        "Behaviour 6.5: broadcast and extended properties are not allowed",
        arguments: [CBCharacteristicProperties.broadcast, .extendedProperties])
    func propertiesThatAreNotAllowed(property: CBCharacteristicProperties) {
        let app = PeripheralApp()
        app.level.properties.insert(property)
        app.manager.add(app.battery)
        #expect(app.port.misuses.map(\.kind) == [.propertyNotAllowed])
        #expect(app.port.added.isEmpty)
    }

    @Test("Behaviour 6.5: a descriptor needs a value")
    func descriptorWithoutValue() {
        let app = PeripheralApp()
        app.level.descriptors = [CBMutableDescriptor(type: CBUUID(string: "2901"), value: nil)]
        app.manager.add(app.battery)
        #expect(app.port.misuses.map(\.kind) == [.descriptorNotAllowed])
    }

    @Test("Behaviour 6.13: an object that is added twice is refused, and stays published")
    func addedTwice() {
        let app = PeripheralApp()
        let level = app.publish()
        app.manager.add(app.battery)
        #expect(app.port.added[0] == app.port.added[1])
        app.port.tell(.serviceAdded(attribute(1), .invalidParameters))
        #expect(app.log == ["added true error=1"])
        app.manager.updateValue(Data([1]), for: app.level, onSubscribedCentrals: nil)
        #expect(app.port.updates == [.init([1], characteristic: level, centrals: nil)])
        app.manager.remove(app.battery)
        app.manager.add(app.battery)
        app.manager.add(app.battery)
        app.port.tell(.serviceAdded(attribute(3), .uuidNotAllowed))
        app.port.tell(.serviceAdded(attribute(3), .uuidNotAllowed))
        #expect(app.log.suffix(2) == ["added true error=8", "added true error=8"])
    }

    @Test("Regression 60: one characteristic in two services is two; updates go to the one added last")
    func characteristicInTwoServices() {
        let app = PeripheralApp()
        let first = app.publish()
        let other = CBMutableService(type: CBUUID(string: "FFF0"), primary: true)
        other.characteristics = [app.level]
        app.manager.add(other)
        let second = app.port.added[1].characteristics[0].identifier
        #expect(first != second)
        app.manager.updateValue(Data([1]), for: app.level, onSubscribedCentrals: nil)
        app.manager.remove(other)
        app.manager.updateValue(Data([2]), for: app.level, onSubscribedCentrals: nil)
        #expect(
            app.port.calls.suffix(3) == [
                .update(.init([1], characteristic: second, centrals: nil)), .command(.remove(attribute(3))),
                .update(.init([2], characteristic: first, centrals: nil)),
            ])
        #expect(app.level.subscribedCentrals == [])
    }

    @Test("Behaviour 1.11; regression 115: an ignored call changes nothing")
    func ignoredCommands() {
        let app = PeripheralApp()
        app.port.refuseAll()
        app.manager.add(app.battery)
        app.manager.startAdvertising(nil)
        app.port.refuseAll(false)
        app.port.tell(.serviceAdded(attribute(1), nil), .advertisingStarted(nil))
        #expect(app.log == ["advertising false"])
        #expect(app.level.subscribedCentrals == nil)
    }

    @Test("Behaviour 1.12, 6.7: values of the wrong type are reported and left out")
    func wrongTypes() {
        let app = PeripheralApp()
        app.manager.startAdvertising([
            CBAdvertisementDataLocalNameKey: 1, CBAdvertisementDataServiceUUIDsKey: ["180F"],
        ])
        #expect(app.port.misuses.map(\.kind) == [.invalidArgument, .invalidArgument])
        #expect(app.port.misuses.allSatisfy { $0.kind.consequence == .thrown })
        #expect(app.port.commands.last == .startAdvertising(.init()))
    }

    @Test("Behaviour 6.7, 6.9: advertising contains name and services; other keys are refused")
    func advertisingCarriesNameAndServicesAndRefusesTheRest() {
        let app = PeripheralApp()
        app.manager.startAdvertising([
            CBAdvertisementDataLocalNameKey: "Me", CBAdvertisementDataTxPowerLevelKey: 1,
            CBAdvertisementDataServiceUUIDsKey: [CBUUID(string: "180F")],
            CBAdvertisementDataManufacturerDataKey: Data([1]),
        ])
        #expect(!app.manager.isAdvertising)
        app.port.tell(.advertisingStarted(nil), .advertisingStarted(.alreadyAdvertising))
        app.manager.stopAdvertising()
        #expect(!app.manager.isAdvertising)
        app.port.tell(.advertisingStarted(nil))
        #expect(app.log == ["advertising true", "advertising true error=9", "advertising false"])
        app.manager.startAdvertising(nil)
        #expect(
            app.port.commands == [
                .startAdvertising(
                    .init(
                        localName: "Me", serviceUUIDs: [BluetoothUUID(0x180F)],
                        refusedKeys: ["kCBAdvDataManufacturerData", "kCBAdvDataTxPowerLevel"])),
                .stopAdvertising, .startAdvertising(.init()),
            ])
    }

    @Test("Behaviour 6.15, 6.16: subscribers are listed before the callback")
    func subscribersAreListedBeforeTheCallback() {
        let app = PeripheralApp()
        #expect(app.level.subscribedCentrals == nil)
        let level = app.publish()
        #expect(app.level.subscribedCentrals == [])
        app.port.tell(
            .subscribed(subscriber(peerA), characteristic: level),
            .unsubscribed(subscriber(peerA, 182), characteristic: level))
        #expect(app.log == ["subscribed true true", "unsubscribed true true"])
        #expect(app.centrals[0].maximumUpdateValueLength == 182)
        #expect(app.centrals[0].identifier == UUID(peerA))
    }

    @Test("Behaviour 6.18: the length grows with the link's MTU, without a callback")
    func lengthGrows() {
        let app = PeripheralApp()
        let level = app.publish()
        app.port.tell(.subscribed(subscriber(peerA), characteristic: level))
        #expect(app.centrals[0].maximumUpdateValueLength == 20)
        app.port.tell(.updateLengthChanged(subscriber(peerA, 182)), .updateLengthChanged(subscriber(peerB)))
        #expect(app.centrals[0].maximumUpdateValueLength == 182)
        #expect(app.log.count == 1)
    }

    @Test("Behaviour 6.19, 6.27: updates go to all or to some")
    func updatesGoToAllOrToSome() {
        let app = PeripheralApp()
        let level = app.publish()
        app.port.tell(.subscribed(subscriber(peerA), characteristic: level))
        app.port.refuseAll()
        #expect(!app.manager.updateValue(Data([1]), for: app.level, onSubscribedCentrals: nil))
        app.port.refuseAll(false)
        #expect(app.manager.updateValue(Data([2]), for: app.level, onSubscribedCentrals: app.centrals))
        app.manager.setDesiredConnectionLatency(.low, for: app.centrals[0])
        #expect(
            app.port.calls.suffix(3) == [
                .update(.init([1], characteristic: level, centrals: nil)),
                .update(.init([2], characteristic: level, centrals: [peerA])),
                .command(.setDesiredConnectionLatency(.low, central: peerA)),
            ])
        app.port.tell(.readyToUpdateSubscribers)
        #expect(app.log.last == "ready")
    }

    @Test("Behaviour 6.22, 6.23: requests are answered with their identifier, several writes with one answer")
    func requestsAreAnsweredWithTheirIdentifier() {
        let app = PeripheralApp()
        let level = app.publish()
        let read = RequestIdentifier(rawValue: 70)
        app.port.tell(
            .readRequest(
                .init(identifier: read, central: subscriber(peerA), characteristic: level, offset: 3)))
        let request = app.requests[0]
        #expect(request.characteristic === app.level && request.central.identifier == UUID(peerA))
        request.value = Data([9])
        app.manager.respond(to: request, withResult: .success)
        app.manager.respond(to: request, withResult: CBATTError.Code(rawValue: 0x83)!)
        let write = RequestIdentifier(rawValue: 71)
        app.port.tell(
            .writeRequests(
                write,
                [
                    .init(central: subscriber(peerA), characteristic: level, offset: 0, value: [1]),
                    .init(central: subscriber(peerA), characteristic: level, offset: 1, value: [2, 3]),
                ]))
        #expect(app.requests[0].central === request.central)
        app.manager.respond(to: app.requests[0], withResult: .writeNotPermitted)
        app.manager.respond(to: app.requests[1], withResult: .invalidOffset)
        #expect(app.log == ["read 3 true", "write [[1], [2, 3]] [0, 1]"])
        #expect(
            app.port.commands.suffix(4) == [
                .respond(read, code: 0, value: [9]), .respond(read, code: 0x83, value: [9]),
                .respond(write, code: 3, value: nil), .respond(write, code: 7, value: nil, part: 1),
            ])
    }

    @Test("Behaviour 6.22: requests of another manager are reported")
    func requestsOfAnotherManagerAreReported() {
        let app = PeripheralApp()
        let other = PeripheralApp()
        let level = app.publish()
        app.port.tell(
            .readRequest(
                .init(
                    identifier: .init(rawValue: 1), central: subscriber(peerA), characteristic: level,
                    offset: 0)))
        other.manager.respond(to: app.requests[0], withResult: .success)
        #expect(other.port.misuses.map(\.kind) == [.unknownRequest])
        #expect(other.port.commands.count == 1)
    }

    @Test func requestForAnAttributeThatWasTakenBackIsRefused() {
        let app = PeripheralApp()
        let level = app.publish()
        app.manager.removeAllServices()
        app.port.tell(
            .readRequest(
                .init(
                    identifier: .init(rawValue: 1), central: subscriber(peerA), characteristic: level,
                    offset: 0)))
        #expect(app.log.isEmpty)
        #expect(app.port.commands.last == .respond(.init(rawValue: 1), code: 10, value: nil))
    }

    @Test("Behaviour 6.13: power off keeps services and pauses advertising; resetting ends both")
    func powerOffKeepsServicesAndResettingClearsThem() {
        let app = PeripheralApp()
        let level = app.publish()
        app.manager.startAdvertising(nil)
        app.port.tell(
            .advertisingStarted(nil), .subscribed(subscriber(peerA), characteristic: level),
            .stateChanged(.poweredOff))
        #expect(app.log.last == "state poweredOff advertising=true")
        #expect(app.level.subscribedCentrals == [])
        #expect(app.manager.updateValue(Data(), for: app.level, onSubscribedCentrals: nil))
        app.port.tell(.stateChanged(.resetting))
        #expect(app.log.last == "state resetting advertising=false")
        #expect(!app.manager.updateValue(Data(), for: app.level, onSubscribedCentrals: nil))
        #expect(app.level.subscribedCentrals == nil)
    }

    /// Only what a delegate must have.
    private final class QuietApp: NSObject, CBPeripheralManagerDelegate {
        var states: [CBManagerState] = []
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            states.append(peripheral.state)
        }
    }

    @Test("Regression 95: methods that a delegate lacks are not called")
    func optionalMethods() {
        let app = PeripheralApp()
        let level = app.publish()
        let quiet = QuietApp()
        app.manager.delegate = quiet
        app.port.tell(
            .serviceAdded(attribute(1), nil), .advertisingStarted(nil),
            .subscribed(subscriber(peerA), characteristic: level),
            .readRequest(
                .init(
                    identifier: .init(rawValue: 1), central: subscriber(peerA), characteristic: level,
                    offset: 0)),
            .writeRequests(
                .init(rawValue: 2),
                [.init(central: subscriber(peerA), characteristic: level, offset: 0, value: [1])]),
            .readyToUpdateSubscribers, .unsubscribed(subscriber(peerA), characteristic: level),
            .stateChanged(.poweredOff))
        #expect(quiet.states == [.poweredOff])
        #expect(app.log.isEmpty)
    }

    @Test("Regression 121: a manager ends with its last reference")
    func managerEndsWithItsLastReference() {
        let app = PeripheralApp()
        let port = app.port
        app.forgetManager()
        #expect(port.isClosed)
    }

    @Test func withoutAPhoneTheStateIsUnsupported() {
        let queue = DispatchQueue(label: "app")
        let manager = PortEnvironment.withoutStandIn { CBPeripheralManager(delegate: nil, queue: queue) }
        queue.sync {}
        #expect(manager.state == .unsupported)
        manager.startAdvertising(nil)
        #expect(!manager.isAdvertising)
    }
}
