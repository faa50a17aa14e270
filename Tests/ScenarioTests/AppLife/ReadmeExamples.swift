import BluetoothTypes
import FaradayCoreBluetooth
import FaradayTesting
import Testing

/// What README shows of pairing.
@Suite struct ReadmeExamples {
    @Test("The lock of README pairs when it is read; without its bonds a connect fails with 14", .simulated)
    func pairsAndForgets() async throws {
        let world = World.current
        let phone = world.addPhone(.iOS(18))
        let lock = world.add(
            DeviceDefinition(name: "Lock") {
                DeviceSecurity(.displayOnly)  // shows a passkey
                DeviceAdvertising(services: ["FF00"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF01", .read, value: [1], requires: .authenticated)
                }
            })
        // The user reads the display, and types the passkey four seconds later.
        phone.onPairing { alert in .after(.seconds(4), .accept) }

        let app = phone.run { Explorer(reconnects: false) }
        try await world.run(until: { app.isReady })
        let asked = world.now
        app.read("FF01")
        try await world.run(until: { app.lines == ["FF01 = [1]"] })
        // Four seconds for the user, and a few for the rounds that confirm the passkey bit by bit.
        let taken = world.now - asked
        #expect(taken > .seconds(6) && taken < .seconds(8))
        #expect(phone.bonds.count == 1 && lock.bonds.count == 1)

        lock.forgetBonds()
        lock.disconnect()
        try await world.run(until: { lock.connectionCount == 0 })
        app.lines = []
        app.connectAgain()
        try await world.run(until: { !app.lines.isEmpty })
        #expect(app.lines == ["failed 14"])
    }
}
