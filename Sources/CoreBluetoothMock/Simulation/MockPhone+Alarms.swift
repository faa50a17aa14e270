import FaradayCoreBluetooth
import FaradaySimulation

/// What ready-made peripherals do later.
extension MockPhone {
    /// Runs `body` on the main queue, as code on this phone, when `delay` has passed on its clock.
    func later(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void) {
        let world = world
        world.after(delay, isForMainQueue: true) { [weak self] in
            guard let phone = self?.phone else { return }
            let work: @Sendable () -> Void = { phone.run(body) }
            if world.isPaced { DispatchQueue.main.async(execute: work) } else { MainQueue.runAndWait(work) }
        }
    }
}
