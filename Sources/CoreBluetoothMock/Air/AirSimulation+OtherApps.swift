import FaradayCoreBluetooth
import FaradaySimulation

/// Links that other apps of the phone have, and links that end with its radio.
extension AirSimulation {
    /// The app that stands for all others.
    private var otherApp: Phone { phone.app(0xCB) }

    func holdByOtherApp(_ mock: MockDevice) { otherApp.hold(mock.device) }

    func letGoByOtherApp(_ mock: MockDevice) { otherApp.letGo(of: mock.device) }

    /// A peripheral's last link has ended, and so it has for other apps.
    func otherAppsLost(_ mock: MockDevice) {
        guard mock.state.withLock({ $0.virtualConnections }) > 0 else { return }
        book.change(mock.spec) { $0.virtualConnections = 0 }
        letGoByOtherApp(mock)
    }

    /// The radio is off: peripherals lose their links and advertise again, without a word (behaviour 1.15).
    func dropLinks() {
        for mock in devices where mock.life.withLock({ !$0.links.isEmpty }) {
            mock.dropLinks()
            otherAppsLost(mock)
        }
    }
}
