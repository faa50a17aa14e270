import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// Procedures of Channel Sounding between two controllers whose hosts do nothing but take the reports.
enum SoundingBenchmark {
    static func measure(_ options: Options) throws -> Fields {
        let count = options.operations(20_000, quick: 1_000)
        let pair = try SoundingBenchPair()
        try pair.run(max(100, count / 10))
        var samples: [Sample] = []
        for _ in 0..<options.repetitions(usual: 5) {
            samples.append(
                try Sample.timing {
                    try pair.run(count)
                    return count
                })
        }
        return Sample.summary(samples)
    }
}

/// Two controllers with an encrypted link on which procedures run without end.
private struct SoundingBenchPair {
    private let world = World(seed: 1)
    private let central: AttachedController
    private let peripheral: AttachedController
    /// Two connection intervals of 15 ms.
    private let interval: Nanoseconds = .milliseconds(30)

    init() throws {
        central = world.attachController(name: "initiator", at: .origin, channelSounding: .init())
        peripheral = world.attachController(name: "reflector", at: .meters(3), channelSounding: .init())
        world.configureMedium { $0.tones.noise = .typical }
        try connect()
        try enable()
    }

    /// Runs so many procedures and counts their steps.
    func run(_ count: Int) throws {
        var steps = 0
        for _ in 0..<count / 10 {
            try world.run(for: Nanoseconds(interval.count * 10))
            for packet in central.takePackets() + peripheral.takePackets() {
                switch packet {
                case .event(.leCSSubeventResult(let result)): steps += result.steps.count
                case .event(.leCSSubeventResultContinue(let more)): steps += more.steps.count
                default: break
                }
            }
        }
        // At each end three steps of mode 0 and 72 tones; at the edges one procedure more or less.
        guard abs(steps - count / 10 * 10 * 150) <= 150 else {
            throw BenchmarkError("\(steps) steps in \(count) procedures")
        }
    }

    private func tell(_ controller: AttachedController, _ commands: HCI.Command...) throws {
        for command in commands { controller.send(.command(command)) }
        try world.run(for: .milliseconds(300))
        for case .event(.leLongTermKeyRequest) in peripheral.takePackets() {
            try tell(
                peripheral, .leLongTermKeyRequestReply(.init(connectionHandle: 1, longTermKey: Self.key)))
        }
    }

    private static let key = [UInt8](repeating: 7, count: 16)

    private func connect() throws {
        for controller in [central, peripheral] {
            try tell(
                controller, .reset, .setEventMask(.init(eventMask: [.default, .leMeta])),
                .leSetEventMask(.init(leEventMask: .init(rawValue: .max))))
        }
        try tell(
            peripheral,
            .leSetAdvertisingParameters(
                .init(
                    advertisingIntervalMin: 160, advertisingIntervalMax: 160, advertisingType: .advInd,
                    ownAddressType: .public)), .leSetAdvertisingEnable(.init(advertisingEnable: true)))
        try tell(
            central,
            .leCreateConnection(
                .init(
                    leScanInterval: 96, leScanWindow: 96, peerAddress: peripheral.address,
                    ownAddressType: .public, connectionIntervalMin: 12, connectionIntervalMax: 12,
                    maxLatency: 0, supervisionTimeout: 400)))
        try tell(
            central,
            .leEnableEncryption(
                .init(
                    connectionHandle: 1, randomNumber: 0, encryptedDiversifier: 0, longTermKey: Self.key)))
    }

    private func enable() throws {
        for controller in [central, peripheral] {
            try tell(
                controller,
                .leCSSetDefaultSettings(.init(connectionHandle: 1, roleEnable: [.initiator, .reflector])))
        }
        try tell(central, .leCSReadRemoteSupportedCapabilities(.init(connectionHandle: 1)))
        try tell(
            central,
            .leCSCreateConfig(
                .init(connectionHandle: 1, configID: 0, configuration: .init(role: .initiator))))
        try tell(central, .leCSSecurityEnable(.init(connectionHandle: 1)))
        try tell(
            central,
            .leCSSetProcedureParameters(
                .init(
                    connectionHandle: 1, configID: 0, maxProcedureLength: 100, minProcedureInterval: 2,
                    maxProcedureInterval: 2, minSubeventLength: 1_250, maxSubeventLength: 12_000)),
            .leCSProcedureEnable(.init(connectionHandle: 1, configID: 0, enable: true)))
        _ = (central.takePackets(), peripheral.takePackets())
    }
}
