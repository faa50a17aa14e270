import FaradaySimulation

/// The lines of Swift that commands give, as a test would write them: that they compile is what counts.
@available(*, unavailable, message: "only compiled")
func linesOfCommands(
    _ world: World, _ hr1: Device, _ lamp: Device, _ adasIPhone: Phone
) {
    hr1.move(to: .meters(30))
    hr1.move(to: .meters(2.5))
    hr1.move(to: Position(x: 1, y: -2, z: 0.5))
    hr1.move(to: .outOfRange)
    hr1.powerOff()
    hr1.powerOn()
    hr1.reset()
    hr1.update("2A19", [0x32])
    hr1.update("2A29", Array("Acme \"1\"".utf8))
    lamp.update(Blinky.button, [1])
    lamp.update(Blinky.button, [0])
    hr1.disconnect()
    hr1.stopAdvertising()
    hr1.startAdvertising()
    adasIPhone.move(to: .meters(3))
    adasIPhone.move(to: .outOfRange)
    adasIPhone.setBluetooth(false)
    adasIPhone.enterBackground()
    adasIPhone.enterForeground()
    adasIPhone.suspend()
    adasIPhone.terminate(.memoryPressure)
    adasIPhone.launch()
    adasIPhone.setUser(.waits)
    adasIPhone.setUser(.refuses)
    adasIPhone.setUser(.agrees)
    world.inject(.read("2A19", of: "HR-1").nth(2).fails(.unlikelyError))
    world.note("she walks away")
    world.pace(speed: 2)
}
