import BluetoothPort
import BluetoothTypes
import FaradaySimulation

/// The device on the other end of a verification: it has one of everything that rules are about, and does what it is told
/// over the air. It runs in a world or on a controller.
package final class Bench: Sendable {
    private struct State {
        var refusal: UInt8 = 0x80
        var delay: UInt16 = 0
        /// How often the bench was told to advertise in some way.
        var advertisings = 0
        var isExtended = false
    }

    private let state = Lock(State())

    package init() {}

    /// The bench's name, on air and in its database.
    package static let name = "Faraday bench"
    /// The name after `BenchCommand.rename` with this number.
    package static func name(_ number: UInt8) -> String { number == 0 ? name : "Bench \(number)" }
    /// What `BenchID.long` holds.
    package static let longValue = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    /// The PSM of the channel that sends back what it gets.
    package static let psm: UInt16 = 0x80
    /// The manufacturer data of `BenchAdvertising.manufacturerData`: the company for tests, and two bytes.
    package static let manufacturerData: [UInt8] = [0xFF, 0xFF, 0x5B, 0x01]

    package var definition: DeviceDefinition {
        DeviceDefinition(name: Self.name) {
            BenchAdvertising.usual.set
            DeviceService(BenchID.included) {}
            service
            DeviceService("180F") { DeviceCharacteristic("2A19", [.read, .notify], value: [87]) }
            DeviceChannel(psm: Self.psm).onReceive { channel, bytes in channel.send(bytes) }
        }
    }

    private var service: DeviceService {
        DeviceService(BenchID.service, includes: [BenchID.included]) {
            DeviceCharacteristic(BenchID.control, .write).onWrite { [self] write in
                guard let command = BenchCommand(write.value) else { throw ATT.ErrorCode(rawValue: 0x81) }
                perform(command, on: write.device, link: write.link)
            }
            DeviceCharacteristic(
                BenchID.value, [.read, .write], value: [0],
                descriptors: [.userDescription("value"), .stored(BenchID.descriptor, [1], isWritable: true)]
            )
            DeviceCharacteristic(BenchID.notified, [.read, .notify], value: [0])
            DeviceCharacteristic(BenchID.indicated, .indicate)
            DeviceCharacteristic(BenchID.unanswered, .writeWithoutResponse).onWrite { write in
                write.device.update(BenchID.value, write.value)
                write.device.update(BenchID.notified, write.value)
            }
            DeviceCharacteristic(BenchID.long, .read, value: Self.longValue)
            DeviceCharacteristic(BenchID.refusing, [.read, .write])
                .onRead { [self] _ in
                    try refuse()
                    return [0]
                }
                .onWrite { [self] _ in try refuse() }
            DeviceCharacteristic(BenchID.slow, .read).onRead(answering: { [self] read, answer in
                let delay = state.withLock { $0.delay }
                read.device.world.after(.milliseconds(Int(delay))) { answer(.success([8])) }
            })
            DeviceCharacteristic(BenchID.twin, .read, value: [1])
            DeviceCharacteristic(BenchID.twin, .read, value: [2])
            DeviceCharacteristic(BenchID.encrypted, .read, value: [5], requires: .encrypted)
            DeviceCharacteristic(BenchID.security, .read).onRead { read in
                let level = read.device.security(of: read.link)?.level ?? .none
                return [level == .none ? 0 : 1]
            }
            DeviceCharacteristic.channelNumber(Self.psm)
        }
    }

    private func refuse() throws {
        let code = state.withLock { $0.refusal }
        if code != 0 { throw ATT.ErrorCode(rawValue: code) }
    }

    private func perform(_ command: BenchCommand, on device: Device, link: DeviceLink) {
        let world = device.world
        switch command {
        case .disconnect(let time): world.after(.milliseconds(Int(time))) { device.disconnect() }
        case .silence(let delay, let time):
            world.after(.milliseconds(Int(delay))) { device.powerOff() }
            world.after(.milliseconds(Int(delay) + Int(time))) { device.powerOn() }
        case .hide(let time):
            device.stopAdvertising()
            if time > 0 { world.after(.milliseconds(Int(time))) { device.startAdvertising() } }
        case .notify(let count, let pause):
            for number in 1...max(1, UInt64(count)) {
                world.after(.milliseconds(Int(number) * Int(pause))) {
                    device.update(BenchID.notified, [UInt8(truncatingIfNeeded: number)])
                }
            }
        case .refuse(let code): state.withLock { $0.refusal = code }
        case .extend(let isExtended): soon(world) { [self] in extend(device, isExtended) }
        case .rename(let number, let time):
            world.after(.milliseconds(Int(time))) { device.rename(Self.name(number)) }
        case .answer(let time): state.withLock { $0.delay = time }
        case .forgetBonds: device.forgetBonds()
        case .changeAddress(let time): world.after(.milliseconds(Int(time))) { device.changeAddress() }
        case .advertise(let kind, let time): advertise(kind, for: time, device)
        case .requestSecurity: soon(world) { device.requestSecurity() }
        case .notifyLong(let count):
            let value = [UInt8](repeating: 0xAA, count: Int(count))
            soon(world) { device.update(BenchID.notified, value) }
        case .readBack: soon(world) { [self] in readBack(device, link) }
        case .restore: soon(world) { [self] in restore(device) }
        }
    }

    /// Behind the answer to the command, so that what follows from it comes later than that.
    private func soon(_ world: World, _ work: @escaping @Sendable () -> Void) {
        world.after(.milliseconds(200), work)
    }

    private func advertise(_ kind: BenchAdvertising, for time: UInt16, _ device: Device) {
        let number = state.withLock { state in
            state.advertisings += 1
            return state.advertisings
        }
        device.setAdvertising([kind.set])
        guard time > 0 else { return }
        device.world.after(.milliseconds(Int(time))) { [self] in
            guard state.withLock({ $0.advertisings }) == number else { return }
            device.setAdvertising([BenchAdvertising.usual.set])
        }
    }

    private func restore(_ device: Device) {
        state.withLock { $0 = State(advertisings: $0.advertisings, isExtended: $0.isExtended) }
        advertise(.usual, for: 0, device)
        if device.name != Self.name { device.rename(Self.name) }
        extend(device, false)
        device.update(BenchID.value, [0])
    }

    private func readBack(_ device: Device, _ link: DeviceLink) {
        device.client(on: link).read(PublishedID.fixed, of: PublishedID.service) { answer in
            device.update(BenchID.notified, (try? answer.get()) ?? [])
        }
    }

    private func extend(_ device: Device, _ isExtended: Bool) {
        let wasExtended = state.withLock { state in
            defer { state.isExtended = isExtended }
            return state.isExtended
        }
        guard wasExtended != isExtended else { return }
        let services = definition.services
        let extra = DeviceService(BenchID.extra) { DeviceCharacteristic(BenchID.value, .read, value: [9]) }
        try? device.setServices(
            isExtended ? services + [extra] : services,
            keeping: services.indices.map { $0 } + (isExtended ? [nil] : []))
    }
}
