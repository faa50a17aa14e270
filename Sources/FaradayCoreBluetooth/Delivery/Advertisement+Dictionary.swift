import BluetoothPort
import Foundation

extension Advertisement {
    /// The dictionary of `didDiscover`; an absent field is a missing key (behaviour 2.16).
    package var dictionary: [String: Any] {
        var data: [String: Any] = [:]
        data.reserveCapacity(8)
        if let localName { data[CBAdvertisementDataLocalNameKey] = localName }
        if let manufacturerData {
            data[CBAdvertisementDataManufacturerDataKey] = Data(manufacturerData)
        }
        if !serviceData.isEmpty {
            let pairs = serviceData.map { (CBUUID($0.uuid), Data($0.data)) }
            data[CBAdvertisementDataServiceDataKey] = [CBUUID: Data](pairs) { $1 }
        }
        if !serviceUUIDs.isEmpty { data[CBAdvertisementDataServiceUUIDsKey] = serviceUUIDs.map(CBUUID.init) }
        if !overflowServiceUUIDs.isEmpty {
            data[CBAdvertisementDataOverflowServiceUUIDsKey] = overflowServiceUUIDs.map(CBUUID.init)
        }
        if !solicitedServiceUUIDs.isEmpty {
            data[CBAdvertisementDataSolicitedServiceUUIDsKey] = solicitedServiceUUIDs.map(CBUUID.init)
        }
        if let txPowerLevel { data[CBAdvertisementDataTxPowerLevelKey] = NSNumber(value: txPowerLevel) }
        if let isConnectable { data[CBAdvertisementDataIsConnectable] = NSNumber(value: isConnectable) }
        if let timestamp { data["kCBAdvDataTimestamp"] = NSNumber(value: timestamp) }
        if let rxPrimaryPHY { data["kCBAdvDataRxPrimaryPHY"] = NSNumber(value: rxPrimaryPHY) }
        if let rxSecondaryPHY { data["kCBAdvDataRxSecondaryPHY"] = NSNumber(value: rxSecondaryPHY) }
        return data
    }
}
