import BluetoothTypes
import BluetoothWire

/// A controller's search for an advertiser to connect to.
package final class Initiator {
    typealias Parameters = InitiatingSettings.Parameters

    unowned(unsafe) let controller: Controller
    @exclusivity(unchecked) var timing: ListeningSchedule
    /// The peer to connect to; `nil` for any device in the filter accept list.
    let peer: DeviceAddress?
    /// The address in the request, except for peers in the resolving list.
    let address: DeviceAddress
    let ownAddressType: HCI.OwnAddressType
    /// Whether extended advertisements are accepted.
    let isExtended: Bool
    /// By PHY of the new link: LE 1M, LE 2M, LE Coded.
    let parameters: (le1M: Parameters?, le2M: Parameters?, leCoded: Parameters?)
    private let hears1M: Bool
    private let hearsCoded: Bool

    init(controller: Controller, address: DeviceAddress, _ settings: InitiatingSettings) {
        self.controller = controller
        self.address = address
        peer = settings.peer
        ownAddressType = settings.ownAddressType
        isExtended = settings.isExtended
        parameters = settings.parameters
        hears1M = parameters.le1M != nil
        hearsCoded = parameters.leCoded != nil
        timing = ListeningSchedule(
            start: controller.now, interval: settings.interval, window: settings.window)
        controller.medium.initiators.append(self)
    }

    /// Stops the search.
    func stop() {
        controller.medium.initiators.removeAll { $0 === self }
        controller.listenerDidStop()
    }

    /// Handles a connectable packet on a primary channel, received within one window. Returns true if the set got
    /// connected.
    func hear(_ index: Int, channel: UInt8, start: Int64) -> Bool {
        let medium = controller.medium
        let beat = medium.beats[index]
        guard isExtended || !beat.isExtended, beat.isCoded ? hearsCoded : hears1M,
            let set = medium.beats.set(index), set.controller !== controller, let wanted = approach(set)
        else { return false }
        let loss = controller.pathLoss(from: set.controller.node.index)
        let heard = medium.reception(
            from: set.controller.node, txPower: set.txPower, at: controller, loss: loss, .invitation,
            channel: channel, time: start)
        guard heard != nil else { return false }
        let end = start + beat.duration
        let request = Request(
            set: set, device: wanted.device, own: wanted.own, channel: channel, phy: .le1M,
            time: end + LL.interFrameSpace.count, loss: loss)
        return set.isLegacy ? connect(request) : connectByAuxiliary(request, start: start)
    }

    /// The advertiser of `set`, and the own address to use for it; `nil` if it is not the wanted peer.
    private func approach(_ set: Advertiser) -> (device: ReceivedAddress, own: DeviceAddress)? {
        let device = controller.resolution(of: set.address)
        guard !device.isIgnored else { return nil }
        if let peer {
            guard device.isDevice(peer) else { return nil }
        } else {
            guard controller.accepts(device), !controller.isConnected(to: device.reported) else { return nil }
        }
        let hidden = controller.privateAddress(ownAddressType, toward: device.entry)
        let own = hidden ?? address
        // Without an address: the peer uses one that does not resolve.
        guard own != .zero else { return nil }
        guard let target = set.target else { return (device, own) }
        if controller.isOwnPrivate(target, by: device) { return (device, own) }
        // A device with a private address does not answer to its other addresses (Core 6.0, Vol 6, Part B, 6.4).
        return hidden == nil && target == own ? (device, own) : nil
    }

    /// A connection request on one channel.
    private struct Request {
        var set: Advertiser
        var device: ReceivedAddress
        var own: DeviceAddress
        var channel: UInt8
        var phy: LL.PHY
        /// When the request begins.
        var time: Int64
        var loss: Float
    }

    /// Sends CONNECT_IND. The initiator is then connected; the advertiser is connected if it receives the packet.
    private func connect(_ request: Request) -> Bool {
        guard let parameters = parameters.le1M else { return false }
        let set = request.set
        let supports2 = { (controller: Controller) in
            controller.configuration.usedFeatures.contains(.channelSelectionAlgorithm2)
        }
        let data = makeLLData(parameters)
        let pdu = LL.ConnectInd(
            initiator: request.own, advertiser: set.address, chSel: supports2(controller), llData: data)
        let isHeard = send(pdu, request)
        let end = request.time + LL.airTime(payloadBytes: 34, phy: .le1M).count
        controller.medium.moment = end
        establish(
            request, data, usesAlgorithm2: supports2(controller) && supports2(set.controller),
            anchor: end + 1_250_000, ends: (central: true, peripheral: isHeard))
        return isHeard
    }

    /// Sends AUX_CONNECT_REQ. The advertiser is connected if it receives the packet, the initiator if it receives the
    /// response.
    private func connectByAuxiliary(_ primary: Request, start: Int64) -> Bool {
        let (medium, set) = (controller.medium, primary.set)
        guard let parameters = parameters(for: set.secondaryPHY) else { return false }
        let auxiliary = set.auxiliary(from: primary.channel)
        let indication = set.auxiliaryPDUs(carrying: set.data, channel: auxiliary.channel)[0]
        var time = start + auxiliary.delay.count
        let heard = medium.reception(
            from: set.controller.node, txPower: set.txPower, at: controller, loss: primary.loss,
            .invitation,
            channel: auxiliary.channel, time: time)
        medium.trace(
            .advertising(.advExtInd(indication)), from: set.controller, txPower: set.txPower, to: controller,
            rssi: heard, channel: auxiliary.channel, phy: set.secondaryPHY, time: time, isLost: heard == nil)
        guard heard != nil else { return false }
        time += LL.airTime(payloadBytes: min(255, 16 + set.data.count), phy: set.secondaryPHY).count + 150_000
        let data = makeLLData(parameters)
        let request = Request(
            set: set, device: primary.device, own: primary.own, channel: auxiliary.channel,
            phy: set.secondaryPHY, time: time, loss: primary.loss)
        let pdu = LL.ConnectInd(
            initiator: request.own, advertiser: set.address, chSel: false, llData: data)
        guard send(pdu, request) else { return false }
        let end = time + LL.airTime(payloadBytes: 34, phy: set.secondaryPHY).count
        let answered = medium.reception(
            from: set.controller.node, txPower: set.txPower, at: controller, loss: primary.loss,
            .connectResponse, channel: auxiliary.channel, time: end + 150_000)
        medium.trace(
            .advertising(
                .auxConnectRsp(
                    .init(mode: .nonConnectableNonScannable, advertiser: set.address, target: request.own))),
            from: set.controller, txPower: set.txPower, to: controller, rssi: answered,
            channel: auxiliary.channel, phy: set.secondaryPHY, time: end + 150_000, isLost: answered == nil)
        medium.moment = end + 150_000 + LL.airTime(payloadBytes: 14, phy: set.secondaryPHY).count
        let windowDelay: Int64 = set.secondaryPHY == .leCoded ? 3_750_000 : 2_500_000
        establish(
            request, data, usesAlgorithm2: true, anchor: end + windowDelay,
            ends: (central: answered != nil, peripheral: true))
        return true
    }

    private func parameters(for phy: LL.PHY) -> Parameters? {
        switch phy {
        case .le1M: parameters.le1M
        case .le2M: parameters.le2M ?? parameters.le1M ?? parameters.leCoded
        case .leCoded: parameters.leCoded
        }
    }

    /// Whether the advertiser receives the request and accepts it.
    private func send(_ pdu: LL.ConnectInd, _ request: Request) -> Bool {
        let (medium, set) = (controller.medium, request.set)
        let heard = medium.reception(
            from: controller.node, txPower: controller.configuration.txPower, at: set.controller,
            loss: request.loss, .connectRequest, channel: request.channel, time: request.time)
        medium.trace(
            .advertising(.connectInd(pdu)), from: controller, txPower: controller.configuration.txPower,
            to: set.controller, rssi: heard, channel: request.channel, phy: request.phy, time: request.time,
            isLost: heard == nil)
        let isFiltered = set.filterPolicy == .connectionRequestsFiltered || set.filterPolicy == .filtered
        let initiator = set.controller.resolution(of: request.own)
        return heard != nil && !initiator.isIgnored && (!isFiltered || set.controller.accepts(initiator))
            && set.isFor(initiator) && set.controller.hasRoomForLink
    }

    func makeLLData(_ parameters: Parameters) -> LL.LLData {
        // Links of one central start next to each other, not at the same time.
        let offset = UInt16(truncatingIfNeeded: controller.linkCount * 2) % parameters.intervalMax
        return LL.LLData(
            accessAddress: AccessAddress.draw(from: &controller.entropy),
            crcInit: UInt32(truncatingIfNeeded: controller.entropy.below(1 << 24)), winSize: 1,
            winOffset: offset,
            interval: parameters.intervalMax, latency: parameters.latency, timeout: parameters.timeout,
            channelMap: controller.preferences.channelMap,
            hop: 5 + UInt8(truncatingIfNeeded: controller.entropy.below(12)), sca: .ppm31to50)
    }

    private func establish(
        _ request: Request, _ data: LL.LLData, usesAlgorithm2: Bool, anchor: Int64,
        ends: (central: Bool, peripheral: Bool)
    ) {
        let set = request.set
        establish(
            Parties(
                own: request.own, device: request.device, peer: set.controller, peerAddress: set.address,
                peerAddressType: set.ownAddressType, set: set, phy: request.phy),
            data, usesAlgorithm2: usesAlgorithm2, anchor: anchor, ends: ends)
    }

    /// The two devices of a link, with their addresses.
    struct Parties {
        let own: DeviceAddress
        let device: ReceivedAddress
        let peer: Controller
        let peerAddress: DeviceAddress
        let peerAddressType: HCI.OwnAddressType
        /// The advertising set that ends with the connection.
        let set: Advertiser?
        let phy: LL.PHY
    }

    /// Creates the link between its two ends.
    func establish(
        _ parties: Parties, _ data: LL.LLData, usesAlgorithm2: Bool, anchor: Int64,
        ends: (central: Bool, peripheral: Bool)
    ) {
        let peer = parties.peer
        if ends.central {
            stop()
            controller.initiator = nil
        }
        controller.linksMade += 1
        let link = controller.medium.addLink(central: controller.node, number: controller.linksMade) {
            index, generation, entropy in
            RadioLink(
                index: index, generation: generation, entropy: entropy, central: controller,
                centralAddress: parties.own, peripheral: peer, peripheralAddress: parties.peerAddress,
                data: data,
                usesAlgorithm2: usesAlgorithm2, phy: parties.phy,
                anchor: anchor + Int64(data.winOffset) * 1_250_000)
        }
        link.central.note(local: parties.own, ownAddressType, peer: parties.device)
        link.peripheral.note(
            local: parties.peerAddress, parties.peerAddressType, peer: peer.resolution(of: parties.own))
        if ends.central {
            controller.adopt(link.central)
            controller.linkBegan(link.central, usesAlgorithm2)
        }
        if ends.peripheral {
            peer.adopt(link.peripheral)
            peer.linkBegan(link.peripheral, usesAlgorithm2, of: parties.set)
        }
        link.begin()
    }
}
