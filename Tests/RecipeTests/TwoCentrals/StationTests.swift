import FaradayCoreBluetooth
import FaradayTesting
import Foundation
import Testing

/// What the tests ask of an app.
protocol StationApp: AnyObject {
    func send(_ values: [Data])
}

/// An app on another phone, which listens.
private final class Listener: DeviceLink {
    private(set) var isSubscribed = false
    private(set) var values: [Data] = []

    init() { super.init(to: "FFB0") }

    override func ready(_ peripheral: CBPeripheral) {
        if let records = self["FFB1"] { peripheral.setNotifyValue(true, for: records) }
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor item: CBCharacteristic, error: Error?
    ) {
        isSubscribed = item.isNotifying
    }

    override func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor item: CBCharacteristic, error: Error?
    ) {
        if let value = item.value { values.append(value) }
    }
}

@Suite(.enabled(if: World().holdsAppWork)) struct StationTests {
    func reachesBothPhones(_ launch: () -> some StationApp) async throws {
        let world = World.current
        let app = world.addPhone(.iOS(18), name: "station").run { launch() }
        let near = world.addPhone(.iOS(18), name: "near", at: .meters(1)).run { Listener() }
        let far = world.addPhone(.iOS(18), name: "far", at: .meters(30)).run { Listener() }
        try await world.run(until: { near.isSubscribed && far.isSubscribed })
        let records = (0..<200).map { Data([UInt8($0)]) }
        app.send(records)
        try await world.run(for: .seconds(30))
        #expect(near.values.count == 200)
        #expect(far.values.count == 200)
    }

    @Test(.simulated(seed: 7)) func waitsForRoom() async throws {
        try await reachesBothPhones(MendedStation.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func reachesBothPhones() async throws {
        try await reachesBothPhones(NaiveStation.init)
    }
}
