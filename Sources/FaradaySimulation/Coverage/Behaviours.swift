import BluetoothPort
import CoreBluetoothModel

/// By what a behaviour of Documentation/Behaviours.md is recognized, from what crosses the port.
///
/// Only behaviours are here that one callback or misuse shows without doubt, with what the app knew before. That a
/// behaviour was recognized says that the run came there, not that the app handles it. Documentation/Coverage.md has
/// the list.
enum Behaviours {
    /// The numbers that can be recognized.
    static let known = [
        "1.2", "1.3", "1.4", "1.7", "1.10", "1.11", "1.15", "1.22", "1.25", "1.27", "1.28", "1.29", "1.33",
        "2.14",
        "3.4", "3.5", "3.6", "3.9", "3.10", "3.11", "3.14", "3.17", "3.19", "3.35", "4.1", "4.14", "4.15",
        "4.17",
        "5.6", "5.7", "5.14", "5.15", "5.16", "5.17", "5.22", "5.26", "5.30", "5.32", "5.33", "5.37", "5.40",
        "6.1",
        "6.4", "6.7", "6.9", "6.15", "6.18", "6.19", "6.22", "6.23", "6.29", "6.30", "7.1", "7.4", "7.11",
        "27.8", "27.13",
    ]

    /// A manager's state, after another one or as the first.
    static func of(_ state: ManagerState, after last: ManagerState?) -> [String] {
        var numbers = last == nil ? ["1.2"] : []
        switch state {
        case .poweredOff where last == .poweredOn: numbers.append("1.15")
        case .resetting: numbers.append("1.22")
        case .unauthorized: numbers.append("1.4")
        case .unsupported: numbers.append("1.25")
        default: break
        }
        return numbers
    }

    /// A central manager's callback; `known` is what the app knew of the peripheral before.
    static func of(_ event: Central.Event, about known: CoverageCounter.Known?) -> [String] {
        switch event {
        case .willRestoreState: return ["7.4"]
        case .discovered(_, _, let rssi): return rssi == 127 ? ["2.14"] : []
        case .connected: return known?.state == .connected ? ["3.4"] : []
        case .failedToConnect(_, let error):
            return error == .peerRemovedPairingInformation ? ["3.14", "3.17"] : ["3.14"]
        case .disconnected(_, let error, _, let isReconnecting):
            return end(error, isReconnecting, known)
        case .connectionEvent: return ["3.35"]
        case .nameChanged: return ["5.37"]
        case .servicesModified: return ["4.14"]
        case .rssi(_, .success): return ["5.30"]
        case .readyToWriteWithoutResponse: return ["5.17"]
        case .ranging(_, .measured(.failure)): return ["27.8"]
        case .ranging(_, .measured(.success(let distance))): return distance < 0 ? ["27.13"] : []
        case .channelOpened(_, .failure(.invalidParameters)): return ["6.30"]
        case .servicesDiscovered(_, let services, nil): return services.isEmpty ? ["4.1"] : []
        case .characteristicValue(_, _, .failure(let error)), .descriptorValue(_, _, .failure(let error)):
            return failure(error)
        case .characteristicWritten(_, _, let error?), .descriptorWritten(_, _, let error?):
            return (error == .att(code: 3) ? ["5.6"] : error == .att(code: 13) ? ["5.14"] : [])
                + failure(error)
        case .notifyStateChanged(_, _, _, let error?):
            return (error == .att(code: 6) ? ["5.22"] : []) + failure(error)
        default: return []
        }
    }

    private static func end(
        _ error: PortError?, _ isReconnecting: Bool, _ known: CoverageCounter.Known?
    ) -> [String] {
        var numbers: [String] = []
        switch error {
        case nil where known?.connectsAgain == true: numbers.append("3.9")
        case nil where known?.last == "cancelPeripheralConnection":
            numbers.append(known?.wasConnected == true ? "3.6" : "3.5")
        case .peripheralDisconnected?: numbers.append("3.10")
        case .connectionTimeout?: numbers.append("3.11")
        default: break
        }
        if isReconnecting { numbers.append("3.19") }
        return numbers
    }

    /// An error of a request about an attribute.
    private static func failure(_ error: PortError) -> [String] {
        guard case .att(let code) = error else { return [] }
        if code == 5 || code == 15 { return ["5.33"] }
        return code >= 0x80 ? ["5.40"] : []
    }

    /// A peripheral manager's callback.
    static func of(_ event: Peripheral.Event) -> [String] {
        switch event {
        case .willRestoreState: ["7.4"]
        case .serviceAdded(_, nil): ["6.1"]
        case .advertisingStarted(.alreadyAdvertising): ["6.9"]
        case .subscribed, .unsubscribed: ["6.15"]
        case .readRequest: ["6.4"]
        case .writeRequests(_, let requests): requests.count > 1 ? ["6.4", "6.23"] : ["6.4"]
        case .readyToUpdateSubscribers: ["6.19"]
        case .channelPublished(_, nil): ["6.29"]
        default: []
        }
    }

    /// A wrong use of CoreBluetooth.
    static func of(_ misuse: Misuse) -> [String] {
        switch misuse.kind {
        case .notPoweredOn: misuse.call.hasPrefix("CBPeripheralManager") ? ["1.11"] : ["1.7"]
        case .notConnected: ["1.10"]
        case .missingRestoreIdentifier: ["1.27"]
        case .unusedConnectingPeripheral: ["1.28"]
        case .unusedConnectedPeripheral: ["1.29"]
        case .notOnAir: ["1.33"]
        case .noDelegateForModifiedServices: ["4.15"]
        case .noDelegateForDiscovery: ["4.17"]
        case .unsupportedWriteWithoutResponse: ["5.7"]
        case .truncatedWriteWithoutResponse: ["5.15"]
        case .lostWriteWithoutResponse: ["5.16"]
        case .clientConfigurationWritten: ["5.26"]
        case .refusedAdvertisementKey: ["6.7"]
        case .truncatedUpdate: ["6.18"]
        case .unansweredRequest, .unknownRequest: ["6.22"]
        default: []
        }
    }

    /// An event of the world itself.
    static func of(_ happening: TraceRecord.Happening) -> [String] {
        switch happening {
        case .pairingAlert: ["5.32"]
        case .systemAlert(let alert): alert.kind == .bluetoothPermission ? ["1.3"] : []
        case .appState(_, .suspended): ["7.1"]
        case .launch(_, let launch): launch.isInBackground ? ["7.11"] : []
        default: []
        }
    }
}
