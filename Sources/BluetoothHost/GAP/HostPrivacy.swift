import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

extension Host {
    /// A host's own private addresses, and how it resolves those of peers.
    ///
    /// The host makes its own addresses, whatever the controller can do. The controller resolves those of
    /// bonded peers as far as its resolving list has room, and the host resolves the others. The list may
    /// only change while nothing is on air (Core 6.0, Vol 4, Part E, 7.8.38), so the host pauses what is.
    struct HostPrivacy: Sendable {
        /// A bonded peer with private addresses.
        struct Peer: Hashable, Sendable {
            let identity: DeviceAddress
            /// As on the wire.
            let octets: [UInt8]
            let key: IdentityKey

            static func == (left: Peer, right: Peer) -> Bool {
                left.identity == right.identity && left.octets == right.octets
            }
        }

        private enum Step: Hashable, Sendable {
            case randomAddress(DeviceAddress)
            case listSize
            case resolution(Bool)
            case remove(Peer)
            case add(Peer)
            case mode(Peer)
        }

        /// In the order of the bonds.
        private(set) var peers: [Peer] = []
        /// By private address: the index of the peer, or −1 for none.
        private var resolved: [UInt64: Int] = [:]

        /// The next private address of this host, until the controller has it.
        private(set) var fresh: DeviceAddress?
        /// When the private address has to change; `nil` without privacy or controller.
        var due: Instant?

        /// The content of the controller's resolving list, and its size once that is known.
        private var list: [Peer] = []
        private var listSize: Int?
        private var isResolving = false
        private var step: Step?

        /// The most addresses that are remembered; then the cache is cleared.
        private static let cacheLimit = 1 << 12

        init() {}

        mutating func setPeers(_ bonds: [Bond]) {
            peers = bonds.compactMap { bond in
                guard let octets = bond.peerResolvingKey, octets.count == 16,
                    let key = IdentityKey(wire: octets)
                else { return nil }
                return Peer(identity: bond.peer.onAir, octets: octets, key: key)
            }
            resolved = [:]
        }

        /// The identity address of the peer behind a private address; each address is tried once.
        mutating func resolve(_ address: DeviceAddress) -> DeviceAddress? {
            guard address.isResolvable, !peers.isEmpty else { return nil }
            if let known = resolved[address.value] { return known < 0 ? nil : peers[known].identity }
            if resolved.count >= Self.cacheLimit { resolved = [:] }
            let index = peers.firstIndex { $0.key.resolves(address.value) }
            resolved[address.value] = index ?? -1
            return index.map { peers[$0].identity }
        }

        /// Whether a peer may use private addresses that the controller does not resolve.
        func isHidden(_ identity: DeviceAddress) -> Bool {
            guard peers.contains(where: { $0.identity == identity }) else { return false }
            return !isResolving || !list.contains { $0.identity == identity }
        }

        /// Replaces this host's private address by a new one.
        mutating func renew(_ address: DeviceAddress) { fresh = address }

        /// The controller is reset, or about to be.
        mutating func forgetController() {
            (list, listSize, isResolving, step, fresh, due) = ([], nil, false, nil, nil, nil)
        }

        // MARK: Commands

        /// Whether there is nothing to do and no address to resolve. For a host without bonds that is true
        /// most of the time. It changes nothing, but works in place: hosts ask after every input.
        mutating func isIdle() -> Bool {
            if case .some = step { return false }
            return peers.isEmpty && list.isEmpty && !isResolving && fresh == nil
        }

        /// The peers that the list should contain.
        private func wantedList(_ profile: ControllerProfile) -> [Peer] {
            profile.abilities.contains(.resolvingList) ? Array(peers.prefix(listSize ?? 0)) : []
        }

        private func isListDue(_ profile: ControllerProfile) -> Bool {
            if case .mode = step { return true }
            if isSizeDue(profile) { return true }
            if peers.isEmpty { return !list.isEmpty || isResolving }
            let wanted = wantedList(profile)
            return list != wanted || isResolving != !wanted.isEmpty
        }

        private func isSizeDue(_ profile: ControllerProfile) -> Bool {
            listSize == nil && !peers.isEmpty && profile.abilities.contains(.resolvingList)
        }

        /// What must pause for the next command. It changes nothing, either.
        mutating func pauses(_ profile: ControllerProfile) -> ControllerProfile.Pauses {
            var pauses: ControllerProfile.Pauses = []
            if isListDue(profile) { pauses = [.listening, .advertising] }
            if fresh != nil {
                pauses.insert(.listening)
                // Sets of extended commands have addresses of their own, but none may begin without one.
                if !profile.usesExtendedCommands || profile.privateValue == 0 { pauses.insert(.advertising) }
            }
            return pauses
        }

        /// The next command, if there is something to do and none is in flight.
        mutating func next(
            _ profile: ControllerProfile, isQuiet: Bool, localKey: @autoclosure () -> [UInt8]
        ) -> HCI.Command? {
            guard step == nil else { return nil }
            if isSizeDue(profile) {
                step = .listSize
                return .leReadResolvingListSize
            }
            guard isQuiet else { return nil }
            if let fresh {
                step = .randomAddress(fresh)
                return .leSetRandomAddress(HCI.LESetRandomAddress(randomAddress: fresh))
            }
            guard let next = nextOfList(profile) else { return nil }
            step = next
            return Self.command(for: next, localKey())
        }

        private func nextOfList(_ profile: ControllerProfile) -> Step? {
            let wanted = wantedList(profile)
            guard list != wanted else {
                return isResolving == !wanted.isEmpty ? nil : .resolution(!wanted.isEmpty)
            }
            if isResolving { return .resolution(false) }
            // Keys and order matter: everything after the first difference is written again.
            let same = zip(list, wanted).prefix { $0 == $1 }.count
            return list.count > same ? .remove(list[list.count - 1]) : .add(wanted[same])
        }

        private static func command(for step: Step, _ localKey: [UInt8]) -> HCI.Command {
            switch step {
            case .randomAddress(let address):
                .leSetRandomAddress(HCI.LESetRandomAddress(randomAddress: address))
            case .listSize: .leReadResolvingListSize
            case .resolution(let isOn):
                .leSetAddressResolutionEnable(
                    HCI.LESetAddressResolutionEnable(addressResolutionEnable: isOn))
            case .remove(let peer):
                .leRemoveDeviceFromResolvingList(
                    HCI.LERemoveDeviceFromResolvingList(peerIdentityAddress: peer.identity))
            case .add(let peer):
                .leAddDeviceToResolvingList(
                    HCI.LEAddDeviceToResolvingList(
                        peerIdentityAddress: peer.identity, peerIRK: peer.octets, localIRK: localKey))
            case .mode(let peer):
                .leSetPrivacyMode(
                    HCI.LESetPrivacyMode(peerIdentityAddress: peer.identity, privacyMode: .device))
            }
        }

        /// The controller answered. Returns the private address that it has now, and a command that must
        /// follow the last one.
        mutating func ended(
            _ status: HCI.ErrorCode, _ parameters: [UInt8], _ profile: ControllerProfile
        ) -> (address: DeviceAddress?, command: HCI.Command?) {
            guard let step else { return (nil, nil) }
            self.step = nil
            let isDone = status == .success
            switch step {
            case .randomAddress(let address):
                // Refused: the old address stays until the next one is due.
                if fresh == address { fresh = nil }
                return (isDone ? address : nil, nil)
            case .listSize:
                let size = try? HCI.LEReadResolvingListSize.ReturnParameters(bytes: parameters)
                listSize = isDone ? Int(size?.resolvingListSize ?? 0) : 0
            case .resolution(let isOn):
                if isDone {
                    isResolving = isOn
                } else {
                    // Without resolution the list has no use, and with it nothing can be changed.
                    (list, listSize, isResolving) = ([], 0, false)
                }
            case .remove(let peer): list.removeAll { $0 == peer }
            case .add(let peer):
                guard isDone else {
                    // The list holds no more; the host resolves the other addresses.
                    listSize = list.count
                    break
                }
                list.append(peer)
                // A peer may also use its identity address, for example after it lost its keys.
                guard profile.abilities.contains(.setPrivacyMode) else { break }
                self.step = .mode(peer)
                return (nil, Self.command(for: .mode(peer), []))
            case .mode: break
            }
            return (nil, nil)
        }
    }
}
