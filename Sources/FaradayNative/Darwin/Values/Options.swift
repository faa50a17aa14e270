import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

extension ManagerOptions {
    /// The options of a central manager; options that were not set are left out.
    var forCentral: [String: Any] {
        var options: [String: Any] = [:]
        if let restoreIdentifier { options[CBCentralManagerOptionRestoreIdentifierKey] = restoreIdentifier }
        if showsPowerAlert { options[CBCentralManagerOptionShowPowerAlertKey] = true }
        #if !os(macOS)
        if accessesMediaDevices, #available(iOS 16, tvOS 16, watchOS 9, visionOS 1, *) {
            options[CBCentralManagerOptionDeviceAccessForMedia] = true
        }
        #endif
        return options
    }

    /// The options of a peripheral manager; options that were not set are left out.
    var forPeripheral: [String: Any] {
        var options: [String: Any] = [:]
        if let restoreIdentifier {
            options[CBPeripheralManagerOptionRestoreIdentifierKey] = restoreIdentifier
        }
        if showsPowerAlert { options[CBPeripheralManagerOptionShowPowerAlertKey] = true }
        return options
    }
}

extension Central.ScanRequest {
    /// The services to scan for; `nil` means all.
    var nativeServices: [CBUUID]? { services.isEmpty ? nil : services.map(\.native) }

    var nativeOptions: [String: Any] {
        var options: [String: Any] = [:]
        if allowsDuplicates { options[CBCentralManagerScanOptionAllowDuplicatesKey] = true }
        if !solicitedServices.isEmpty {
            options[CBCentralManagerScanOptionSolicitedServiceUUIDsKey] = solicitedServices.map(\.native)
        }
        return options
    }

    /// The scan that a restored manager continues.
    init(services: [CBUUID], options: [String: Any]) {
        let duplicates = options[CBCentralManagerScanOptionAllowDuplicatesKey]
        let solicited = options[CBCentralManagerScanOptionSolicitedServiceUUIDsKey] as? [CBUUID]
        self.init(
            services: services.map { BluetoothUUID($0) },
            allowsDuplicates: duplicates as? Bool ?? (duplicates as? NSNumber)?.boolValue ?? false,
            solicitedServices: (solicited ?? []).map { BluetoothUUID($0) })
    }
}

extension Central.ConnectOptions {
    var native: [String: Any] {
        var options: [String: Any] = [:]
        if startDelay > 0 { options[CBConnectPeripheralOptionStartDelayKey] = NSNumber(value: startDelay) }
        if alerts.contains(.connection) { options[CBConnectPeripheralOptionNotifyOnConnectionKey] = true }
        if alerts.contains(.disconnection) {
            options[CBConnectPeripheralOptionNotifyOnDisconnectionKey] = true
        }
        if alerts.contains(.notification) {
            options[CBConnectPeripheralOptionNotifyOnNotificationKey] = true
        }
        if enablesAutoReconnect, #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) {
            options[CBConnectPeripheralOptionEnableAutoReconnect] = true
        }
        #if !os(macOS)
        if bridgesTransport { options[CBConnectPeripheralOptionEnableTransportBridgingKey] = true }
        if requiresNotificationSharing { options[CBConnectPeripheralOptionRequiresANCS] = true }
        #endif
        return options
    }
}

#if !os(macOS)
extension Central.ConnectionEventMatch {
    var native: [CBConnectionEventMatchingOption: Any] {
        var options: [CBConnectionEventMatchingOption: Any] = [:]
        if !services.isEmpty { options[.serviceUUIDs] = services.map(\.native) }
        if !peers.isEmpty { options[.peripheralUUIDs] = peers.map(\.uuid) }
        return options
    }
}
#endif

extension Peripheral.AdvertisementRequest {
    /// The dictionary for `startAdvertising`; the framework itself reports other keys.
    var native: [String: Any] {
        var data: [String: Any] = [:]
        for key in refusedKeys { data[key] = NSNull() }
        if let localName { data[CBAdvertisementDataLocalNameKey] = localName }
        if !serviceUUIDs.isEmpty { data[CBAdvertisementDataServiceUUIDsKey] = serviceUUIDs.map(\.native) }
        if let beacon { data[Self.beaconKey] = Data(beacon) }
        return data
    }

    /// The key in a beacon region's dictionary (behaviour 6.7).
    private static let beaconKey = "kCBAdvDataAppleBeaconKey"

    /// The data that a restored manager continues to advertise.
    init(_ data: [String: Any]) {
        self.init(
            localName: data[CBAdvertisementDataLocalNameKey] as? String,
            serviceUUIDs: (data[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? [])
                .map { BluetoothUUID($0) },
            beacon: (data[Self.beaconKey] as? Data).map { [UInt8]($0) })
    }
}
