import Foundation
import Testing

// Not @testable: what an app sees.
import FaradayCoreBluetooth

/// Every method of the three delegates, spelled as Apple's interface has it: that this compiles, and that
/// each requirement is met by these and no empty body, is the test.
private class Everything: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate,
    CBPeripheralManagerDelegate
{
    var calls = 0
    func centralManagerDidUpdateState(_ central: CBCentralManager) { calls += 1 }
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) { calls += 1 }
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) { calls += 1 }
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) { calls += 1 }
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) { calls += 1 }
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) { calls += 1 }
    func centralManager(
        _ central: CBCentralManager, connectionEventDidOccur event: CBConnectionEvent,
        for peripheral: CBPeripheral
    ) { calls += 1 }
    func centralManager(
        _ central: CBCentralManager, didUpdateANCSAuthorizationFor peripheral: CBPeripheral
    ) { calls += 1 }
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) { calls += 1 }
    func peripheralDidUpdateName(_ peripheral: CBPeripheral) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]
    ) { calls += 1 }
    func peripheralDidUpdateRSSI(_ peripheral: CBPeripheral, error: (any Error)?) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?
    ) { calls += 1 }
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
    ) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor descriptor: CBDescriptor, error: (any Error)?
    ) { calls += 1 }
    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) { calls += 1 }
    func peripheral(
        _ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) { calls += 1 }
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) { calls += 1 }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]
    ) { calls += 1 }
    func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager, error: (any Error)?
    ) { calls += 1 }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) { calls += 1 }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral, didSubscribeTo characteristic: CBCharacteristic
    ) { calls += 1 }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) { calls += 1 }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest
    ) { calls += 1 }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
    ) { calls += 1 }
    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) { calls += 1 }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) { calls += 1 }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) { calls += 1 }
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: (any Error)?
    ) { calls += 1 }
}

@Suite struct SurfaceTests {
    @Test func everyDelegateMethodIsTheAppsOwn() {
        let app = Everything()
        // Managers without a delegate: they call nobody while this test does.
        let central = CBCentralManager(delegate: nil, queue: DispatchQueue(label: "app"))
        let peripheral = CBPeripheralManager(delegate: nil, queue: DispatchQueue(label: "app"))
        let centralDelegate: any CBCentralManagerDelegate = app
        let peripheralDelegate: any CBPeripheralManagerDelegate = app
        centralDelegate.centralManagerDidUpdateState(central)
        centralDelegate.centralManager(central, willRestoreState: [:])
        peripheralDelegate.peripheralManagerDidUpdateState(peripheral)
        peripheralDelegate.peripheralManager(peripheral, willRestoreState: [:])
        peripheralDelegate.peripheralManagerDidStartAdvertising(peripheral, error: nil)
        peripheralDelegate.peripheralManager(peripheral, didOpen: nil, error: nil)
        peripheralDelegate.peripheralManager(peripheral, didReceiveWrite: [])
        #expect(app.calls == 7)
    }

    @Test(arguments: [
        (CBAdvertisementDataLocalNameKey, "kCBAdvDataLocalName"),
        (CBAdvertisementDataTxPowerLevelKey, "kCBAdvDataTxPowerLevel"),
        (CBAdvertisementDataServiceUUIDsKey, "kCBAdvDataServiceUUIDs"),
        (CBAdvertisementDataServiceDataKey, "kCBAdvDataServiceData"),
        (CBAdvertisementDataManufacturerDataKey, "kCBAdvDataManufacturerData"),
        (CBAdvertisementDataOverflowServiceUUIDsKey, "kCBAdvDataHashedServiceUUIDs"),
        (CBAdvertisementDataIsConnectable, "kCBAdvDataIsConnectable"),
        (CBAdvertisementDataSolicitedServiceUUIDsKey, "kCBAdvDataSolicitedServiceUUIDs"),
        (CBCentralManagerOptionShowPowerAlertKey, "kCBInitOptionShowPowerAlert"),
        (CBCentralManagerOptionRestoreIdentifierKey, "kCBInitOptionRestoreIdentifier"),
        (CBCentralManagerOptionDeviceAccessForMedia, "kCBInitOptionDeviceAccessForMedia"),
        (CBCentralManagerScanOptionAllowDuplicatesKey, "kCBScanOptionAllowDuplicates"),
        (CBCentralManagerScanOptionSolicitedServiceUUIDsKey, "kCBScanOptionSolicitedServiceUUIDs"),
        (CBConnectPeripheralOptionNotifyOnConnectionKey, "kCBConnectOptionNotifyOnConnection"),
        (CBConnectPeripheralOptionNotifyOnDisconnectionKey, "kCBConnectOptionNotifyOnDisconnection"),
        (CBConnectPeripheralOptionNotifyOnNotificationKey, "kCBConnectOptionNotifyOnNotification"),
        (CBConnectPeripheralOptionStartDelayKey, "kCBConnectOptionStartDelay"),
        (CBConnectPeripheralOptionEnableTransportBridgingKey, "kCBConnectOptionEnableTransportBridging"),
        (CBConnectPeripheralOptionRequiresANCS, "kCBConnectOptionRequiresANCS"),
        (CBConnectPeripheralOptionEnableAutoReconnect, "kCBConnectOptionEnableAutoReconnect"),
        (CBCentralManagerRestoredStatePeripheralsKey, "kCBRestoredPeripherals"),
        (CBCentralManagerRestoredStateScanServicesKey, "kCBRestoredScanServices"),
        (CBCentralManagerRestoredStateScanOptionsKey, "kCBRestoredScanOptions"),
        (CBPeripheralManagerOptionShowPowerAlertKey, "kCBInitOptionShowPowerAlert"),
        (CBPeripheralManagerOptionRestoreIdentifierKey, "kCBInitOptionRestoreIdentifier"),
        (CBPeripheralManagerRestoredStateServicesKey, "kCBRestoredServices"),
        (CBPeripheralManagerRestoredStateAdvertisementDataKey, "kCBRestoredAdvertisement"),
        (CBErrorDomain, "CBErrorDomain"),
        (CBATTErrorDomain, "CBATTErrorDomain"),
        (CBUUIDCharacteristicExtendedPropertiesString, "2900"),
        (CBUUIDCharacteristicUserDescriptionString, "2901"),
        (CBUUIDClientCharacteristicConfigurationString, "2902"),
        (CBUUIDServerCharacteristicConfigurationString, "2903"),
        (CBUUIDCharacteristicFormatString, "2904"),
        (CBUUIDCharacteristicAggregateFormatString, "2905"),
        (CBUUIDCharacteristicValidRangeString, "2906"),
        (CBUUIDL2CAPPSMCharacteristicString, "ABDD3056-28FA-441D-A470-55A75A52553A"),
        (CBUUIDCharacteristicObservationScheduleString, "2910"),
    ])
    func constantsHaveApplesStrings(constant: String, text: String) {
        #expect(constant == text)
    }

    @Test func rawValuesAreApples() {
        #expect(
            (0...5).map { CBManagerState(rawValue: $0) } == [
                .unknown, .resetting, .unsupported, .unauthorized, .poweredOff, .poweredOn,
            ])
        #expect(CBPeripheralState(rawValue: 3) == .disconnecting)
        #expect(CBManagerAuthorization(rawValue: 3) == .allowedAlways)
        #expect(CBCharacteristicWriteType.withoutResponse.rawValue == 1)
        #expect(CBCharacteristicProperties.indicateEncryptionRequired.rawValue == 0x200)
        #expect(CBAttributePermissions.writeEncryptionRequired.rawValue == 8)
        #expect(CBConnectionEvent.peerConnected.rawValue == 1)
        #expect(CBPeripheralManagerConnectionLatency.high.rawValue == 2)
        #expect(CBATTError.Code.insufficientResources.rawValue == 17)
        #expect(CBError.Code.leGattNearBackgroundNotificationLimit.rawValue == 18)
        #expect(CBConnectionEventMatchingOption.serviceUUIDs.rawValue.hasSuffix("ServiceUUIDs"))
    }

    /// Typical app code, with Apple's default arguments.
    @Test func defaultArgumentsAreApples() {
        let central = CBCentralManager(delegate: nil, queue: DispatchQueue(label: "app"))
        central.scanForPeripherals(withServices: nil)
        central.registerForConnectionEvents()
        let connect: (CBPeripheral) -> Void = { central.connect($0) }
        let describe: (CBManagerState) -> String = { state in
            switch state {
            case .unknown, .resetting, .unsupported, .unauthorized: "no"
            case .poweredOff: "off"
            case .poweredOn: "on"
            @unknown default: "?"
            }
        }
        let service = CBMutableService(type: CBUUID(string: "180D"), primary: true)
        let characteristic = CBMutableCharacteristic(
            type: CBUUID(string: "2A37"), properties: .notify, value: nil, permissions: [])
        service.characteristics = [characteristic]
        #expect(service.characteristics?.first === characteristic && characteristic.service === service)
        #expect(describe(central.state) == "no" && CBUUID().data.count == 16)
        #expect(CBL2CAPChannel().peer == nil)
        _ = connect
    }
}
