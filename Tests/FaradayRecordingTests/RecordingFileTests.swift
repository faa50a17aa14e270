#if os(macOS) || os(Linux)
import BluetoothPort
import BluetoothWire
import FaradayCoreBluetooth
import FaradayRecording
import FaradaySimulation
import Foundation
import Testing

@Suite struct RecordingFileTests {
    private static func folder() throws -> String {
        let path = NSTemporaryDirectory() + "faraday-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    @Test("A recording overwrites no file, and says why there is none")
    func names() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = try (0..<3).map { _ in try RecordingFile(path: folder + "/strap.pcapng") }
        let names = ["strap.pcapng", "strap-2.pcapng", "strap-3.pcapng"]
        #expect(files.map(\.path) == names.map { "\(folder)/\($0)" })
        let error = #expect(throws: RecordingFile.Problem.self) {
            try RecordingFile(path: folder + "/none/strap.pcapng")
        }
        #expect(
            error?.description
                == "can't write the recording to \(folder)/none/strap.pcapng: No such file or directory")
    }

    private final class Accessory: AccessorySink {
        let events = Lock<[Accessories.Event]>([])
        func receive(_ event: Accessories.Event, _ delivery: Delivery) {
            events.withLock { $0.append(event) }
        }
        var isAtHomeOnMainQueue: Bool { false }
    }

    @Test("What is not recorded is there: accessories and measuring")
    func unrecorded() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let world = World(seed: 1)
        let phone = world.addPhone(.iOS(27))
        let recorded = RecordingProvider(phone, to: try RecordingFile(path: folder + "/a.btsnoop"))
        #expect(recorded.nearbyCapabilities == phone.nearbyCapabilities)
        let sink = Accessory()
        let session = recorded.openAccessorySession(sink: sink)
        session.send(.activate)
        try world.run(for: .seconds(1))
        #expect(sink.events.withLock { $0 } == [.activated([])])
    }

    @Test("Packets are in the file as soon as they happen, and none after its end")
    func atOnce() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try RecordingFile(path: folder + "/a.btsnoop")
        let world = World(seed: 1)
        let phone = RecordingProvider(world.addPhone(), to: file)
        func packets() throws -> [CapturedPacket] {
            try CaptureReader.packets([UInt8](Data(contentsOf: URL(fileURLWithPath: file.path))))
        }
        let manager = PortEnvironment.$current.withValue(phone) { CBCentralManager() }
        #expect(try packets().count == 1)
        try world.run(for: .seconds(1))
        manager.scanForPeripherals(withServices: nil)
        #expect(try packets().count == 2)
        file.close()
        manager.stopScan()
        #expect(try packets().count == 2)
        // A simulation is recorded only if somebody asks for it.
        #expect(RecordingProvider.fromEnvironment(wrapping: phone) === phone)
    }
}
#endif
