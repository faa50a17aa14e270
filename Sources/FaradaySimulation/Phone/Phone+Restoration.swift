import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

extension Phone {
    /// Prepares a state restoration: the app's next central manager with this restore identifier gets
    /// `willRestoreState`. It looks as if the app had run before, had been connected or connecting to these devices,
    /// and had been scanning (behaviours 7.4 and 7.6).
    ///
    /// Devices that the phone has a link to, for example because another app holds them with `hold(_:)`, are connected
    /// in the restored state. The others are connecting, and become connected when the phone finds them. Other managers
    /// of the app are not affected.
    ///
    /// A call replaces what was stored under the identifier. It does nothing while the app has a manager with that
    /// identifier. All of it is lost when the user switches Bluetooth off (behaviour 7.11).
    ///
    /// - Parameters:
    ///   - identifier: The restore identifier.
    ///   - peers: The devices.
    ///   - scan: The services that the scan is for, empty for all; `nil` for no scan.
    ///   - allowDuplicates: Whether the scan reports every packet.
    ///   - solicitedServices: Services for which the scan reports peers that solicit them.
    public func seedRestoration(
        of identifier: String, peers: [Device], scan: [BluetoothUUID]?, allowDuplicates: Bool = false,
        solicitedServices: [BluetoothUUID] = []
    ) {
        let addresses = peers.map(\.address)
        let request = scan.map {
            Central.ScanRequest(
                services: $0, allowsDuplicates: allowDuplicates, solicitedServices: solicitedServices)
        }
        world.performOnPhone(id) { phone, now in
            phone.stack.seedRestoration(of: identifier, peers: addresses, scan: request, for: app, at: now)
        }
    }
}
