import BluetoothTypes
import BluetoothWire

extension Initiator {
    /// Connects to `other` without an advertisement, now, if it is the wanted peer and both are in range. Returns
    /// whether it did.
    ///
    /// This is how a world begins with an existing link: nothing is on air before the first event of the link, and no
    /// random number is drawn for packets.
    package func meet(_ other: Controller, at address: DeviceAddress) -> Bool {
        let device = controller.resolution(of: address)
        guard let wanted = parameters.le1M, !device.isIgnored, other.hasRoomForLink,
            peer.map({ device.isDevice($0) }) ?? controller.accepts(device),
            !controller.isConnected(to: device.reported), isInRange(of: other)
        else { return false }
        let own = controller.privateAddress(ownAddressType, toward: device.entry) ?? self.address
        guard own != .zero else { return false }
        let data = makeLLData(wanted)
        let usesAlgorithm2 = [controller, other].allSatisfy {
            $0.configuration.usedFeatures.contains(.channelSelectionAlgorithm2)
        }
        establish(
            Parties(
                own: own, device: device, peer: other, peerAddress: address,
                peerAddressType: address.kind == .public ? .public : .random,
                set: other.connectableSet(at: address), phy: .le1M),
            data, usesAlgorithm2: usesAlgorithm2,
            anchor: controller.now + 1_250_000 + Int64(data.winOffset) * 1_250_000,
            ends: (central: true, peripheral: true))
        return true
    }

    private func isInRange(of other: Controller) -> Bool {
        let loss = controller.pathLoss(from: other.node.index)
        return Float(other.configuration.txPower) - loss >= Float(controller.configuration.sensitivity)
            && Float(controller.configuration.txPower) - loss >= Float(other.configuration.sensitivity)
    }
}

extension Controller {
    /// The set that a connection request to this address would have ended.
    fileprivate func connectableSet(at address: DeviceAddress) -> Advertiser? {
        let sets = legacySet.map { [$0] } ?? extendedSets
        return sets.first { $0.isOn && $0.isConnectable && !$0.isDirected && $0.address == address }
    }
}
