import FaradayTesting
import Foundation
import Testing

@Suite(.enabled(if: World().holdsAppWork)) struct UploadTests {
    func sendsThePhoto(_ launch: (Data) -> some AnyObject) async throws {
        let world = World.current
        let received = World.Lock<[UInt8]>([])
        world.add(
            DeviceDefinition(name: "Frame") {
                DeviceAdvertising(services: ["FFC0"])
                DeviceService("FFC0") { DeviceCharacteristic("FFC1", .read) }
                DeviceChannel(psm: 0x80).onReceive { _, bytes in received.withLock { $0 += bytes } }
            })
        let photo = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 1000) })
        let app = world.addPhone(.iOS(18)).run { launch(photo) }
        try await world.run(for: .minutes(1))
        try #require(received.withLock { $0.count } == photo.count)
        #expect(Data(received.withLock { $0 }) == photo, "the order is right")
        withExtendedLifetime(app) {}
    }

    @Test(.simulated(seed: 7)) func waitsForSpace() async throws {
        try await sendsThePhoto(MendedUpload.init)
    }

    // MARK: The apps with the mistake

    @Test(.failsAsPrinted, .simulated(seed: 7)) func sendsThePhoto() async throws {
        try await sendsThePhoto(NaiveUpload.init)
    }
}
