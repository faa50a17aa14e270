import BluetoothTypes
import CoreBluetoothModel

extension PhoneNode {
    /// The system starts an app's process: runs what the test has for it, outside the lock.
    func launch(_ app: AppID, _ launch: AppLaunch) {
        guard let run = launchers.first(where: { $0.app == app })?.run else { return }
        later { run(launch) }
    }
}
