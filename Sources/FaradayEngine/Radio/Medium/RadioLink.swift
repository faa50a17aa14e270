import BluetoothTypes
import BluetoothWire

/// A link between two controllers: the state that both ends share, and the timetable of its connection events.
///
/// The anchor of connection event n follows from n. An event is run when one end has data to send, when an instant is
/// due, or when its empty packets may be lost. All other events are known to succeed, and cost nothing.
///
/// An event is processed as a whole at its anchor. It carries packets that were queued before. If a host answers a
/// packet of the event, the answer is on air in the next event at the earliest.
package final class RadioLink {
    /// What is known about packets between the ends.
    enum Quality: Hashable {
        /// Enough empty packets arrive that the supervision timeout cannot pass.
        case sound
        /// Each event is run to find out.
        case uncertain
        /// No packet arrives: out of range, switched off, removed or out of step.
        case broken
    }

    /// A change that both ends make at the same connection event.
    struct Update {
        enum Change: Hashable {
            case parameters(interval: UInt16, latency: UInt16, timeout: UInt16)
            /// `nil` keeps the PHY of that direction.
            case phys(fromCentral: LL.PHY?, fromPeripheral: LL.PHY?)
            case channels(LL.ChannelMap)
        }
        var change: Change
        var instant: Int64
        /// Whether the peripheral has received it.
        var isKnown = false
    }

    /// The medium owns its links, so this reference is good as long as they are.
    private let owner: Unmanaged<Medium>
    var medium: Medium { owner.takeUnretainedValue() }
    let index: Int
    let accessAddress: UInt32
    let crcInit: UInt32
    package let central: LinkEnd
    package let peripheral: LinkEnd

    // Small properties follow each other, so that they take no more room than they need.

    /// Units of 1.25 ms.
    private(set) var interval: UInt16
    private(set) var latency: UInt16
    /// Units of 10 ms.
    private(set) var timeout: UInt16
    private(set) var centralPHY: LL.PHY
    private(set) var peripheralPHY: LL.PHY
    /// Whether the peripheral listens to the next event too: it received nothing, or more data follows.
    private var staysAwake = false
    private(set) var isInEvent = false
    var quality: Quality = .sound
    var isOutOfStep = false
    var pathLoss: Float = 0

    @exclusivity(unchecked) var channels: ChannelSelection
    @exclusivity(unchecked) var update: Update?

    // The timetable: event n from `baseCounter` on has its anchor (n − baseCounter) intervals after `baseAnchor`.
    var baseCounter: Int64 = 0
    var baseAnchor: Int64
    /// The last event that was run, and the event from which the peripheral's latency counts.
    private(set) var lastCounter: Int64 = -1
    var napCounter: Int64 = 0

    /// The smaller budget of both ends for a connection event.
    private let budget: EventBudget
    @exclusivity(unchecked) private var entropy: EntropyStream

    /// The generations of the events in the queue, and what they wait for: the number of a connection event, −1 for
    /// none, and times, `.max` for none.
    private(set) var eventGeneration: UInt32
    var supervisionGeneration: UInt32
    var procedureGeneration: UInt32
    var soundingGeneration: UInt32
    private var eventCounter: Int64 = -1
    var supervisionTime = Int64.max
    var procedureTime = Int64.max
    var soundingTime = Int64.max
    /// Channel Sounding between the ends, once it is used.
    var sounding: LinkSounding?

    init(
        index: Int, generation: UInt32, entropy: EntropyStream, central: Controller,
        centralAddress: DeviceAddress, peripheral: Controller, peripheralAddress: DeviceAddress,
        data: LL.LLData, usesAlgorithm2: Bool, phy: LL.PHY, anchor: Int64
    ) {
        self.owner = .passUnretained(central.medium)
        self.index = index
        self.entropy = entropy
        self.accessAddress = data.accessAddress
        self.crcInit = data.crcInit
        let identifier = ChannelSelection.channelIdentifier(accessAddress: data.accessAddress)
        self.channels = ChannelSelection(
            usesAlgorithm2 ? .permuting(channelIdentifier: identifier) : .hopping(increment: data.hop),
            map: data.channelMap)
        (self.interval, self.latency, self.timeout) = (data.interval, data.latency, data.timeout)
        (self.centralPHY, self.peripheralPHY) = (phy, phy)
        self.baseAnchor = anchor
        self.budget = EventBudget(central.configuration, peripheral.configuration)
        (eventGeneration, supervisionGeneration, procedureGeneration) = (generation, generation, generation)
        soundingGeneration = generation
        self.central = LinkEnd(
            controller: central, role: .central, peer: central.resolution(of: peripheralAddress).reported)
        self.peripheral = LinkEnd(
            controller: peripheral, role: .peripheral,
            peer: peripheral.resolution(of: centralAddress).reported)
        self.central.join(self)
        self.peripheral.join(self)
    }

    /// Both ends exist: the first connection event follows.
    func begin() {
        (central.lastHeard, peripheral.lastHeard) = (baseAnchor, baseAnchor)
        quality = measure()
        guardSupervision()
        reschedule()
    }

    func phy(from end: LinkEnd) -> LL.PHY { end.isCentral ? centralPHY : peripheralPHY }
    var isEstablished: Bool { central.isEstablished && peripheral.isEstablished }
    var intervalTime: Int64 { Int64(interval) * 1_250_000 }
    var timeoutTime: Int64 { Int64(timeout) * 10_000_000 }

    // The timetable

    /// The current time in nanoseconds; read at each event, so without a retain.
    private var now: Int64 { owner._withUnsafeGuaranteedRef { $0.scheduler.now.nanoseconds } }

    func anchor(_ counter: Int64) -> Int64 { baseAnchor &+ (counter &- baseCounter) &* intervalTime }

    /// The first event that has not been run and whose anchor is after `time`.
    private func firstCounter(after time: Int64) -> Int64 {
        let counter = time < baseAnchor ? baseCounter : baseCounter + (time - baseAnchor) / intervalTime + 1
        return max(counter, lastCounter + 1)
    }

    /// The first event from `counter` on to which the peripheral listens in any case.
    private func firstListening(from counter: Int64) -> Int64 {
        guard latency > 0, !staysAwake, counter > napCounter else { return counter }
        let stride = Int64(latency) + 1
        return napCounter + (counter - napCounter + stride - 1) / stride * stride
    }

    /// The event that sends a PDU queued now, for the choice of an instant.
    var nextCounter: Int64 {
        isInEvent
            ? lastCounter + 1 : firstListening(from: firstCounter(after: now))
    }

    /// How far in the future an instant is: at least six events (Core 6.0, Vol 6, Part B, 5.1), and a reserve for
    /// retransmissions when packets get lost.
    var instantDistance: Int64 { 6 + Int64(latency) + (quality == .uncertain ? 18 : 0) }

    /// The event that has to be run next, from `first` on.
    private func nextNeeded(from first: Int64) -> Int64? {
        var next = Int64.max
        if let update { next = max(first, update.instant) }
        if quality != .broken {
            if !isEstablished || peripheral.hasWork {
                return first
            } else if central.hasWork || quality == .uncertain {
                next = min(next, firstListening(from: first))
            }
        }
        return next == .max ? nil : next
    }

    /// Makes sure that the next event that must be run is in the queue.
    func reschedule() {
        guard !isInEvent, central.isOpen || peripheral.isOpen else { return }
        reschedule(from: firstCounter(after: now))
    }

    /// The same, if `first` is the first event that has not been run and is not over.
    private func reschedule(from first: Int64) {
        if let counter = nextNeeded(from: first) {
            schedule(counter)
        } else if eventCounter >= 0 {
            eventCounter = -1
            eventGeneration &+= 1
        }
    }

    private func schedule(_ counter: Int64) {
        if eventCounter >= 0 {
            if eventCounter == counter { return }
            eventGeneration &+= 1
        }
        eventCounter = counter
        let time = anchor(counter)
        owner._withUnsafeGuaranteedRef {
            $0.schedule(.connectionEvent, index: index, generation: eventGeneration, at: time)
        }
    }

    // Connection events

    /// A scheduled event is due.
    func eventDue(generation: UInt32) {
        guard generation == eventGeneration, eventCounter >= 0 else { return }
        let now = now
        let first = max(eventCounter, lastCounter + 1)
        eventCounter = -1
        guard let counter = nextNeeded(from: first) else { return }
        // What has changed since may need a later event.
        guard anchor(counter) <= now else { return schedule(counter) }
        lastCounter = counter
        if let update, counter >= update.instant { apply(update, at: counter) }
        // During a subevent of Channel Sounding the ends are elsewhere.
        if quality != .broken, sounding?.isBusy(at: now) != true { run(counter) }
        if central.isOpen || peripheral.isOpen { reschedule(from: counter + 1) }
    }

    private func run(_ counter: Int64) {
        let wasEstablished = isEstablished
        isInEvent = true
        owner._withUnsafeGuaranteedRef { medium in
            exchange(counter, on: medium)
            sounding?.linkBusyUntil = medium.moment
        }
        isInEvent = false
        if lastCounter == napCounter, central.hasMore { staysAwake = true }
        central.finishEvent()
        peripheral.finishEvent()
        if !wasEstablished, isEstablished {
            central.linkEstablished()
            peripheral.linkEstablished()
            if quality == .sound { cancelSupervision() }
        }
        if let reason = central.closing { central.close(reason) }
        if let reason = peripheral.closing { peripheral.close(reason) }
    }

    /// Exchanges packets until neither side has more, one is lost, or no more fit before the next event (Core 6.0, Vol
    /// 6, Part B, 4.5.6) or into the event budget of either end.
    private func exchange(_ counter: Int64, on medium: Medium) {
        // No frames are traced, and nothing can be lost: the usual case.
        let isPlain = medium.air == nil && quality == .sound && !medium.isLossy
        let channel = isPlain ? 0 : medium.air != nil || medium.hasLayers ? channels.channel(at: counter) : 0
        let begin = anchor(counter)
        var time = begin
        var packets = 0
        while true {
            central.load(centralPHY)
            let sent = Self.airTime(central.pendingLength, centralPHY)
            medium.moment = time + sent
            let outward = pass(central, peripheral, time, channel, isPlain)
            // This packet acknowledges the peripheral's LL_TERMINATE_IND, whether it arrives or not.
            if let reason = central.farewell { central.closing = reason }
            guard outward != .lost else {
                if packets == 0 { staysAwake = true }
                return
            }
            (staysAwake, napCounter) = (false, counter)
            if central.closing != nil { return }
            // The peripheral does not answer after its own LL_TERMINATE_IND, or when it cannot read the packet.
            if let reason = peripheral.closing,
                reason == .connectionTerminatedByLocalHost || reason == .connectionTerminatedDueToMICFailure
            {
                return
            }
            time += sent + 150_000
            peripheral.load(peripheralPHY)
            let answered = Self.airTime(peripheral.pendingLength, peripheralPHY)
            medium.moment = time + answered
            let inward = pass(peripheral, central, time, channel, isPlain)
            guard inward != .lost else { return }
            time += answered + 150_000
            packets += 1
            guard central.hasMore || peripheral.hasMore, central.closing == nil, peripheral.closing == nil,
                outward == .taken, inward == .taken, packets < budget.packets
            else { return }
            central.load(centralPHY)
            let reserve = Self.airTime(peripheral.longestNext, peripheralPHY)
            let end = time + Self.airTime(central.pendingLength, centralPHY) + 150_000 + reserve + 150_000
            guard end <= limit(from: begin) else { return }
        }
    }

    /// When the last packet of an event and the space after it must have ended.
    private func limit(from begin: Int64) -> Int64 {
        let limit = begin &+ min(intervalTime, budget.time)
        return sounding.map { min(limit, $0.nextBegin) } ?? limit
    }

    @inline(__always)
    private static func airTime(_ length: some BinaryInteger, _ phy: LL.PHY) -> Int64 {
        LL.airTime(payloadBytes: min(Int(length), 255), phy: phy).count
    }

    private enum Passage {
        case lost, refused, taken
    }

    /// One packet, from one end to the other.
    @inline(__always)
    private func pass(
        _ sender: LinkEnd, _ receiver: LinkEnd, _ time: Int64, _ channel: UInt8, _ isPlain: Bool
    ) -> Passage {
        if !isPlain, !isHeard(sender, receiver, time, channel) { return .lost }
        return receiver.receive(from: sender, at: time) == .refused ? .refused : .taken
    }

    /// Whether a packet arrives; it is traced. A function of its own, so that the usual way is short.
    @inline(never)
    private func isHeard(_ sender: LinkEnd, _ receiver: LinkEnd, _ time: Int64, _ channel: UInt8) -> Bool {
        let isDelivered = !isDoubtful || delivers(sender, receiver, time, channel)
        if medium.air != nil { trace(sender, receiver, time, channel, isLost: !isDelivered) }
        return isDelivered
    }

    private var isDoubtful: Bool { quality != .sound || medium.isLossy }

    private func delivers(_ sender: LinkEnd, _ receiver: LinkEnd, _ time: Int64, _ channel: UInt8) -> Bool {
        let air = medium.configuration
        var power = Float(sender.controller.configuration.txPower) - pathLoss
        if air.fadingDeviation > 0 { power += Float(air.fadingDeviation * entropy.normal()) }
        guard power >= Float(receiver.controller.configuration.sensitivity) else { return false }
        if air.perPacketLoss > 0, entropy.unit() < air.perPacketLoss { return false }
        guard medium.hasLayers else { return true }
        return medium.layersDeliver(
            MediumFrame(
                time: Instant(nanoseconds: time), sender: sender.controller.node,
                receiver: receiver.controller.node, channel: channel, kind: sender.frameKind))
    }

    private func trace(
        _ sender: LinkEnd, _ receiver: LinkEnd, _ time: Int64, _ channel: UInt8, isLost: Bool
    ) {
        let power = Float(sender.controller.configuration.txPower) - pathLoss
        medium.air?(
            AirFrame(
                time: Instant(nanoseconds: time), node: sender.controller.node,
                receiver: receiver.controller.node, channel: channel, phy: phy(from: sender),
                txPower: sender.controller.configuration.txPower, rssi: Int8(dBm: power),
                accessAddress: accessAddress, crcInit: crcInit, kind: .data(sender.pdu), isLost: isLost,
                isEncrypted: sender.isSealed))
    }

    // Instants

    /// Applies `update` at the anchor of `counter`.
    private func apply(_ update: Update, at counter: Int64) {
        self.update = nil
        guard update.isKnown else {
            // Only the central changes: the ends do not meet again.
            isOutOfStep = true
            conditionsDidChange()
            return
        }
        let before = (interval, latency, timeout, centralPHY, peripheralPHY)
        switch update.change {
        case .parameters(let newInterval, let newLatency, let newTimeout):
            (baseAnchor, baseCounter, napCounter) = (anchor(counter), counter, counter)
            (interval, latency, timeout) = (newInterval, newLatency, newTimeout)
            // Other timeouts and intervals can change whether the link is sound.
            conditionsDidChange()
            sounding?.intervalDidChange()
        case .phys(let fromCentral, let fromPeripheral):
            if let fromCentral { centralPHY = fromCentral }
            if let fromPeripheral { peripheralPHY = fromPeripheral }
        case .channels(let map): channels.map = map
        }
        let changed = (interval, latency, timeout, centralPHY, peripheralPHY) != before
        central.updateApplied(update.change, changed)
        peripheral.updateApplied(update.change, changed)
    }

    /// One end is closed: the other one receives nothing more, or the link ends.
    func endDidClose() {
        guard !central.isOpen, !peripheral.isOpen else { return conditionsDidChange() }
        eventCounter = -1
        supervisionTime = .max
        medium.removeLink(
            index,
            lastGeneration: max(
                eventGeneration, supervisionGeneration, procedureGeneration, soundingGeneration))
    }
}
