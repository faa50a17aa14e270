import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel

extension Phone {
    /// The app's next central manager with this restore identifier is told `willRestoreState`, as if the app had run
    /// before and had been connected or connecting to these devices, and scanning (behaviours 7.4 and 7.6).
    ///
    /// Devices that the phone has a link to, for example because another app holds them with `hold(_:)`, are
    /// connected in the restored state. The others are connecting, and get connected when they show up. Other
    /// managers of the app are not touched. What was there to be restored under the identifier is replaced; nothing
    /// happens while the app has such a manager. All of it is lost when the user switches Bluetooth off (behaviour
    /// 7.11).
    ///
    /// - Parameters:
    ///   - identifier: The restore identifier.
    ///   - peers: The devices.
    ///   - scan: The services that the scan is for, empty for all; `nil` for no scan.
    ///   - allowDuplicates: Whether the scan reports every packet.
    ///   - solicitedServices: Services for which the scan reports peers that look for them.
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
