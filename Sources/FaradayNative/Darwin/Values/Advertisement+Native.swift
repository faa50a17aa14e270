import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

extension Advertisement {
    /// The port's value of `advertisementData`; service data is sorted by UUID, because a dictionary has no
    /// order.
    init(_ data: [String: Any]) {
        self.init()
        localName = data[CBAdvertisementDataLocalNameKey] as? String
        manufacturerData = (data[CBAdvertisementDataManufacturerDataKey] as? Data).map { [UInt8]($0) }
        serviceData = (data[CBAdvertisementDataServiceDataKey] as? [CBUUID: Data] ?? [:])
            .map { ServiceData(uuid: BluetoothUUID($0.key), data: [UInt8]($0.value)) }
            .sorted { ($0.uuid.high, $0.uuid.low) < ($1.uuid.high, $1.uuid.low) }
        serviceUUIDs = Self.uuids(data[CBAdvertisementDataServiceUUIDsKey])
        overflowServiceUUIDs = Self.uuids(data[CBAdvertisementDataOverflowServiceUUIDsKey])
        solicitedServiceUUIDs = Self.uuids(data[CBAdvertisementDataSolicitedServiceUUIDsKey])
        txPowerLevel = (data[CBAdvertisementDataTxPowerLevelKey] as? NSNumber)?.intValue
        isConnectable = (data[CBAdvertisementDataIsConnectable] as? NSNumber)?.boolValue
        // There are no constants for these keys, but the framework delivers them (behaviour 2.16).
        timestamp = (data["kCBAdvDataTimestamp"] as? NSNumber)?.doubleValue
        rxPrimaryPHY = (data["kCBAdvDataRxPrimaryPHY"] as? NSNumber)?.intValue
        rxSecondaryPHY = (data["kCBAdvDataRxSecondaryPHY"] as? NSNumber)?.intValue
    }

    private static func uuids(_ value: Any?) -> [BluetoothUUID] {
        (value as? [CBUUID] ?? []).map { BluetoothUUID($0) }
    }
}
