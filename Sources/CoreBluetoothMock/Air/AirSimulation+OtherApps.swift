import FaradayCoreBluetooth
import FaradaySimulation

/// Links of other apps of the phone, and links that end when its radio is turned off.
extension AirSimulation {
    /// The app that represents all other apps.
    private var otherApp: Phone { phone.app(0xCB) }

    func holdByOtherApp(_ mock: MockDevice) { otherApp.hold(mock.device) }

    func letGoByOtherApp(_ mock: MockDevice) { otherApp.letGo(of: mock.device) }

    /// A peripheral's last link has ended, so it has ended for other apps too.
    func otherAppsLost(_ mock: MockDevice) {
        guard mock.state.withLock({ $0.virtualConnections }) > 0 else { return }
        book.change(mock.spec) { $0.virtualConnections = 0 }
        letGoByOtherApp(mock)
    }

    /// The radio is off: peripherals lose their links and advertise again, without a callback (behaviour
    /// 1.15).
    func dropLinks() {
        for mock in devices where mock.life.withLock({ !$0.links.isEmpty }) {
            mock.dropLinks(after: .zero, isRestart: false)
            otherAppsLost(mock)
        }
    }
}
