import BluetoothTypes
import BluetoothWire

/// Advertising events, from the queue to their receivers.
extension Medium {
    /// Puts a set that was just switched on into the queue; its first event comes within 10 ms.
    func beginAdvertising(_ index: Int) {
        let time = scheduler.now.nanoseconds &+ beats[index].drawDelay()
        if beats[index].isTimed {
            schedule(
                .advertisingTimeout, index: index, generation: beats[index].generation,
                at: beats.deadline(index))
        }
        schedule(.advertise, index: index, generation: beats[index].generation, at: time)
    }

    /// An advertising event begins: one packet on each of the set's primary channels, in order.
    func advertise(_ index: Int, generation: UInt32) {
        fetchBeats()
        guard beats[index].generation == generation else { return }
        let begin = scheduler.now.nanoseconds
        beats[index].events &+= 1
        if !scanners.isEmpty || !initiators.isEmpty || air != nil || configuration.collides {
            transmit(index, begin)
            // A connection or its host may have ended the set.
            guard beats[index].generation == generation else { return }
        }
        if beats[index].isLimited, eventLimitReached(index) { return }
        let next = begin &+ beats[index].drawInterval()
        if !beats[index].isTimed || next < beats.deadline(index) {
            schedule(.advertise, index: index, generation: generation, at: next)
        }
    }

    @inline(__always)
    private func transmit(_ index: Int, _ begin: Int64) {
        let generation = beats[index].generation
        let channels = beats[index].channels
        let spacing = beats[index].spacing
        var start = begin
        for number: UInt8 in 0..<3 where channels >> number & 1 == 1 {
            if configuration.collides {
                sendColliding(index, number, start)
            } else {
                send(index, 37 + number, start)
                guard beats[index].generation == generation else { return }
            }
            start &+= spacing
        }
    }

    /// Sends one packet of an advertising event to all listeners.
    func send(_ index: Int, _ channel: UInt8, _ start: Int64) {
        let end = start &+ beats[index].duration
        if air != nil { traceAdvertisement(index, channel, start) }
        var number = 0
        while number < scanners.count {
            let scanner = scanners[number]
            if !scanner.hasReported(index, beats[index]),
                scanner.timing.channel(from: start, to: end) == channel
            {
                scanner.hear(index, channel: channel, start: start)
            }
            number += 1
        }
        guard !initiators.isEmpty, beats[index].isConnectable else { return }
        number = 0
        while number < initiators.count {
            let initiator = initiators[number]
            if initiator.timing.channel(from: start, to: end) == channel,
                initiator.hear(index, channel: channel, start: start)
            {
                return  // The set has led to a connection and is off.
            }
            // An initiator that has found its peer has left the list.
            if number < initiators.count, initiators[number] === initiator { number += 1 }
        }
    }

    /// Ends a set that has had its number of events. Returns whether it has.
    private func eventLimitReached(_ index: Int) -> Bool {
        guard let set = beats.set(index), beats[index].events >= UInt32(set.maximumEvents) else {
            return false
        }
        set.controller.advertisingEnded(set, .limitReached)
        return true
    }

    /// The duration of a set has ended.
    func advertisingTimedOut(_ index: Int, generation: UInt32) {
        guard beats[index].generation == generation, let set = beats.set(index) else { return }
        set.controller.advertisingEnded(set, .advertisingTimeout)
    }

    // Reception

    /// The power at which `receiver` gets a packet after a path loss of `loss` dB; `nil` if it does not get the packet.
    func reception(
        from sender: NodeID, txPower: Int8, at receiver: Controller, loss: Float, _ kind: MediumFrame.Kind,
        channel: UInt8, time: Int64
    ) -> Int8? {
        var power = Float(txPower) - loss
        var error: Float = 0
        if isUneven {
            if configuration.fadingDeviation > 0 {
                power += Float(configuration.fadingDeviation * receiver.entropy.normal())
            }
            error = measuringError(of: receiver)
        }
        guard power >= Float(receiver.configuration.sensitivity) else { return nil }
        if isLossy {
            let chance = configuration.perPacketLoss
            if chance > 0, receiver.entropy.unit() < chance { return nil }
            if hasLayers {
                let frame = MediumFrame(
                    time: Instant(nanoseconds: time), sender: sender, receiver: receiver.node,
                    channel: channel,
                    kind: kind)
                guard layersDeliver(frame) else { return nil }
            }
        }
        return Int8(dBm: power + error)
    }

    /// The error with which `receiver` measures the power of one packet, in whole dB.
    func measuringError(of receiver: Controller) -> Float {
        let most = min(configuration.powerVariation, 255)
        guard most > 0 else { return 0 }
        return Float(receiver.entropy.below(UInt64(2 * most + 1))) - Float(most)
    }

    // Traces

    /// Traces a packet on a primary channel.
    func traceAdvertisement(_ index: Int, _ channel: UInt8, _ start: Int64, isLost: Bool = false) {
        guard let set = beats.set(index) else { return }
        trace(
            .advertising(set.primaryPDU(auxiliary: set.auxiliary(from: channel))), from: set.controller,
            txPower: set.txPower, to: nil, rssi: nil, channel: channel, phy: set.primaryPHY, time: start,
            isLost: isLost)
    }

    /// Traces a frame on an advertising channel, primary or secondary.
    func trace(
        _ kind: AirFrame.Kind, from sender: Controller, txPower: Int8, to receiver: Controller?, rssi: Int8?,
        channel: UInt8, phy: LL.PHY, time: Int64, isLost: Bool = false
    ) {
        guard let air else { return }
        air(
            AirFrame(
                time: Instant(nanoseconds: time), node: sender.node, receiver: receiver?.node,
                channel: channel,
                phy: phy, txPower: txPower, rssi: rssi, accessAddress: LL.advertisingAccessAddress,
                crcInit: LL.advertisingCRCInit, kind: kind, isLost: isLost))
    }
}
