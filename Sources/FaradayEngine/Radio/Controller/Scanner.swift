import BluetoothTypes
import BluetoothWire

/// A controller's scan: its parameters and, while it is enabled, its results.
final class Scanner {
    unowned(unsafe) let controller: Controller
    @exclusivity(unchecked) var timing: ListeningSchedule
    /// What the host has set.
    let settings: ScanSettings

    private(set) var isOn = false
    /// The address in scan requests, except for requests to peers in the resolving list.
    private(set) var address: DeviceAddress = .zero
    private var filter: HCI.DuplicateFilter = .disabled
    /// By beat: the epoch, shifted by two, and the reported marks; empty without filter.
    @exclusivity(unchecked) private var seen: ContiguousArray<UInt32> = []
    /// The same by identity: for a resolved peer, a new private address is not a new advertiser.
    @exclusivity(unchecked) private var seenIdentities: [SeenIdentity] = []
    /// The marks that the scan reports.
    @exclusivity(unchecked) private var wanted: UInt8 = 0
    private var time = ScanTime.endless
    private var isListening = false
    private(set) var timerGeneration: UInt32 = 0

    init(controller: Controller, _ settings: ScanSettings) {
        self.controller = controller
        self.settings = settings
        self.timing = ListeningSchedule(start: 0, interval: 1, window: 1)
    }

    /// One kind of advertisement of a resolved peer, and its reported marks.
    private struct SeenIdentity {
        var identity: DeviceAddress
        var properties: HCI.AdvertisingEventProperties
        var sid: UInt8
        var did: UInt16
        var marks: UInt8
    }

    var usesAcceptList: Bool { settings.usesAcceptList }
    var ownAddressType: HCI.OwnAddressType { settings.ownAddressType }
    private var isActive: Bool { settings.isActive }
    /// Whether reports are extended ones, so that extended advertisements are received.
    var isExtended: Bool { settings.isExtended }

    /// Starts or restarts the scan.
    func start(as address: DeviceAddress, filter: HCI.DuplicateFilter, for time: ScanTime) {
        pause()
        isOn = true
        (self.address, self.filter, self.time) = (address, filter, time)
        forget()
        wanted =
            isActive
            ? AdvertisingBeat.advertisement | AdvertisingBeat.response : AdvertisingBeat.advertisement
        timerGeneration &+= 1
        listen()
        if time.duration > 0 { setTimer(time.duration) }
    }

    /// Stops scanning.
    func stop() {
        pause()
        isOn = false
        timerGeneration &+= 1
        forget()
    }

    private func listen() {
        timing = ListeningSchedule(
            start: controller.now, interval: settings.interval, window: settings.window)
        isListening = true
        controller.medium.scanners.append(self)
    }

    private func pause() {
        guard isListening else { return }
        isListening = false
        controller.medium.scanners.removeAll { $0 === self }
        controller.listenerDidStop()
    }

    private func setTimer(_ delay: Int64) {
        controller.medium.schedule(
            .scanTimeout, index: controller.node.index, generation: timerGeneration,
            at: controller.now + delay)
    }

    /// A duration, or the pause after it, has ended.
    func timedOut() {
        guard isOn else { return }
        if !isListening {
            if filter == .enabledPerPeriod { forget() }
            listen()
            setTimer(time.duration)
        } else if time.period > time.duration {
            pause()
            setTimer(time.period - time.duration)
        } else {
            stop()
            controller.emit(.leScanTimeout)
        }
    }

    // Duplicates

    /// Whether all marks of the set behind `beat` have been reported.
    @inline(__always)
    func hasReported(_ index: Int, _ beat: AdvertisingBeat) -> Bool {
        index < seen.count && seen[index] == beat.epoch << 2 | UInt32(beat.marks & wanted)
    }

    /// What the scan has reported of the set with this beat.
    @inline(__always)
    func reported(_ index: Int) -> UInt32 { index < seen.count ? seen[index] : 0 }

    /// Whether `mark` of a set was reported before.
    private func hasReported(_ index: Int, _ mark: UInt8) -> Bool {
        guard index < seen.count else { return false }
        return seen[index] >> 2 == controller.medium.beats[index].epoch && seen[index] & UInt32(mark) != 0
    }

    /// Records that `mark` of a set is reported.
    private func note(_ index: Int, _ mark: UInt8) {
        guard filter != .disabled else { return }
        while seen.count < controller.medium.beats.count { seen.append(0) }
        let epoch = controller.medium.beats[index].epoch
        if seen[index] >> 2 != epoch { seen[index] = epoch << 2 }
        seen[index] |= UInt32(mark)
    }

    /// Records that `mark` of a set is reported; returns false if it was reported before, under another private
    /// address.
    private func note(_ index: Int, _ mark: UInt8, of set: Advertiser, _ device: ReceivedAddress) -> Bool {
        note(index, mark)
        guard filter != .disabled, let identity = device.identity else { return true }
        let did = set.isLegacy ? 0 : set.did
        let known = seenIdentities.firstIndex {
            $0.identity == identity && $0.properties == set.properties && $0.sid == set.sid && $0.did == did
        }
        guard let known else {
            // Only a set's latest data is remembered.
            seenIdentities.removeAll { $0.identity == identity && $0.sid == set.sid && $0.did != did }
            seenIdentities.append(
                .init(identity: identity, properties: set.properties, sid: set.sid, did: did, marks: mark))
            return true
        }
        guard seenIdentities[known].marks & mark == 0 else { return false }
        seenIdentities[known].marks |= mark
        return true
    }

    private func forget() {
        seen = []
        seenIdentities = []
    }

    // Receiving

    /// Handles a packet on a primary channel, received within one window.
    func hear(_ index: Int, channel: UInt8, start: Int64) {
        let medium = controller.medium
        let beat = medium.beats[index]
        guard isExtended || !beat.isExtended, beat.isCoded ? settings.hearsCoded : settings.hears1M,
            let set = medium.beats.set(index), set.controller !== controller, let device = welcome(set)
        else { return }
        let loss = controller.pathLoss(from: set.controller.node.index)
        guard
            let rssi = medium.reception(
                from: set.controller.node, txPower: set.txPower, at: controller, loss: loss, .advertisement,
                channel: channel, time: start)
        else { return }
        let end = start + beat.duration
        guard set.isLegacy else {
            hearAuxiliary(of: set, device, index, from: channel, start: start, loss: loss)
            return
        }
        if !hasReported(index, AdvertisingBeat.advertisement) {
            medium.moment = max(medium.moment, end)
            if note(index, AdvertisingBeat.advertisement, of: set, device) {
                reportLegacy(set, device, rssi: set.controller.reportedRSSI(rssi))
            }
        }
        guard isActive, set.isScannable, !hasReported(index, AdvertisingBeat.response) else { return }
        let exchange = Exchange(
            set: set, device: device, channel: channel, phy: .le1M, time: end + 150_000, loss: loss)
        guard let response = request(exchange) else { return }
        if note(index, AdvertisingBeat.response, of: set, device) {
            reportLegacyResponse(set, device, rssi: set.controller.reportedRSSI(response))
        }
    }

    /// The advertiser of `set`; `nil` if the filter policy does not let this scan report it.
    private func welcome(_ set: Advertiser) -> ReceivedAddress? {
        let isAnonymous = set.properties.contains(.anonymous)
        var device =
            isAnonymous ? ReceivedAddress(address: set.address) : controller.resolution(of: set.address)
        if device.isIgnored || usesAcceptList && !controller.accepts(isAnonymous ? nil : device) {
            return nil
        }
        guard let target = set.target else { return device }
        let own = controller.configuration.publicAddress
        if target == address || target == own || target == controller.randomAddress {
            device.directed = HCI.DirectAddress(target)
        } else if controller.isOwnPrivate(target, by: device) {
            let usesRandom = ownAddressType == .random || ownAddressType == .resolvableOrRandom
            device.directed = HCI.DirectAddress(
                usesRandom ? .init(address.value, .randomIdentity) : .init(own.value, .publicIdentity))
        } else if target.isResolvable,
            settings.policy == .extendedUnfiltered || settings.policy == .extendedFiltered
        {
            device.directed = HCI.DirectAddress(target, isUnresolved: true)
        } else {
            return nil
        }
        return device
    }

    /// A scan request and its response on one channel.
    private struct Exchange {
        var set: Advertiser
        var device: ReceivedAddress
        var channel: UInt8
        var phy: LL.PHY
        /// When the request begins.
        var time: Int64
        var loss: Float
    }

    /// Sends a scan request; returns the power of its response, or `nil` if either is lost or not wanted.
    private func request(_ exchange: Exchange) -> Int8? {
        let (medium, set, channel) = (controller.medium, exchange.set, exchange.channel)
        let address = controller.privateAddress(ownAddressType, toward: exchange.device.entry) ?? address
        let heard = medium.reception(
            from: controller.node, txPower: controller.configuration.txPower, at: set.controller,
            loss: exchange.loss, .scanRequest, channel: channel, time: exchange.time)
        if medium.air != nil {
            medium.trace(
                .advertising(.scanReq(scanner: address, advertiser: set.address)), from: controller,
                txPower: controller.configuration.txPower, to: set.controller, rssi: heard, channel: channel,
                phy: exchange.phy, time: exchange.time, isLost: heard == nil)
        }
        let isFiltered = set.filterPolicy == .scanRequestsFiltered || set.filterPolicy == .filtered
        let scanner = set.controller.resolution(of: address)
        guard heard != nil, !scanner.isIgnored, !isFiltered || set.controller.accepts(scanner),
            set.isFor(scanner)
        else { return nil }
        if set.settings.notifiesScanRequests, let handle = set.handle {
            set.controller.emit(
                .leScanRequestReceived(.init(advertisingHandle: handle, scannerAddress: scanner.reported)))
        }
        let time = exchange.time + LL.airTime(payloadBytes: 12, phy: exchange.phy).count + 150_000
        let response = medium.reception(
            from: set.controller.node, txPower: set.txPower, at: controller, loss: exchange.loss,
            .scanResponse, channel: channel, time: time)
        if response != nil {
            let length = min(255, 6 + set.response.count)
            medium.moment = max(
                medium.moment, time + LL.airTime(payloadBytes: length, phy: exchange.phy).count)
        }
        if medium.air != nil {
            let pdu: LL.AdvertisingPDU =
                set.isLegacy
                ? .scanRsp(advertiser: set.address, data: set.response)
                : .advExtInd(set.auxiliaryPDUs(carrying: set.response, channel: channel)[0])
            medium.trace(
                .advertising(pdu), from: set.controller, txPower: set.txPower, to: controller, rssi: response,
                channel: channel, phy: exchange.phy, time: time, isLost: response == nil)
        }
        return response
    }

    // Extended advertisements

    /// Follows the pointer of an ADV_EXT_IND.
    private func hearAuxiliary(
        of set: Advertiser, _ device: ReceivedAddress, _ index: Int, from channel: UInt8, start: Int64,
        loss: Float
    ) {
        let auxiliary = set.auxiliary(from: channel)
        let time = start + auxiliary.delay.count
        let pdus = set.auxiliaryPDUs(carrying: set.isScannable ? [] : set.data, channel: auxiliary.channel)
        guard let heard = follow(pdus, of: set, channel: auxiliary.channel, time: time, loss: loss) else {
            return
        }
        if !hasReported(index, AdvertisingBeat.advertisement) {
            if note(index, AdvertisingBeat.advertisement, of: set, device) { report(set, device, heard) }
        }
        guard isActive, set.isScannable, !hasReported(index, AdvertisingBeat.response) else { return }
        let length = LL.airTime(payloadBytes: 20, phy: set.secondaryPHY).count
        let exchange = Exchange(
            set: set, device: device, channel: auxiliary.channel, phy: set.secondaryPHY,
            time: time + length + 150_000, loss: loss)
        guard let rssi = request(exchange) else { return }
        let chain = set.auxiliaryPDUs(carrying: set.response, channel: auxiliary.channel).dropFirst()
        let begin = exchange.time + Int64(set.response.count) * 8_000
        let rest = follow(Array(chain), of: set, channel: auxiliary.channel, time: begin, loss: loss)
        let isWhole = chain.isEmpty || rest?.isWhole == true
        guard note(index, AdvertisingBeat.response, of: set, device) else { return }
        let count = AdvertisingSettings.bytesPerAuxiliaryPacket + (rest?.data.count ?? 0)
        report(
            set, device, Heard(data: Array(set.response.prefix(count)), isWhole: isWhole, rssi: rssi),
            isResponse: true)
    }

    /// The received data of an auxiliary packet and its chain.
    struct Heard {
        var data: [UInt8]
        var isWhole: Bool
        var rssi: Int8
    }

    /// Receives auxiliary packets until one is lost; `nil` if it is the first one.
    private func follow(
        _ pdus: [LL.ExtendedAdvertising], of set: Advertiser, channel: UInt8, time: Int64, loss: Float
    ) -> Heard? {
        let medium = controller.medium
        var heard: Heard?
        var (channel, time) = (channel, time)
        for pdu in pdus {
            let rssi = medium.reception(
                from: set.controller.node, txPower: set.txPower, at: controller, loss: loss, .advertisement,
                channel: channel, time: time)
            medium.trace(
                .advertising(.advExtInd(pdu)), from: set.controller, txPower: set.txPower, to: controller,
                rssi: rssi, channel: channel, phy: set.secondaryPHY, time: time, isLost: rssi == nil)
            guard let rssi else {
                heard?.isWhole = false
                return heard
            }
            let length = min(255, 16 + pdu.data.count)
            medium.moment = max(
                medium.moment, time + LL.airTime(payloadBytes: length, phy: set.secondaryPHY).count)
            heard = Heard(data: (heard?.data ?? []) + pdu.data, isWhole: true, rssi: heard?.rssi ?? rssi)
            if let next = pdu.auxPtr { (channel, time) = (next.channel, time + next.delay.count) }
        }
        return heard
    }
}
