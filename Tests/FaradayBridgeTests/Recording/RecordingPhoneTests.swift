#if os(macOS) || os(Linux)
import BluetoothTypes
import FaradayDeviceFiles
import FaradayProtocol
import Foundation
import Testing

@testable import FaradayBridge
@testable import FaradayImport

/// A device behind a socket is recorded, imported, and compared with itself.
@Suite struct RecordingPhoneTests {
    @Test("A recorded device has the database, the values and the refusals of the device")
    func records() async throws {
        let definition = DeviceDefinition(name: "Lamp 4711") {
            DeviceAdvertising(services: ["FF00"])
            DeviceService("FF00") {
                DeviceCharacteristic(
                    "FF01", [.read, .write], value: [7, 8], descriptors: [.userDescription("Level")])
                DeviceCharacteristic("FF02", [.read, .notify], value: [9])
            }
            DeviceRules(rules: [DeviceRule(.written("FF01", "EE"), [.refuse(.valueNotAllowed)])])
        }
        let world = World(seed: 1)
        world.add(definition)
        let server = try HCIServer(world, listeningOn: [.tcpServer(host: "127.0.0.1", port: 0)])
        defer { server.stop() }
        let path = NSTemporaryDirectory() + "faraday-\(UUID().uuidString).pcapng"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (endings, continuation) = AsyncStream.makeStream(of: RecordingWalk.Ending.self)
        let walk = RecordingWalk(
            .init(name: "Lamp 4711"), script: [.write("FF01", [0xEE], withResponse: true)],
            hearing: .milliseconds(300), listening: .milliseconds(100))
        var capture: CaptureFile?
        let phone = try RecordingPhone(walk, on: server.endpoints[0]) { world in
            capture = try? CaptureFile(path: path, of: world)
        } onLine: { _ in
        } onEnd: {
            continuation.yield($0)
        }
        var ending: RecordingWalk.Ending?
        for await found in endings {
            ending = found
            break
        }
        phone.close()
        capture?.close()
        #expect(ending == .done)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let device = try #require(try CaptureImport(files: [bytes]).devices.first { !$0.links.isEmpty })
        let recorded = device.definition(with: ImportedRules(of: device))
        var wanted = definition
        wanted.address = recorded.address
        wanted.rules?.rules[0].note = recorded.rules?.rules.first?.note ?? ""
        wanted.rules?.rules[0].trigger = .written("FF00/FF01", "EE")
        // The interval is estimated.
        var heard = recorded
        heard.advertising = heard.advertising.map { $0.with { $0.interval = .milliseconds(100) } }
        wanted.advertising = heard.advertising
        #expect(heard.advertising.count == 1)
        #expect(DeviceFile(heard).text == DeviceFile(wanted).text)
        let shown = DeviceFile(Redaction.all.applied(to: recorded)).text
        #expect(shown.contains("Lamp 0000") && !shown.contains("4711") && !shown.contains("address"))
    }
}
#endif
