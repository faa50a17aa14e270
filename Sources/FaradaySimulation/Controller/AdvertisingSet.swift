import BluetoothTypes
import BluetoothWire

/// One advertising set: what it sends, to whom, and whether it is on.
final class AdvertisingSet {
    unowned(unsafe) let controller: Controller
    /// The advertising handle; `nil` for the set of the legacy commands.
    let handle: UInt8?
    /// The number of this set's beat in the medium.
    let beat: Int

    var properties: HCI.AdvertisingEventProperties = [.useLegacyPDUs, .connectable, .scannable]
    /// Nanoseconds from event to event, without the random delay.
    var interval: Int64 = 1_280_000_000
    var channels: HCI.AdvertisingChannelMap = .all
    var ownAddressType: HCI.OwnAddressType = .public
    var peer: DeviceAddress = .zero
    var filterPolicy: HCI.AdvertisingFilterPolicy = .unfiltered
    var primaryPHY: LL.PHY = .le1M
    var secondaryPHY: LL.PHY = .le1M
    var sid: UInt8 = 0
    /// Changes with the data.
    var did: UInt16 = 0
    var notifiesScanRequests = false
    var data: [UInt8] = []
    var response: [UInt8] = []
    /// Fragments of data that the host has not finished.
    var partialData: [UInt8]?
    var partialResponse: [UInt8]?
    var randomAddress: DeviceAddress?
    /// The power of every packet in dBm.
    var txPower: Int8

    private(set) var isOn = false
    /// The address on air while the set is on.
    private(set) var address: DeviceAddress = .zero
    /// Of a set that is on with private addresses.
    private var disguise: Disguise?
    var maximumEvents: UInt8 = 0
    /// What the last epoch stood for.
    private var lastIdentity: (address: UInt64, properties: UInt16, sid: UInt8) = (.max, 0, 0)

    init(controller: Controller, handle: UInt8?) {
        self.controller = controller
        self.handle = handle
        self.txPower = controller.configuration.txPower
        controller.setsMade += 1
        self.beat = controller.medium.addBeat(node: controller.node, number: controller.setsMade)
        controller.medium.beats[beat].set = self
    }

    var isLegacy: Bool { properties.contains(.useLegacyPDUs) }
    var isConnectable: Bool { properties.contains(.connectable) }
    var isScannable: Bool { properties.contains(.scannable) }
    var isDirected: Bool { properties.contains(.directed) }
    var isHighDuty: Bool { properties.contains(.highDutyCycleDirected) }
    /// Whether it holds data that events of these properties have no room for.
    func hasData(beyond properties: HCI.AdvertisingEventProperties) -> Bool {
        if properties.contains(.useLegacyPDUs), max(data.count, response.count) > 31 { return true }
        return !data.isEmpty && !properties.carryData
            || !response.isEmpty && !properties.contains(.scannable)
    }
    /// Whom a directed set calls.
    var target: DeviceAddress? {
        isDirected ? disguise?.target ?? DeviceAddress(peer.value, peer.kind.onAir) : nil
    }

    /// What a set shows on air.
    struct Guise {
        var address: DeviceAddress
        /// What has to change at its time, with private addresses.
        var disguise: Disguise?
    }

    /// What there is besides to a set with private addresses.
    final class Disguise {
        /// A private address in place of the peer's.
        let target: DeviceAddress?
        /// When the first of the addresses was made.
        let made: Int64

        init(target: DeviceAddress?, made: Int64) { (self.target, self.made) = (target, made) }
    }

    /// Puts the set on air from now on, for `duration` nanoseconds at most if it is not zero.
    func start(as guise: Guise, duration: Int64, maximumEvents: UInt8) {
        (address, disguise) = (guise.address, guise.disguise)
        self.maximumEvents = maximumEvents
        isOn = true
        let medium = controller.medium
        let now = controller.now
        // High duty cycle: every 3.75 ms at most and for 1.28 s (Core 6.0, Vol 6, Part B, 4.4.2.4.3).
        let limit = isHighDuty ? min(duration > 0 ? duration : .max, 1_280_000_000) : duration
        let identity = (Self.identity(address), properties.rawValue, sid)
        medium.beats[beat].start(
            interval: isHighDuty ? 3_750_000 : interval, deadline: limit > 0 ? now &+ limit : .max,
            isJittered: !isHighDuty, isNew: identity != lastIdentity)
        medium.beats[beat].isLimited = maximumEvents > 0
        lastIdentity = identity
        refreshBeat()
        medium.beginAdvertising(beat)
        scheduleAddressChange()
    }

    /// Has the set show other private addresses when their time has come; costs nothing without any.
    func scheduleAddressChange() {
        guard isOn, let due = addressChange else { return }
        let medium = controller.medium
        medium.schedule(
            .addressChange, index: beat, generation: medium.beats[beat].generation,
            at: max(due, controller.now))
    }

    private var addressChange: Int64? {
        guard let disguise, let list = controller.resolvingList else { return nil }
        return disguise.made + list.timeout
    }

    /// The time of the private addresses may be up: the set is a new one to all who can't resolve them.
    func addressChangeDue() {
        guard isOn, let due = addressChange, controller.now >= due,
            let guise = controller.guise(
                of: self, random: handle == nil ? controller.randomAddress : randomAddress),
            guise.disguise != nil  // A peer that has left the list meanwhile: what is on air stays.
        else { return }
        (address, disguise) = (guise.address, guise.disguise)
        controller.medium.beats[beat].renew()
        lastIdentity.address = Self.identity(address)
        scheduleAddressChange()
    }

    private static func identity(_ address: DeviceAddress) -> UInt64 {
        address.value << 1 | UInt64(address.kind.rawValue & 1)
    }

    /// Takes the set off the air.
    func stop() {
        guard isOn else { return }
        isOn = false
        controller.medium.beats[beat].stop()
    }

    /// Takes the set off the air and gives its beat back.
    func discard() {
        stop()
        controller.medium.removeBeat(beat)
    }

    /// The data changed: extended advertisements are new to scanners, by their data identifier.
    func dataDidChange(drawing newIdentifier: Bool = true) {
        if newIdentifier { did = (did &+ 1) & 0x0FFF }
        guard isOn else { return }
        if !isLegacy { controller.medium.beats[beat].renew() }
        refreshBeat()
    }

    /// Writes what the medium needs at each event into the beat.
    private func refreshBeat() {
        let medium = controller.medium
        let length = isLegacy ? legacyLength : extendedIndicationLength
        let duration = LL.airTime(payloadBytes: length, phy: primaryPHY).count
        // Behind a PDU that may be answered there is room for the exchange, so that packets do not overlap.
        var listening: Int64 = 150_000
        if isLegacy, isConnectable { listening += LL.airTime(payloadBytes: 34, phy: .le1M).count + 150_000 }
        if isLegacy, isScannable {
            let exchange = 12 + 6 + min(31, response.count)
            listening = LL.airTime(payloadBytes: exchange, phy: .le1M).count + 80_000 + 3 * 150_000
        }
        medium.beats[beat].describe(
            channels: channels.rawValue & 7, txPower: txPower, duration: duration,
            spacing: duration + listening, isExtended: !isLegacy, isScannable: isScannable,
            isConnectable: isConnectable, isCoded: primaryPHY == .leCoded)
    }

    private var legacyLength: Int { isDirected ? 12 : 6 + min(31, data.count) }

    /// Extended header: length and mode, flags, AdvA and TargetA where they stand here, ADI, AuxPtr.
    private var extendedIndicationLength: Int { 1 + 1 + 2 + 3 }

    // On air

    /// The PDU on the primary channels; `delay` is the time to the auxiliary packet.
    func primaryPDU(auxiliary: (channel: UInt8, delay: Nanoseconds)) -> LL.AdvertisingPDU {
        guard isLegacy else {
            return .advExtInd(
                .init(
                    mode: mode, dataInfo: .init(did: did, sid: sid),
                    auxPtr: .init(channel: auxiliary.channel, after: auxiliary.delay, phy: secondaryPHY)))
        }
        let chSel = controller.configuration.usedFeatures.contains(.channelSelectionAlgorithm2)
        if let target {
            return .advDirectInd(.init(advertiser: address, target: target, chSel: chSel))
        }
        if isConnectable { return .advInd(.init(advertiser: address, chSel: chSel, data: data)) }
        if isScannable { return .advScanInd(advertiser: address, data: data) }
        return .advNonconnInd(advertiser: address, data: data)
    }

    /// Where and how long after the packet on `channel` the auxiliary packet of an extended event begins.
    func auxiliary(from channel: UInt8) -> (channel: UInt8, delay: Nanoseconds) {
        let beat = controller.medium.beats[beat]
        let secondary = UInt8(truncatingIfNeeded: (Int(beat.events) &* 7 &+ Int(sid) &* 5 &+ self.beat) % 37)
        // A fixed time behind the last of the primary packets; pointers count 30 µs.
        let used = beat.channels.nonzeroBitCount
        let earlier = (beat.channels & ((1 << (channel - 37)) &- 1)).nonzeroBitCount
        let delay = Int64(used - earlier) * Int64(beat.spacing) + 1_200_000
        return (secondary, Nanoseconds(delay / 30_000 * 30_000))
    }

    /// The mode of an extended advertisement.
    var mode: LL.ExtendedAdvertising.Mode {
        isConnectable ? .connectable : isScannable ? .scannable : .nonConnectableNonScannable
    }

    /// How much data an AUX_ADV_IND, AUX_SCAN_RSP or AUX_CHAIN_IND carries here: 255 bytes less the header.
    static let bytesPerAuxiliaryPacket = 230

    /// The auxiliary packets that carry `data`: the first and its chain; `channel` is that of the first.
    func auxiliaryPDUs(carrying data: [UInt8], channel: UInt8) -> [LL.ExtendedAdvertising] {
        var pdus: [LL.ExtendedAdvertising] = []
        var position = 0
        repeat {
            let end = min(data.count, position + Self.bytesPerAuxiliaryPacket)
            let next = UInt8(truncatingIfNeeded: (Int(channel) + (pdus.count + 1) * 11) % 37)
            pdus.append(
                .init(
                    mode: pdus.isEmpty ? mode : .nonConnectableNonScannable,
                    advertiser: pdus.isEmpty && !properties.contains(.anonymous) ? address : nil,
                    target: pdus.isEmpty ? target : nil, dataInfo: .init(did: did, sid: sid),
                    auxPtr: end < data.count
                        ? .init(channel: next, after: Self.chainStep(secondaryPHY), phy: secondaryPHY) : nil,
                    txPower: pdus.isEmpty && properties.contains(.includeTxPower) ? txPower : nil,
                    data: Array(data[position..<end])))
            position = end
        } while position < data.count
        return pdus
    }

    /// From one packet of a chain to the next: the longest packet and some rest, in units of 30 µs.
    static func chainStep(_ phy: LL.PHY) -> Nanoseconds {
        let longest = LL.airTime(payloadBytes: 255, phy: phy).count + 300_000
        return Nanoseconds(longest / 30_000 * 30_000)
    }

    /// The power in reports; 127 when the set does not tell it.
    var reportedTxPower: Int8 {
        properties.contains(.includeTxPower) ? txPower : 127
    }
}

extension HCI.AdvertisingEventProperties {
    /// Whether such events carry advertising data: not those of legacy directed sets, and those of scannable extended
    /// ones only in the response (Core 6.0, Vol 4, Part E, 7.8.53).
    var carryData: Bool { contains(.useLegacyPDUs) ? !contains(.directed) : !contains(.scannable) }
}
