import FaradayCoreBluetooth
import Foundation

/// The content of an advertisement, as an app gets it.
struct SeenAdvertisement: Equatable {
    var name: String?
    var services: [String] = []
    var overflow: [String] = []
}

/// An app that advertises, and records its callbacks.
final class AdvertisingApp: NSObject, CBPeripheralManagerDelegate {
    private(set) var manager: CBPeripheralManager!
    private let data: [String: Any]?
    var lines: [String] = []

    static func data(_ name: String?, _ services: [String]) -> [String: Any] {
        var data: [String: Any] = [:]
        if let name { data[CBAdvertisementDataLocalNameKey] = name }
        if !services.isEmpty {
            data[CBAdvertisementDataServiceUUIDsKey] = services.map { CBUUID(string: $0) }
        }
        return data
    }

    init(_ data: [String: Any]?) {
        self.data = data
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: DispatchQueue(label: "advertiser"))
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        lines.append("state \(peripheral.state.rawValue)")
        if peripheral.state == .poweredOn { peripheral.startAdvertising(data) }
    }

    func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager, error: (any Error)?
    ) {
        let text = (error as? CBError).map { " \($0.errorCode) \($0.localizedDescription)" } ?? ""
        lines.append("advertising \(peripheral.isAdvertising)\(text)")
    }
}

/// An app that scans, for some services or for all, and keeps the last advertisement.
final class ScanningApp: NSObject, CBCentralManagerDelegate {
    private var manager: CBCentralManager!
    private let services: [CBUUID]?
    private(set) var seen: SeenAdvertisement?
    private(set) var keys: Set<String> = []
    private(set) var manufacturerData: Data?
    private(set) var count = 0
    /// The peripherals that were discovered.
    private(set) var identifiers: Set<UUID> = []
    /// The RSSI of each report.
    private(set) var signals: [Int] = []

    init(services: [String]? = nil) {
        self.services = services?.map { CBUUID(string: $0) }
        super.init()
        manager = CBCentralManager(delegate: self, queue: DispatchQueue(label: "scanner"))
    }

    func forget() { (seen, count, identifiers, signals) = (nil, 0, [], []) }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(
            withServices: services, options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        func uuids(_ key: String) -> [String] {
            (advertisementData[key] as? [CBUUID] ?? []).map(\.uuidString)
        }
        count += 1
        identifiers.insert(peripheral.identifier)
        signals.append(RSSI.intValue)
        keys = Set(advertisementData.keys)
        manufacturerData = advertisementData[CBAdvertisementDataManufacturerDataKey] as? Data
        seen = SeenAdvertisement(
            name: advertisementData[CBAdvertisementDataLocalNameKey] as? String,
            services: uuids(CBAdvertisementDataServiceUUIDsKey),
            overflow: uuids(CBAdvertisementDataOverflowServiceUUIDsKey))
    }
}
