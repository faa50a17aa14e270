import BluetoothTypes
import BluetoothWire

extension Host {
    /// Lets the controller connect to every wanted peer, one command at a time.
    ///
    /// A controller initiates one connection at a time. If one peer is wanted, LE Create Connection contains
    /// its address; the simplest controllers support that. If several are wanted, they are written into the
    /// filter accept list (Core 6.0, Vol 4, Part E, 7.8.12). When the wanted peers change, the running
    /// attempt is cancelled, the list is rewritten, and the next attempt begins. If there are more peers than
    /// the list holds, they take turns.
    struct PendingConnections: Hashable, Sendable {
        private enum Step: Hashable, Sendable {
            case clearList
            case add(DeviceAddress)
            case create([DeviceAddress])
            case cancel
        }

        /// What an LE Connection Complete event means.
        enum Completion: Hashable, Sendable {
            /// The link is a wanted one.
            case wanted
            /// The attempt was cancelled too late: the link has to be disconnected.
            case unwanted
            /// Connecting to these failed.
            case failed([DeviceAddress])
        }

        /// How long a cancelled attempt may take to end; some simple controllers never report the end.
        static let cancelPatience = Nanoseconds.seconds(1)
        /// How long one turn lasts when there are more peers than the list holds.
        static let turn = Nanoseconds.seconds(5)

        /// The peers to connect to, in the order of their turns.
        private(set) var pending: [DeviceAddress] = []
        /// The content of the controller's filter accept list.
        private var list: [DeviceAddress] = []
        /// The peers of the running attempt.
        private var attempt: [DeviceAddress]?
        private var step: Step?
        /// The attempt was cancelled; its end must come before this deadline.
        private var cancelDeadline: Instant?
        private var turnDeadline: Instant?
        /// The pending peers that the controller cannot resolve; the host finds them by scanning.
        var hidden: [HiddenPeer] = []
        /// How many peers the list can hold, as far as the controller has shown.
        private var learnedLimit = Int.max

        init() {}

        /// The next deadline; may change after every call. It changes nothing, but works in place.
        mutating func nextDeadline() -> Instant? {
            var earliest = turnDeadline
            if let cancelDeadline { earliest = earliest.map { min($0, cancelDeadline) } ?? cancelDeadline }
            if hidden.isEmpty { return earliest }
            for case let deadline? in hidden.lazy.map(\.deadline) {
                earliest = earliest.map { min($0, deadline) } ?? deadline
            }
            return earliest
        }

        mutating func connect(_ peer: DeviceAddress) {
            let peer = peer.onAir
            if !pending.contains(peer) { pending.append(peer) }
        }

        mutating func cancel(_ peer: DeviceAddress) { pending.removeAll { $0 == peer.onAir } }

        /// The same as `isBusy`, in place.
        mutating func isConnecting() -> Bool { attempt != nil || step != nil || cancelDeadline != nil }

        /// Whether the controller is connecting, or about to.
        var isBusy: Bool { attempt != nil || step != nil || cancelDeadline != nil }

        func isPending(_ peer: DeviceAddress) -> Bool { pending.contains(peer.onAir) }

        /// The next command, if there is something to do and none is in flight.
        mutating func next(
            _ profile: ControllerProfile, _ defaults: ConnectionDefaults, at now: Instant
        ) -> HCI.Command? {
            guard step == nil, cancelDeadline == nil else { return nil }
            let isPaused = profile.pauses.contains(.listening)
            let target = isPaused ? [] : self.target(profile)
            if let attempt {
                guard attempt != target else {
                    let isShared = target.count < reachable.count
                    turnDeadline = isShared ? turnDeadline ?? now + Self.turn : nil
                    return nil
                }
                step = .cancel
                return .leCreateConnectionCancel
            }
            guard !target.isEmpty else {
                turnDeadline = nil
                return nil
            }
            if target.count > 1, let command = nextForList(target) { return command }
            step = .create(target)
            turnDeadline = target.count < reachable.count ? now + Self.turn : nil
            return Self.create(target, profile, defaults)
        }

        private mutating func nextForList(_ target: [DeviceAddress]) -> HCI.Command? {
            guard list != target else { return nil }
            if !target.starts(with: list) {
                step = .clearList
                return .leClearFilterAcceptList
            }
            let peer = target[list.count]
            step = .add(peer)
            return .leAddDeviceToFilterAcceptList(HCI.LEAddDeviceToFilterAcceptList(address: peer))
        }

        /// The peers that the attempt should be for now.
        private func target(_ profile: ControllerProfile) -> [DeviceAddress] {
            if pending.isEmpty { return [] }
            let size = profile.abilities.contains(.filterAcceptList) ? Int(profile.filterAcceptListSize) : 1
            let limit = max(1, min(size, learnedLimit))
            let reachable = reachable
            return reachable.count <= limit ? reachable : Array(reachable.prefix(limit))
        }

        /// The controller answered the command in flight; returns the peers to which connecting failed.
        mutating func ended(_ status: HCI.ErrorCode, at now: Instant) -> [DeviceAddress] {
            guard let step else { return [] }
            self.step = nil
            switch step {
            case .clearList:
                // Without a list, one peer after the other.
                if status == .success { list = [] } else { learnedLimit = 1 }
            case .add(let peer):
                if status == .success {
                    list.append(peer)
                } else {
                    learnedLimit = max(1, list.count)
                }
            case .create(let target):
                guard status != .success else {
                    attempt = target
                    return []
                }
                turnDeadline = nil
                return fail(target)
            case .cancel:
                if attempt != nil { cancelDeadline = now + Self.cancelPatience }
            }
            return []
        }

        /// The controller reported a connection as central, or that there will be none.
        mutating func completed(_ status: HCI.ErrorCode, _ peer: DeviceAddress) -> Completion {
            let wasCancelled = cancelDeadline != nil || step == .cancel
            let target = attempt ?? []
            attempt = nil
            cancelDeadline = nil
            turnDeadline = nil
            if status == .success {
                guard let index = pending.firstIndex(of: peer.onAir) else { return .unwanted }
                pending.remove(at: index)
                return .wanted
            }
            if wasCancelled, status == .unknownConnectionIdentifier { return .failed([]) }
            return .failed(fail(target.contains(peer.onAir) ? [peer.onAir] : target))
        }

        /// Does nothing if called early.
        mutating func deadlineReached(at now: Instant, _ profile: ControllerProfile) {
            if let cancelDeadline, cancelDeadline <= now {
                self.cancelDeadline = nil
                attempt = nil
            }
            if let turnDeadline, turnDeadline <= now {
                self.turnDeadline = nil
                let count = min(max(1, target(profile).count), pending.count)
                pending = Array(pending[count...] + pending[..<count])
            }
        }

        /// Gives up connecting to peers; returns those that were still wanted.
        private mutating func fail(_ peers: [DeviceAddress]) -> [DeviceAddress] {
            let peers = peers.map(name)
            let failed = peers.filter { pending.contains($0) }
            pending.removeAll { failed.contains($0) }
            return failed
        }

        private static func create(
            _ target: [DeviceAddress], _ profile: ControllerProfile, _ defaults: ConnectionDefaults
        ) -> HCI.Command {
            let units = ParameterUnits(defaults.parameters)
            let interval = min(max(defaults.scanInterval.inUnits(of: HCI.slot), 0x0004), 0x4000)
            let window = min(max(defaults.scanWindow.inUnits(of: HCI.slot), 0x0004), interval)
            let policy: HCI.InitiatorFilterPolicy = target.count > 1 ? .filterAcceptList : .peerAddress
            let peer = target.count > 1 ? .zero : target[0]
            if profile.usesExtendedCommands {
                return .leExtendedCreateConnection(
                    HCI.LEExtendedCreateConnection(
                        initiatorFilterPolicy: policy, ownAddressType: profile.ownAddressType,
                        peerAddress: peer,
                        le1M: .init(
                            scanInterval: interval, scanWindow: window,
                            connectionIntervalMin: units.intervalMin,
                            connectionIntervalMax: units.intervalMax, maxLatency: units.latency,
                            supervisionTimeout: units.timeout)))
            }
            return .leCreateConnection(
                HCI.LECreateConnection(
                    leScanInterval: interval, leScanWindow: window, initiatorFilterPolicy: policy,
                    peerAddress: peer, ownAddressType: profile.ownAddressType,
                    connectionIntervalMin: units.intervalMin, connectionIntervalMax: units.intervalMax,
                    maxLatency: units.latency, supervisionTimeout: units.timeout))
        }
    }
}
