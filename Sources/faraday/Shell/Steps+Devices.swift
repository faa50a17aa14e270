import BluetoothTypes
import FaradayBridge

extension Steps {
    /// What can happen to a served device, under its name.
    func add(for device: Device, _ chosen: ChosenDevice) {
        let (name, home) = (device.name, device.world.position(of: device.id))
        add("\(name) leaves") { device.move(to: .outOfRange) }
        add("\(name) returns") { device.move(to: home) }
        add("\(name) switches off") { device.powerOff() }
        add("\(name) switches on") { device.powerOn() }
        add("\(name) disconnects") { device.disconnect() }
        guard chosen.isBlinky else { return }
        add("\(name) presses") { device.update(Blinky.button, [1]) }
        add("\(name) releases") { device.update(Blinky.button, [0]) }
    }
}
