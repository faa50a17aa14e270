import BluetoothTypes
import FaradayClient
import FaradayTesting

import class BluetoothPort.Lock

/// The device of these tests: a level that notifies, a text that is written, and the same level in another service.
struct Gadget {
    static let service: BluetoothUUID = "FF00"
    static let level = TypedCharacteristic<UInt8>("FF01", of: service)
    static let text = TypedCharacteristic<[UInt8]>("FF02", of: service)
    static let otherService = ServicePath("FF10")
    static let otherLevel = CharacteristicPath("FF01", in: otherService)

    let device: Device
    let phone: Phone
    let recorder: RecordingPhone
    let central: Central
    /// Reads of the level pass it.
    let reads: AnswerGate
    /// What was written to the text, one element for each request.
    let written = Lock<[[UInt8]]>([])

    /// A gadget in the test's world, and a central on a phone of its own.
    init(at position: Position = .meters(2), log: ClientLog? = nil) {
        let world = World.current
        let gate = AnswerGate()
        reads = gate
        device = world.add(Self.definition(gate, written), at: position)
        phone = world.addPhone()
        recorder = RecordingPhone(phone)
        central = Central(on: recorder, log: log)
    }

    private static func definition(_ gate: AnswerGate, _ written: Lock<[[UInt8]]>) -> DeviceDefinition {
        DeviceDefinition(name: "Gadget") {
            DeviceAdvertising(services: [service])
            service(level: 7, gate, written)
            DeviceService("FF10") { DeviceCharacteristic("FF01", [.read, .notify], value: [8]) }
            DeviceService("FF20") {
                DeviceCharacteristic("FF21", [.read, .notify], value: [9]).withoutConfiguration()
            }
        }
    }

    static func service(level value: UInt8, _ gate: AnswerGate, _ written: Lock<[[UInt8]]>) -> DeviceService {
        DeviceService(service) {
            DeviceCharacteristic(level, [.read, .notify], value: value).gated(reads: gate)
            DeviceCharacteristic(text.uuid, [.write, .writeWithoutResponse]).onWrite { write in
                written.withLock { $0.append(write.value) }
            }
        }
    }

    /// The gadget as the central sees it, without a link.
    func find() async throws -> Peripheral { try await central.find(.advertising([Self.service])) }
}

/// The error with which `body` ends.
func failure<Result>(of body: () async throws -> Result) async -> ClientError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? ClientError
    }
}

/// Virtual time passes until the condition holds, at most a minute.
func wait(until condition: () -> Bool) async throws {
    let world = World.current
    let start = world.now
    while !condition(), world.now - start < .minutes(1) { try await world.sleep(for: .milliseconds(10)) }
}
