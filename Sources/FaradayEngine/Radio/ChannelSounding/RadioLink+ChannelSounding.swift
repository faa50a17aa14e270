import BluetoothTypes
import BluetoothWire

/// Channel Sounding on a link: its scheduler event, and the air between its ends.
extension RadioLink {
    /// What both ends share of Channel Sounding; created when either needs it.
    var madeSounding: LinkSounding {
        if let sounding { return sounding }
        let made = LinkSounding(self)
        sounding = made
        return made
    }

    /// Puts the next subevent into the queue, in place of the one that is there.
    func scheduleSubevent(at time: Int64) {
        if soundingTime != .max {
            if soundingTime == time { return }
            soundingGeneration &+= 1
        }
        soundingTime = time
        medium.schedule(.subevent, index: index, generation: soundingGeneration, at: time)
    }

    /// Takes it out.
    func voidSubevent() {
        guard soundingTime != .max else { return }
        soundingTime = .max
        soundingGeneration &+= 1
    }

    func subeventDue(generation: UInt32) {
        guard generation == soundingGeneration, soundingTime != .max else { return }
        soundingTime = .max
        sounding?.subeventDue()
    }

    /// A connection event's number from its lower 16 bits, which are near those of the last event.
    func counter(_ low: UInt16) -> Int64 {
        let near = max(lastCounter, 0)
        return near + Int64(Int16(bitPattern: low &- UInt16(truncatingIfNeeded: near)))
    }

    /// The steps of a subevent as both ends measure them; returns false if the ends did not find each other.
    func measure(
        _ steps: [StepSequence.Step], of run: LinkSounding.Run, into subevent: inout Subevent,
        _ sounding: LinkSounding
    ) -> Bool {
        let initiator = run.initiatorIsCentral ? central : peripheral
        let meets = quality != .broken && run.isKnown
        let setup = SubeventAir(self, run, sounding, meets: meets)
        var measurement = setup.measurement
        // A copy, which costs no check of access at each draw.
        var draws = sounding.draws
        defer { sounding.draws = draws }
        subevent.initiator.reserveCapacity(steps.count)
        subevent.reflector.reserveCapacity(steps.count)
        var isSynchronized = false
        for step in steps {
            guard step.mode == 0 || isSynchronized else { break }
            let results: StepMeasurement.Results
            switch step.mode {
            case 0:
                let arrivals = arrivals(of: step, subevent.begin, initiator, setup, &draws)
                results = measurement.sync(arrivals, &draws)
                isSynchronized = isSynchronized || arrivals.inward
            case 1:
                let arrivals = arrivals(of: step, subevent.begin, initiator, setup, &draws)
                let packets = measurement.packets(on: step.channel, arrivals, &draws)
                results = (.mode1(packets.initiator), .mode1(packets.reflector))
            case 2:
                let tones = measurement.tones(step, &draws)
                results = (.mode2(tones.initiator), .mode2(tones.reflector))
            default:
                let arrivals = arrivals(of: step, subevent.begin, initiator, setup, &draws)
                let packets = measurement.packets(on: step.channel, arrivals, &draws)
                let tones = measurement.tones(step, &draws)
                results = (
                    .mode3(packets.initiator, tones.initiator), .mode3(packets.reflector, tones.reflector)
                )
            }
            subevent.initiator.append(.init(channel: step.channel, results.initiator))
            subevent.reflector.append(.init(channel: step.channel, results.reflector))
        }
        if let hundredths = measurement.compensation { subevent.compensation = .init(hundredths: hundredths) }
        if meets {
            subevent.initiatorPower = Int8(dBm: measurement.initiator.power)
            subevent.reflectorPower = Int8(dBm: measurement.reflector.power)
        }
        if !isSynchronized { subevent.abort(.noSync) }
        return isSynchronized
    }

    /// Whether the packets of a step arrive: the reflector answers only what it has received.
    private func arrivals(
        of step: StepSequence.Step, _ begin: Int64, _ initiator: LinkEnd, _ air: SubeventAir,
        _ draws: inout EntropyStream
    ) -> (outward: Bool, inward: Bool) {
        guard air.meets else { return (false, false) }
        guard medium.isLossy || quality != .sound else { return (true, true) }
        let time = begin + Int64(step.start) * 1_000
        let outward = arrives(
            from: initiator, air.measurement.reflector.power, step.channel, time, &draws)
        let inward =
            outward
            && arrives(from: initiator.other, air.measurement.initiator.power, step.channel, time, &draws)
        return (outward, inward)
    }

    private func arrives(
        from sender: LinkEnd, _ power: Float, _ channel: UInt8, _ time: Int64, _ draws: inout EntropyStream
    ) -> Bool {
        let receiver = sender.other.controller
        guard power >= Float(receiver.configuration.sensitivity) else { return false }
        let chance = medium.configuration.perPacketLoss
        if chance > 0, draws.unit() < chance { return false }
        guard medium.hasLayers else { return true }
        return medium.layersDeliver(
            MediumFrame(
                time: Instant(nanoseconds: time), sender: sender.controller.node, receiver: receiver.node,
                channel: channel, kind: .channelSounding))
    }
}

/// The air between the ends of a link during one subevent.
struct SubeventAir {
    /// Whether the ends can receive each other at all.
    let meets: Bool
    let measurement: StepMeasurement

    init(_ link: RadioLink, _ run: LinkSounding.Run, _ sounding: LinkSounding, meets: Bool) {
        self.meets = meets
        let medium = link.medium
        let initiator = run.initiatorIsCentral ? link.central : link.peripheral
        let (one, other) = (initiator.controller, initiator.other.controller)
        let radios = (one.configuration.channelSounding, other.configuration.channelSounding)
        let conditions = medium.configuration.tones
        let offsets = (radios.0?.offset ?? 0, radios.1?.offset ?? 0)
        let channel = ToneChannel(
            from: medium.position(of: one.node), to: medium.position(of: other.node),
            delay: (radios.0?.delay ?? 0) + (radios.1?.delay ?? 0), conditions)
        // The initiator follows the reflector's crystal.
        if meets { channel.responses(offset: offsets.1, into: &sounding.responses) }
        let deviation = medium.configuration.fadingDeviation
        let fading = deviation > 0 ? Float(deviation * sounding.draws.normal()) : 0
        let loss = link.pathLoss - fading
        let reception = { (receiver: LinkEnd, sender: LinkEnd) -> StepMeasurement.Reception in
            let power = Float(sender.soundingPower) - loss
            let radio = receiver.controller.configuration.channelSounding?.capabilities
            return .init(
                power: power,
                noise: StepMeasurement.noise(power: Double(power), floor: conditions.noise.floor),
                antenna: receiver.sounding?.packetAntenna ?? 1,
                detectsAttacks: radio?.detectsAttacks(run.agreed.configuration.rttType) ?? false,
                hasSoundingPhases: radio?.subfeatures.contains(.phaseFromSounding) ?? false)
        }
        measurement = StepMeasurement(
            channel, responses: sounding.responses, run.agreed.configuration, paths: run.paths,
            initiator: reception(initiator, initiator.other),
            reflector: reception(initiator.other, initiator), conditions.noise,
            powerVariation: medium.configuration.powerVariation, offset: offsets.1 - offsets.0,
            betweenTones: run.durations.betweenTones)
    }
}

extension LinkEnd {
    /// The power of steps in dBm: that of the controller, unless its host wants less.
    var soundingPower: Int8 {
        let power = controller.configuration.txPower
        return sounding.map { min(power, $0.settings.maximumPower) } ?? power
    }
}

extension ChannelSoundingCapabilities {
    /// Whether the controller can tell that a packet of this kind was manipulated.
    func detectsAttacks(_ kind: ChannelSounding.RTTType) -> Bool {
        (kind.isSounding ? nadmSounding : nadmRandomSequence).contains(.phaseBased)
    }
}
