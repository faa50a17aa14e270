import BluetoothTypes
import BluetoothWire
import Foundation

@testable import FaradayEngine

/// Two controllers with Channel Sounding on an encrypted link, and what their hosts do with it.
struct SoundingPair {
    let air: Air
    let central: NodeID
    let peripheral: NodeID

    /// An encrypted link; both hosts have said that they support Channel Sounding.
    init(
        seed: UInt64 = 1, distance: Double = 2, interval: UInt16 = 24, isEncrypted: Bool = true,
        medium: MediumConfiguration = .init(),
        central centralRadio: ChannelSoundingRadio? = .init(),
        peripheral peripheralRadio: ChannelSoundingRadio? = .init(),
        _ change: (inout ControllerConfiguration) -> Void = { _ in }
    ) {
        air = Air(seed: seed)
        air.medium.configuration = medium
        central = air.add(at: Position(x: 1, y: 2, z: 1)) {
            $0.channelSounding = centralRadio
            change(&$0)
        }
        peripheral = air.add(at: Position(x: 1 + distance, y: 2, z: 1)) {
            $0.channelSounding = peripheralRadio
            change(&$0)
        }
        for node in [central, peripheral] {
            air.send(.leSetHostFeature(.init(bitNumber: 47, bitValue: true)), to: node)
        }
        air.advertise(peripheral)
        air.connect(central, to: air.address(of: peripheral), interval: interval, timeout: 400)
        air.run(.milliseconds(500))
        if isEncrypted {
            EncryptionTests.answering(air, EncryptionTests.reply())
            air.send(EncryptionTests.enable(), to: central)
            air.run(.milliseconds(500))
        }
        air.forget()
    }

    func node(_ role: ChannelSounding.Role, _ initiator: NodeID) -> NodeID {
        role == .initiator ? initiator : initiator == central ? peripheral : central
    }

    /// Both hosts allow both roles, and the central's asks for the peer's capabilities.
    func prepare(security: Bool = true) {
        for node in [central, peripheral] {
            air.send(
                .leCSSetDefaultSettings(
                    .init(connectionHandle: 1, roleEnable: [.initiator, .reflector])), to: node)
        }
        air.send(.leCSReadRemoteSupportedCapabilities(.init(connectionHandle: 1)), to: central)
        air.run(.milliseconds(200))
        guard security else { return }
        air.send(.leCSSecurityEnable(.init(connectionHandle: 1)), to: central)
        air.run(.milliseconds(200))
    }

    /// The whole set-up, up to the start of procedures by the host of `initiator`.
    @discardableResult
    func start(
        _ configuration: ChannelSoundingConfiguration = .init(role: .initiator), by starter: NodeID? = nil,
        _ change: (inout HCI.LECSSetProcedureParameters) -> Void = { _ in }
    ) -> HCI.ErrorCode? {
        let node = starter ?? central
        prepare()
        air.send(
            .leCSCreateConfig(.init(connectionHandle: 1, configID: 0, configuration: configuration)), to: node
        )
        air.run(.milliseconds(200))
        air.send(.leCSSetProcedureParameters(Self.parameters(change)), to: node)
        air.forget()
        air.send(Self.enable(true), to: node)
        return air.status(of: node)
    }

    static func parameters(
        _ change: (inout HCI.LECSSetProcedureParameters) -> Void = { _ in }
    ) -> HCI.LECSSetProcedureParameters {
        var parameters = HCI.LECSSetProcedureParameters(
            connectionHandle: 1, configID: 0, maxProcedureLength: 1_000, minProcedureInterval: 1,
            maxProcedureInterval: 20, maxProcedureCount: 1, minSubeventLength: 1_250,
            maxSubeventLength: 40_000)
        change(&parameters)
        return parameters
    }

    static func enable(_ isOn: Bool, _ configID: UInt8 = 0) -> HCI.Command {
        .leCSProcedureEnable(.init(connectionHandle: 1, configID: configID, enable: isOn))
    }

    static let disconnect = HCI.Command.disconnect(
        .init(connectionHandle: 1, reason: .remoteUserTerminatedConnection))

    /// The results that a host got, with continuations appended; in order.
    func results(of node: NodeID) -> [HCI.LECSSubeventResult] {
        var results: [HCI.LECSSubeventResult] = []
        for event in air.events(of: node) {
            switch event {
            case .leCSSubeventResult(let result): results.append(result)
            case .leCSSubeventResultContinue(let more):
                _ = results[results.count - 1].append(more)
            default: break
            }
        }
        return results
    }

    /// The events of Channel Sounding that a host got, as text.
    func events(of node: NodeID) -> [String] { air.events(of: node).compactMap(Self.text) }

    static func text(_ event: HCI.Event) -> String? {
        switch event {
        case .leCSReadRemoteSupportedCapabilitiesComplete(let e): "capabilities \(Air.hex(e.status))"
        case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let e): "capabilities v2 \(Air.hex(e.status))"
        case .leCSReadRemoteFAETableComplete(let e):
            "errors \(Air.hex(e.status)) \(e.remoteFAETable.prefix(3))"
        case .leCSSecurityEnableComplete(let e): "security \(Air.hex(e.status))"
        case .leCSConfigComplete(let e):
            e.created.map { "config \(e.configID) as \($0.configuration.role)" }
                ?? "no config \(e.configID) \(Air.hex(e.status))"
        case .leCSProcedureEnableComplete(let e):
            "procedures \(e.isEnabled ? "on" : "off") \(Air.hex(e.status))"
        case .disconnectionComplete(let e): "disconnected \(Air.hex(e.reason))"
        default: nil
        }
    }
}

/// The distance as a host finds it: nothing here knows the world.
enum Ranging {
    /// By the slope of phase over frequency, in metres; with the reports of both ends, or of the initiator alone.
    static func distance(
        _ initiator: [HCI.LECSSubeventResult], _ reflector: [HCI.LECSSubeventResult]? = nil,
        path: Int = 0
    ) -> Double? {
        var phases: [(channel: Int, phase: Double)] = []
        let steps = initiator.flatMap(\.steps)
        let others = reflector?.flatMap(\.steps)
        for (index, step) in steps.enumerated() {
            guard let tones = step.data.tones else { continue }
            var phase = angle(tones.paths[path].pct)
            if let others {
                guard let back = others[index].data.tones, others[index].channel == step.channel else {
                    return nil
                }
                phase += angle(back.paths[path].pct)
            }
            phases.append((Int(step.channel), phase))
        }
        guard phases.count > 10 else { return nil }
        phases.sort { $0.channel < $1.channel }
        return -slope(phases) * 299_792_458 / (4 * .pi * 1e6)
    }

    private static func angle(_ pct: ChannelSounding.PhaseCorrectionTerm) -> Double {
        atan2(Double(pct.q), Double(pct.i))
    }

    /// Radians per channel; neighbours up to 75 m apart in the two-way phase.
    private static func slope(_ phases: [(channel: Int, phase: Double)]) -> Double {
        // A first guess from neighbours, which bridges the holes of the map.
        var (re, im) = (0.0, 0.0)
        for (one, other) in zip(phases, phases.dropFirst()) where other.channel == one.channel + 1 {
            re += cos(other.phase - one.phase)
            im += sin(other.phase - one.phase)
        }
        var guess = atan2(im, re)
        // A distance is not negative.
        if guess > 0.05 { guess -= 2 * .pi }
        var values: [(Double, Double)] = []
        var expected = phases[0].phase
        var last = phases[0].channel
        for (channel, phase) in phases {
            expected += guess * Double(channel - last)
            let turns = ((expected - phase) / (2 * .pi)).rounded()
            expected = phase + turns * 2 * .pi
            last = channel
            values.append((Double(channel), expected))
        }
        let count = Double(values.count)
        let (x, y) = (values.map(\.0).reduce(0, +) / count, values.map(\.1).reduce(0, +) / count)
        let above = values.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) }
        let below = values.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
        return above / below
    }

    /// By the times of packets, in metres.
    static func flightDistance(
        _ initiator: [HCI.LECSSubeventResult], _ reflector: [HCI.LECSSubeventResult]
    ) -> Double? {
        let times = zip(initiator.flatMap(\.steps), reflector.flatMap(\.steps)).compactMap { one, other in
            if let out = one.data.packets?.time, let back = other.data.packets?.time {
                Double(out) - Double(back)
            } else {
                nil
            }
        }
        guard !times.isEmpty else { return nil }
        return times.reduce(0, +) / Double(times.count) / 2 * 0.5e-9 * 299_792_458
    }
}
