import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

extension DeviceAdvertising {
    /// The set as that of a spec; `nil` if it is for one central only. What CoreBluetooth shows to no app is left out.
    func config(ofDeviceNamed name: String) -> CBMAdvertisementConfig? {
        if case .directed = kind { return nil }
        let (data, response) = encoded(name: name)
        var keys = Advertisement()
        for structure in AdvertisingData(lenient: data).structures { keys.add(structure) }
        if kind != .nonConnectable {
            for structure in AdvertisingData(lenient: response).structures { keys.add(structure) }
        }
        keys.isConnectable = kind == .connectable
        return CBMAdvertisementConfig(
            data: keys.dictionary, interval: isOneShot ? 0 : interval.seconds,
            // A single advertisement needs a delay.
            delay: isOneShot ? max(delay.seconds, 0.001) : delay.seconds,
            isAdvertisingWhenConnected: continuesWhileConnected)
    }
}

extension Advertisement {
    /// Adds what an app gets of a structure (behaviour 2.8, 2.16 to 2.18).
    fileprivate mutating func add(_ structure: AdvertisingData.Structure) {
        switch structure {
        case .incompleteServiceUUIDs(_, let uuids), .completeServiceUUIDs(_, let uuids):
            serviceUUIDs += uuids.filter { !serviceUUIDs.contains($0) }
        case .serviceSolicitation(_, let uuids):
            solicitedServiceUUIDs += uuids.filter { !solicitedServiceUUIDs.contains($0) }
        case .shortenedLocalName(let name), .completeLocalName(let name): localName = name
        case .txPowerLevel(let level): txPowerLevel = Int(level)
        case .serviceData(let uuid, let data):
            serviceData.removeAll { $0.uuid == uuid }
            serviceData.append(.init(uuid: uuid, data: data))
        case .manufacturerSpecificData:
            if manufacturerData == nil { manufacturerData = structure.data }
        default: break
        }
    }
}
