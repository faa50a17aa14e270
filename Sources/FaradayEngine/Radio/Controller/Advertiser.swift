import BluetoothTypes
import BluetoothWire

/// One advertising set: its data, its target, and whether it is enabled.
package final class Advertiser {
    unowned(unsafe) let controller: Controller
    /// What the host has set.
    @exclusivity(unchecked) var settings: AdvertisingSettings

    // Small properties follow each other, so that they take no more room than they need.

    /// The number of this set's beat in the medium.
    var beat: Int { Int(place) }
    private let place: UInt32
    /// The address on air while the set is on.
    private(set) var address: DeviceAddress = .zero
    /// The advertising handle; `nil` for the set of the legacy commands.
    let handle: UInt8?
    private(set) var isOn = false
    /// The data identifier; it changes with the data.
    private(set) var did: UInt16 = 0
    var maximumEvents: UInt8 = 0
    /// The identity of the last epoch.
    private var lastIdentity: (address: UInt64, properties: UInt16, sid: UInt8) = (.max, 0, 0)
    /// No event begins at or after this time.
    private(set) var deadline: Int64 = .max
    /// The private addresses of an enabled set.
    @exclusivity(unchecked) private var disguise: Disguise?
    /// The next set of the same controller.
    @exclusivity(unchecked) private var next: Advertiser?

    /// A set and those after it.
    static func chain(from first: Advertiser?) -> [Advertiser] {
        var sets: [Advertiser] = []
        var set = first
        while let found = set {
            sets.append(found)
            set = found.next
        }
        return sets
    }

    /// The first of a set and those after it that is wanted. A chain as an array would be an allocation.
    static func first(
        from first: Advertiser?, where isWanted: (Advertiser) -> Bool
    ) -> Advertiser? {
        var set = first
        while let found = set, !isWanted(found) { set = found.next }
        return set
    }

    /// Puts sets one after the other; returns the first.
    static func linked(_ sets: [Advertiser]) -> Advertiser? {
        for (index, set) in sets.enumerated() { set.next = index + 1 < sets.count ? sets[index + 1] : nil }
        return sets.first
    }

    init(controller: Controller, handle: UInt8?) {
        self.controller = controller
        self.handle = handle
        self.settings = AdvertisingSettings(txPower: controller.configuration.txPower)
        controller.setsMade += 1
        self.place = UInt32(controller.medium.addBeat(node: controller.node, number: controller.setsMade))
        controller.medium.beats.use(beat, for: self)
    }

    var properties: HCI.AdvertisingEventProperties { settings.properties }
    var ownAddressType: HCI.OwnAddressType { settings.ownAddressType }
    var peer: DeviceAddress { settings.peer }
    var filterPolicy: HCI.AdvertisingFilterPolicy { settings.filterPolicy }
    var primaryPHY: LL.PHY { settings.primaryPHY }
    var secondaryPHY: LL.PHY { settings.secondaryPHY }
    var sid: UInt8 { settings.sid }
    var data: [UInt8] { settings.data }
    var response: [UInt8] { settings.response }
    var randomAddress: DeviceAddress? { settings.randomAddress }
    var txPower: Int8 { settings.txPower }
    // Asked of the properties: the questions of the settings would copy the settings.
    var isLegacy: Bool { properties.contains(.useLegacyPDUs) }
    var isConnectable: Bool { properties.contains(.connectable) }
    var isScannable: Bool { properties.contains(.scannable) }
    var isDirected: Bool { properties.contains(.directed) }
    private var isHighDuty: Bool { properties.contains(.highDutyCycleDirected) }
    /// The target of a directed set.
    var target: DeviceAddress? {
        isDirected ? disguise?.target ?? DeviceAddress(peer.value, peer.kind.onAir) : nil
    }

    /// The addresses that a set uses on air.
    struct Guise {
        var address: DeviceAddress
        /// With private addresses, the data for changing them.
        var disguise: Disguise?
    }

    /// Additional data of a set with private addresses.
    final class Disguise {
        /// A private address used instead of the peer's address.
        let target: DeviceAddress?
        /// When the first of the addresses was generated.
        let made: Int64

        init(target: DeviceAddress?, made: Int64) { (self.target, self.made) = (target, made) }
    }

    /// Enables the set from now on, for at most `duration` nanoseconds if that is not zero.
    func start(as guise: Guise, duration: Int64, maximumEvents: UInt8) {
        (address, disguise) = (guise.address, guise.disguise)
        self.maximumEvents = maximumEvents
        isOn = true
        let medium = controller.medium
        let now = controller.now
        // High duty cycle: at least every 3.75 ms, for 1.28 s (Core 6.0, Vol 6, Part B, 4.4.2.4.3).
        let limit = isHighDuty ? min(duration > 0 ? duration : .max, 1_280_000_000) : duration
        let identity = (Self.identity(address), properties.rawValue, sid)
        deadline = limit > 0 ? now &+ limit : .max
        medium.beats[beat].start(
            interval: isHighDuty ? 3_750_000 : settings.interval, isTimed: deadline != .max,
            isJittered: !isHighDuty, isNew: identity != lastIdentity)
        medium.beats[beat].isLimited = maximumEvents > 0
        lastIdentity = identity
        refreshBeat()
        medium.beginAdvertising(beat)
        scheduleAddressChange()
    }

    /// Schedules the change of private addresses; costs nothing without any.
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

    /// The private addresses may have to change. To devices that can't resolve them, the set is then a new one.
    func addressChangeDue() {
        guard isOn, let due = addressChange, controller.now >= due,
            let guise = controller.guise(
                of: self, random: handle == nil ? controller.randomAddress : randomAddress),
            guise.disguise != nil  // The peer has left the list meanwhile: the addresses on air stay.
        else { return }
        (address, disguise) = (guise.address, guise.disguise)
        controller.medium.beats[beat].renew()
        lastIdentity.address = Self.identity(address)
        scheduleAddressChange()
    }

    private static func identity(_ address: DeviceAddress) -> UInt64 {
        address.value << 1 | UInt64(address.kind.rawValue & 1)
    }

    /// Disables the set.
    func stop() {
        guard isOn else { return }
        isOn = false
        controller.medium.beats[beat].stop()
    }

    /// Disables the set and returns its beat.
    func discard() {
        stop()
        controller.medium.removeBeat(beat)
    }

    /// Changes the data by `take`. Scanners treat the extended advertisements as new, because of their data identifier.
    func change(
        _ take: (inout AdvertisingSettings) -> AdvertisingSettings.DataChange
    ) -> AdvertisingSettings.DataChange {
        let change = take(&settings)
        if change == .changed { dataDidChange() }
        return change
    }

    private func dataDidChange() {
        did = (did &+ 1) & 0x0FFF
        guard isOn else { return }
        if !isLegacy { controller.medium.beats[beat].renew() }
        refreshBeat()
    }

    /// Writes the data that the medium needs at each event into the beat.
    private func refreshBeat() {
        let medium = controller.medium
        let length = isLegacy ? legacyLength : extendedIndicationLength
        let duration = LL.airTime(payloadBytes: length, phy: primaryPHY).count
        // After a PDU that allows an answer there is time for the exchange, so that packets do not overlap.
        var listening: Int64 = 150_000
        if isLegacy, isConnectable { listening += LL.airTime(payloadBytes: 34, phy: .le1M).count + 150_000 }
        if isLegacy, isScannable {
            let exchange = 12 + 6 + min(31, response.count)
            listening = LL.airTime(payloadBytes: exchange, phy: .le1M).count + 80_000 + 3 * 150_000
        }
        medium.beats[beat].describe(
            channels: settings.channels.rawValue & 7, txPower: txPower, duration: duration,
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

    /// The channel of the auxiliary packet of an extended event, and the time from the packet on `channel` to it.
    func auxiliary(from channel: UInt8) -> (channel: UInt8, delay: Nanoseconds) {
        let beat = controller.medium.beats[beat]
        let secondary = UInt8(truncatingIfNeeded: (Int(beat.events) &* 7 &+ Int(sid) &* 5 &+ self.beat) % 37)
        // A fixed time after the last primary packet; pointers count in units of 30 µs.
        let used = beat.channels.nonzeroBitCount
        let earlier = (beat.channels & ((1 << (channel - 37)) &- 1)).nonzeroBitCount
        let delay = Int64(used - earlier) * beat.spacing + 1_200_000
        return (secondary, Nanoseconds(delay / 30_000 * 30_000))
    }

    /// The mode of an extended advertisement.
    var mode: LL.ExtendedAdvertising.Mode {
        isConnectable ? .connectable : isScannable ? .scannable : .nonConnectableNonScannable
    }

    /// The auxiliary packets that carry `data`: the first and its chain; `channel` is that of the first.
    func auxiliaryPDUs(carrying data: [UInt8], channel: UInt8) -> [LL.ExtendedAdvertising] {
        var pdus: [LL.ExtendedAdvertising] = []
        var position = 0
        repeat {
            let end = min(data.count, position + AdvertisingSettings.bytesPerAuxiliaryPacket)
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

    /// The time from one packet of a chain to the next: the longest packet and a reserve, in units of 30 µs.
    static func chainStep(_ phy: LL.PHY) -> Nanoseconds {
        let longest = LL.airTime(payloadBytes: 255, phy: phy).count + 300_000
        return Nanoseconds(longest / 30_000 * 30_000)
    }

    /// The power in reports; 127 if the set does not include it.
    var reportedTxPower: Int8 {
        properties.contains(.includeTxPower) ? txPower : 127
    }
}
