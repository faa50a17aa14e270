import BluetoothPort
import BluetoothTypes
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct CentralManagerTests {
    @Test func stateIsUnknownUntilTheFirstCallback() {
        let app = CentralApp()
        #expect(app.manager.state == .unknown)
        app.port.tell(.stateChanged(.poweredOn))
        #expect(app.log == ["state poweredOn scanning=false"])
        #expect(app.manager.state == .poweredOn)
    }

    @Test func eventsOfTheInitialiserComeAfterIt() {
        let app = CentralApp(phone: FakePhone(earlyEvents: [.stateChanged(.poweredOn)]))
        app.queue.sync {}
        #expect(app.log == ["state poweredOn scanning=false"])
    }

    @Test func scanCarriesServicesAndOptions() {
        let app = CentralApp()
        app.manager.scanForPeripherals(
            withServices: [CBUUID(string: "180D")],
            options: [
                CBCentralManagerScanOptionAllowDuplicatesKey: NSNumber(value: true),
                CBCentralManagerScanOptionSolicitedServiceUUIDsKey: [CBUUID(string: "180F")],
            ])
        #expect(app.manager.isScanning)
        app.manager.scanForPeripherals(withServices: nil)
        app.manager.stopScan()
        #expect(!app.manager.isScanning)
        #expect(
            app.port.commands == [
                .scan(
                    .init(
                        services: [BluetoothUUID(0x180D)], allowsDuplicates: true,
                        solicitedServices: [BluetoothUUID(0x180F)])),
                .scan(.init()), .stopScan,
            ])
    }

    @Test func refusedScanLeavesIsScanningAlone() {
        let app = CentralApp()
        app.port.refuseAll()
        app.manager.scanForPeripherals(withServices: nil)
        #expect(!app.manager.isScanning)
        app.port.refuseAll(false)
        app.manager.scanForPeripherals(withServices: nil)
        app.port.refuseAll()
        app.manager.stopScan()
        #expect(app.manager.isScanning)
    }

    @Test("Regression 11: a scan ends before the app gets the power-off callback")
    func scanIsOverBeforeTheAppHearsOfPowerOff() {
        let app = CentralApp()
        app.manager.scanForPeripherals(withServices: nil)
        app.port.tell(.stateChanged(.poweredOff))
        #expect(app.log == ["state poweredOff scanning=false"])
    }

    @Test("Behaviour 2.16: a key for each advertised field, in Apple's types")
    func advertisementHasAKeyForEachFieldPresent() throws {
        let app = CentralApp()
        var advertisement = Advertisement()
        app.port.tell(.discovered(.init(identifier: peerA, name: nil), advertisement, rssi: 127))
        #expect(app.lastAdvertisement.isEmpty)
        advertisement.localName = "HR"
        advertisement.manufacturerData = [0x4C, 0x00, 1]
        advertisement.serviceData = [.init(uuid: BluetoothUUID(0x180D), data: [9])]
        advertisement.serviceUUIDs = [BluetoothUUID(0x180D)]
        advertisement.overflowServiceUUIDs = [BluetoothUUID(0x180E)]
        advertisement.solicitedServiceUUIDs = [BluetoothUUID(0x180F)]
        advertisement.txPowerLevel = -7
        advertisement.isConnectable = true
        advertisement.timestamp = 2.5
        advertisement.rxPrimaryPHY = 1
        advertisement.rxSecondaryPHY = 0
        app.port.tell(.discovered(.init(identifier: peerA, name: "HR"), advertisement, rssi: -40))
        let data = app.lastAdvertisement
        #expect(data.count == 11)
        #expect(data["kCBAdvDataLocalName"] as? String == "HR")
        #expect(data["kCBAdvDataManufacturerData"] as? Data == Data([0x4C, 0, 1]))
        let serviceData = try #require(data["kCBAdvDataServiceData"] as? [CBUUID: Data])
        #expect(serviceData[CBUUID(string: "180D")] == Data([9]))
        #expect(data["kCBAdvDataServiceUUIDs"] as? [CBUUID] == [CBUUID(string: "180D")])
        #expect(data["kCBAdvDataHashedServiceUUIDs"] as? [CBUUID] == [CBUUID(string: "180E")])
        #expect(data["kCBAdvDataSolicitedServiceUUIDs"] as? [CBUUID] == [CBUUID(string: "180F")])
        #expect(data["kCBAdvDataTxPowerLevel"] as? Int == -7)
        #expect(data["kCBAdvDataIsConnectable"] as? Bool == true)
        #expect(data["kCBAdvDataIsConnectable"] as? NSNumber == NSNumber(value: true))
        #expect(data["kCBAdvDataTimestamp"] as? Double == 2.5)
        #expect(data["kCBAdvDataRxPrimaryPHY"] as? Int == 1)
        #expect(data["kCBAdvDataRxSecondaryPHY"] as? Int == 0)
        #expect(app.log == ["discovered - 127", "discovered HR -40"])
        #expect(app.peripherals.count == 1)
    }

    @Test("Regression 68, 69: retrievals give the same objects, and leave out unknown peers")
    func retrievalsAskThePortAndGiveTheSameObjects() throws {
        let app = CentralApp()
        app.port.answer {
            $0.retrieved[[peerA, peerB]] = [.init(identifier: peerA, name: "A")]
            $0.connected[[BluetoothUUID(0x1800)]] = [.init(identifier: peerA, name: "A")]
        }
        let known = app.manager.retrievePeripherals(withIdentifiers: [UUID(peerA), UUID(peerB)])
        let linked = app.manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "1800")])
        #expect(known.map(\.identifier.uuidString) == ["0B652640-0000-4000-8000-00000000000A"])
        #expect(known.first === linked.first)
        #expect(app.manager.retrievePeripherals(withIdentifiers: []).isEmpty)
    }

    @Test func optionsReachThePort() {
        let phone = FakePhone()
        let options: [String: Any] = [
            CBCentralManagerOptionRestoreIdentifierKey: "me", CBCentralManagerOptionShowPowerAlertKey: true,
        ]
        let manager = CBCentralManager(delegate: nil, queue: nil, options: options, provider: phone)
        #expect(phone.options == [ManagerOptions(restoreIdentifier: "me", showsPowerAlert: true)])
        withExtendedLifetime(manager) {}
    }

    @available(*, deprecated, message: "names what is deprecated")
    @Test func authorizationIsThePhonesAndNeedsNoManager() {
        let phone = FakePhone(authorization: .denied)
        PortEnvironment.$current.withValue(phone) {
            #expect(CBManager.authorization == .denied)
            #expect(CBPeripheralManager.authorizationStatus() == .denied)
        }
        #expect(phone.centralCount == 0)
        let app = CentralApp()
        app.port.answer { $0.authorization = .restricted }
        #expect(app.manager.authorization == .restricted)
    }

    #if !os(macOS)
    @Test func featuresAreFalseUntilPoweredOn() {
        let app = CentralApp()
        app.port.answer { $0.traits.supportsExtendedScanAndConnect = true }
        PortEnvironment.$current.withValue(app.phone) {
            #expect(!CBCentralManager.supports(.extendedScanAndConnect))
            app.port.tell(.stateChanged(.poweredOn))
            #expect(CBCentralManager.supports(.extendedScanAndConnect))
            app.port.tell(.stateChanged(.poweredOff))
            #expect(!CBCentralManager.supports(.extendedScanAndConnect))
        }
    }
    #endif

    @Test func withoutAPhoneTheStateIsUnsupportedAndSaysWhatToDo() {
        let queue = DispatchQueue(label: "app")
        final class Delegate: NSObject, CBCentralManagerDelegate {
            var states: [CBManagerState] = []
            func centralManagerDidUpdateState(_ central: CBCentralManager) { states.append(central.state) }
        }
        let delegate = Delegate()
        queue.suspend()
        let manager = PortEnvironment.withoutStandIn { CBCentralManager(delegate: delegate, queue: queue) }
        #expect(manager.state == .unknown)
        queue.resume()
        queue.sync {}
        #expect(delegate.states == [.unsupported])
        manager.scanForPeripherals(withServices: nil)
        #expect(!manager.isScanning)
        #expect(manager.retrievePeripherals(withIdentifiers: [UUID()]).isEmpty)
        let notice = AbsentPhone.notice("CBCentralManager")
        #expect(notice.contains("FARADAY_HCI") && notice.contains("phone.run"))
        #expect(notice.filter(\.isNewline).count == 1)
    }
}
