import BluetoothPort
import BluetoothTypes
import Foundation

/// The key under which the `provider:` initialisers pass the phone on to the designated ones, so that
/// a subclass overrides the same one as with Apple's framework.
let providerOptionKey = "faradayPortProvider"

extension Dictionary where Key == String, Value == Any {
    func flag(_ key: String) -> Bool {
        switch self[key] {
        case let value as Bool: value
        case let value as NSNumber: value.boolValue
        default: false
        }
    }

    func number(_ key: String) -> Double? {
        switch self[key] {
        case let value as Double: value
        case let value as Int: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }

    func uuids(_ key: String) -> [BluetoothUUID] {
        (self[key] as? [CBUUID] ?? []).map(\.value)
    }
}

extension Optional where Wrapped == [String: Any] {
    /// The phone that was passed in, else the one of the environment.
    var provider: (any PortProvider)? {
        (self?[providerOptionKey] as? any PortProvider) ?? PortEnvironment.resolve()
    }

    func adding(_ provider: any PortProvider) -> [String: Any] {
        (self ?? [:]).merging([providerOptionKey: provider]) { $1 }
    }
}

extension ManagerOptions {
    /// Reads the options of both managers: their keys have the same values.
    init(_ options: [String: Any]?) {
        self.init(
            restoreIdentifier: options?[CBCentralManagerOptionRestoreIdentifierKey] as? String,
            showsPowerAlert: options?.flag(CBCentralManagerOptionShowPowerAlertKey) ?? false,
            accessesMediaDevices: options?.flag("kCBInitOptionDeviceAccessForMedia") ?? false)
    }
}

extension Central.ScanRequest {
    init(services: [CBUUID]?, options: [String: Any]?) {
        self.init(
            services: (services ?? []).map(\.value),
            allowsDuplicates: options?.flag(CBCentralManagerScanOptionAllowDuplicatesKey) ?? false,
            solicitedServices: options?.uuids(CBCentralManagerScanOptionSolicitedServiceUUIDsKey) ?? [])
    }
}

extension Central.ConnectOptions {
    init(_ options: [String: Any]?) {
        let options = options ?? [:]
        // Some constants are newer than the oldest deployment target, so their values are written out.
        var alerts: Central.ConnectionAlerts = []
        if options.flag(CBConnectPeripheralOptionNotifyOnConnectionKey) { alerts.insert(.connection) }
        if options.flag(CBConnectPeripheralOptionNotifyOnDisconnectionKey) { alerts.insert(.disconnection) }
        if options.flag(CBConnectPeripheralOptionNotifyOnNotificationKey) { alerts.insert(.notification) }
        self.init(
            startDelay: options.number(CBConnectPeripheralOptionStartDelayKey) ?? 0,
            enablesAutoReconnect: options.flag("kCBConnectOptionEnableAutoReconnect"), alerts: alerts,
            bridgesTransport: options.flag("kCBConnectOptionEnableTransportBridging"),
            requiresNotificationSharing: options.flag("kCBConnectOptionRequiresANCS"))
    }
}

@available(iOS 13.0, macCatalyst 13.1, tvOS 13.0, watchOS 6.0, visionOS 1.0, *)
@available(macOS, unavailable)
extension Central.ConnectionEventMatch {
    init(_ options: [CBConnectionEventMatchingOption: Any]) {
        let services = options[.serviceUUIDs] as? [CBUUID] ?? []
        let peers = options[.peripheralUUIDs] as? [UUID] ?? []
        self.init(services: services.map(\.value), peers: peers.map { PeerIdentifier($0) })
    }
}
