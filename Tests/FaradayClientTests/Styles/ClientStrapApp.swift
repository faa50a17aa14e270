import FaradayClient

/// Shows the battery and the heart rate of the first strap in range, and keeps the connection.
actor StrapApp {
    private let central = Central()
    private var strap: Peripheral?
    private let show: @Sendable (String) -> Void

    init(show: @escaping @Sendable (String) -> Void) { self.show = show }

    func run() async {
        do {
            let strap = try await central.find(.advertising([HeartRate.service]))
            self.strap = strap
            strap.maintainConnection()
            async let battery: Void = showBattery(of: strap)
            for try await beat in strap.notifications(of: HeartRate.measurement, survivesDisconnection: true)
            {
                show("\(beat.beatsPerMinute) bpm")
            }
            await battery
        } catch {
            show("\(error)")
        }
    }

    private func showBattery(of strap: Peripheral) async {
        do {
            show("battery \(try await strap.read(Battery.level)) %")
        } catch {
            show("\(error)")
        }
    }

    func resetEnergy() async {
        do {
            try await strap?.write(.resetEnergyExpended, to: HeartRate.controlPoint)
            show("energy reset")
        } catch {
            show("\(error)")
        }
    }
}
