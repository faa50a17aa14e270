import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct DiscoveryTests {
    /// Service 1 with characteristics 2 and 4; 2 has descriptor 3.
    func discovered() -> CentralApp {
        let app = CentralApp()
        app.link()
        app.port.tell(
            .servicesDiscovered(peerA, [service(1, 0x180D)], nil),
            .characteristicsDiscovered(
                peerA, service: attribute(1),
                [characteristic(2, 0x2A37), characteristic(4, 0x2A37, cached: [7])], nil),
            .descriptorsDiscovered(peerA, characteristic: attribute(2), [descriptor(3, 0x2902)], nil))
        return app
    }

    @Test func discoveriesFillTheGraphBeforeTheirCallbacks() throws {
        let app = discovered()
        #expect(
            app.log == [
                "services [\"180D\"]", "characteristics [\"2A37\", \"2A37\"]", "descriptors [\"2902\"]",
            ])
        let service = try #require(app.peripheral.services?.first)
        let characteristics = try #require(service.characteristics)
        #expect(service.peripheral === app.peripheral && service.isPrimary)
        #expect(characteristics[0].service === service)
        #expect(characteristics[0] !== characteristics[1])
        #expect(characteristics[0].value == nil && characteristics[1].value == Data([7]))
        #expect(characteristics[0].properties == [.read, .notify])
        #expect(characteristics[0].descriptors?.first?.characteristic === characteristics[0])
    }

    @Test func nothingFoundIsAnEmptyListAndAnErrorLeavesNil() {
        let app = CentralApp()
        app.link()
        app.port.tell(.servicesDiscovered(peerA, [], .unknown))
        #expect(app.peripheral.services == nil)
        app.port.tell(.servicesDiscovered(peerA, [], nil))
        #expect(app.peripheral.services == [])
    }

    @Test("Behaviour 4.5; regression 56, 57: discovering again gives the same objects")
    func rediscoveryGivesTheSameObjects() throws {
        let app = discovered()
        let service1 = try #require(app.peripheral.services?.first)
        let old = try #require(service1.characteristics)
        app.port.tell(
            .servicesDiscovered(peerA, [service(1, 0x180D), service(9, 0x180F)], nil),
            .characteristicsDiscovered(
                peerA, service: attribute(1), [characteristic(2, 0x2A37), characteristic(4, 0x2A37)], nil))
        #expect(app.peripheral.services?.first === service1)
        #expect(app.peripheral.services?.count == 2)
        #expect(service1.characteristics == old)
        #expect(old[1].value == Data([7]))
    }

    @Test("Regression 65, 66: the next connection has new objects")
    func nextConnectionHasNewObjects() throws {
        let app = discovered()
        let old = try #require(app.peripheral.services?.first)
        let oldCharacteristic = try #require(old.characteristics?.first)
        app.port.tell(.notifyStateChanged(peerA, attribute(2), isNotifying: true, nil))
        #expect(oldCharacteristic.isNotifying)
        app.port.tell(.disconnected(peerA, .connectionTimeout, timestamp: 0, isReconnecting: false))
        app.manager.connect(app.peripheral)
        app.port.tell(
            .connected(.init(identifier: peerA, name: nil)),
            .servicesDiscovered(peerA, [service(1, 0x180D)], nil))
        #expect(!oldCharacteristic.isNotifying)
        #expect(app.peripheral.services?.first !== old)
        #expect(app.peripheral.services?.first?.characteristics == nil)
        app.peripheral.readValue(for: oldCharacteristic)
        #expect(app.port.misuses.map(\.kind) == [.foreignObject])
    }

    @Test func includedServicesAreObjectsOfTheirOwn() throws {
        let app = discovered()
        app.port.tell(
            .includedServicesDiscovered(
                peerA, service: attribute(1), [service(1, 0x180D), service(20, 0x180F, isPrimary: false)],
                nil),
            .characteristicsDiscovered(peerA, service: attribute(20), [characteristic(21, 0x2A19)], nil))
        let service = try #require(app.peripheral.services?.first)
        #expect(service.includedServices?.first === service)
        #expect(service.includedServices?.last?.isPrimary == false)
        #expect(service.includedServices?.last?.characteristics?.count == 1)
        #expect(app.peripheral.services?.count == 1)
        #expect(app.log.suffix(2) == ["included [\"180D\", \"180F\"]", "characteristics [\"2A19\"]"])
    }

    @Test func modifiedServicesAreDead() throws {
        let app = discovered()
        app.port.tell(.servicesDiscovered(peerA, [service(1, 0x180D), service(9, 0x180F)], nil))
        let dead = try #require(app.peripheral.services?.first?.characteristics?.first)
        let keeper = app.peripheral.services
        app.port.tell(.servicesModified(peerA, invalidated: [attribute(1), attribute(77)]))
        #expect(app.log.last == "modified [\"180D\"] left=1")
        app.peripheral.readValue(for: dead)
        #expect(app.port.misuses.first?.kind == .foreignObject)
        app.log = []
        app.port.tell(.characteristicValue(peerA, attribute(2), .success([1])))
        #expect(app.log.isEmpty)
        withExtendedLifetime(keeper) {}
    }

    @Test("Regression 59: attributes hold their parents weakly")
    func parentLinksAreWeak() throws {
        let app = discovered()
        let characteristic = try #require(app.peripheral.services?.first?.characteristics?.first)
        let descriptor = try #require(characteristic.descriptors?.first)
        app.port.tell(.disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
        #expect(characteristic.service == nil)
        #expect(descriptor.characteristic === characteristic)
    }

    @Test func commandsCarryFiltersAndIdentifiers() throws {
        let app = discovered()
        let service = try #require(app.peripheral.services?.first)
        let characteristic = try #require(service.characteristics?.first)
        let before = app.port.commands.count
        app.peripheral.discoverServices(nil)
        app.peripheral.discoverServices([])
        app.peripheral.discoverIncludedServices([CBUUID(string: "180F")], for: service)
        app.peripheral.discoverCharacteristics([CBUUID(string: "2A37")], for: service)
        app.peripheral.discoverDescriptors(for: characteristic)
        #expect(
            app.port.commands.dropFirst(before) == [
                .discoverServices(peerA, nil), .discoverServices(peerA, []),
                .discoverIncludedServices(peerA, [CBUUID(string: "180F").value], service: attribute(1)),
                .discoverCharacteristics(peerA, [CBUUID(string: "2A37").value], service: attribute(1)),
                .discoverDescriptors(peerA, characteristic: attribute(2)),
            ])
    }

    @Test func descriptionsPrintAsAppleDoes() throws {
        let app = discovered()
        app.port.tell(.characteristicValue(peerA, attribute(2), .success([0x64])))
        let service = try #require(app.peripheral.services?.first)
        let characteristic = try #require(service.characteristics?.first)
        let descriptor = try #require(characteristic.descriptors?.first)
        func tail(_ object: NSObject) -> String {
            String(object.description.drop { $0 != "," })
        }
        #expect(service.description.hasPrefix("<CBService: 0x"))
        #expect(tail(service) == ", isPrimary = YES, UUID = Heart Rate>")
        #expect(
            tail(characteristic)
                == ", UUID = 2A37, properties = 0x12, value = {length = 1, bytes = 0x64}, notifying = NO>")
        #expect(tail(descriptor) == ", UUID = Client Characteristic Configuration, value = (null)>")
    }
}
