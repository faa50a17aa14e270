import BluetoothPort
import BluetoothProfiles
import BluetoothTypes

/// What a ready-made device does step by step, such as a measurement. A new start ends what was running.
///
/// The closures of a device's definition own it, so it ends with them: when the device is removed, or gets other
/// firmware. What it has in the world's queue does not keep the world alive.
final class DeviceRoutine: Sendable {
    /// How many times it was started or stopped; a step of an earlier start does nothing.
    private let start = Lock(0)

    /// Runs `step` after `delay`, and again after as long as it says, until it returns `nil`.
    func start(
        on device: Device, after delay: Nanoseconds, _ step: @escaping @Sendable (Device) -> Nanoseconds?
    ) {
        proceed(start.withLock { $0.advance() }, on: device, after: delay, step)
    }

    /// Ends what is running.
    func stop() { _ = start.withLock { $0.advance() } }

    private func proceed(
        _ number: Int, on device: Device, after delay: Nanoseconds,
        _ step: @escaping @Sendable (Device) -> Nanoseconds?
    ) {
        device.after(delay) { [weak self] device in
            guard let self, start.withLock({ $0 }) == number, let next = step(device) else { return }
            proceed(number, on: device, after: next, step)
        }
    }
}

extension Int {
    fileprivate mutating func advance() -> Int {
        self &+= 1
        return self
    }
}

/// A device's clock: a date at the beginning of the world, and the world's time since then.
struct DeviceClock: Sendable {
    /// The date at the beginning of the world.
    let start: DateTime

    /// The date on the clock; one that does not know its year, month or day stands still.
    func date(of device: Device) -> DateTime {
        guard let seconds = start.secondsSince1970 else { return start }
        return DateTime(secondsSince1970: seconds + device.world.now.nanoseconds / 1_000_000_000)
    }
}
