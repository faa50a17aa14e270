import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

extension Phone {
    /// The app's next central manager with this restore identifier is told `willRestoreState`, as if an earlier life of
    /// the app had been connected to these devices, or connecting, and scanning (ledger 7.4, 7.6).
    ///
    /// Devices that the phone has a link to, by `hold(_:)` of another app for one, are connected in the restored state;
    /// the others are connecting, and get connected when they show up. Other managers of the app are not touched.
    /// What was there to be restored under the identifier is replaced; in vain while the app has such a manager. Like
    /// all that is preserved it is lost when the user switches Bluetooth off (ledger 7.11).
    ///
    /// - Parameters:
    ///   - scan: The services that the scan is for, empty for all; `nil` for no scan.
    ///   - allowDuplicates: Whether the scan reports every packet.
    ///   - solicitedServices: Services that the scan is for where peers look for them (ledger 2.31).
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
