import FaradayCoreBluetooth
import FaradaySimulation

/// What ready-made peripherals do later.
extension MockPhone {
    /// Runs `body` on the main queue, as code on this phone, when `delay` has passed on its clock.
    func later(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void) {
        let world = world
        world.after(delay, isForMainQueue: true) { [weak self] in
            guard let phone = self?.phone else { return }
            world.onMain { phone.run(body) }
        }
    }
}

extension World {
    /// Runs `body` on the main queue: in virtual time before anything else happens, in a paced world some time later.
    func onMain(_ body: @escaping @Sendable () -> Void) {
        if isPaced { DispatchQueue.main.async(execute: body) } else { MainQueue.runAndWait(body) }
    }
}
