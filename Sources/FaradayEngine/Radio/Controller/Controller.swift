import BluetoothTypes
import BluetoothWire

/// A simulated LE controller: HCI on one side, the medium's air on the other.
///
/// It follows Core 6.0, Vol 4, Part E and Vol 6, Part B, with these exceptions. It serves all its links, sets and scans
/// at once, as if it had a radio for each. Its clocks do not drift. It answers a link-layer request in the connection
/// event after the one that brought the request.
package final class Controller {
    /// The medium owns its controllers, so this reference is good as long as they are.
    private let owner: Unmanaged<Medium>
    var medium: Medium { owner.takeUnretainedValue() }
    /// Calls the medium without a retain.
    @inline(__always)
    func withMedium<Result>(_ body: (Medium) -> Result) -> Result { owner._withUnsafeGuaranteedRef(body) }
    /// What it can do: its configuration, and what the host has said that it supports.
    @exclusivity(unchecked) private(set) var information: ControllerInformation
    package var configuration: ControllerConfiguration {
        @inline(__always) _read { yield information.configuration }
        _modify {
            var configuration = information.configuration
            yield &configuration
            information = information.with(configuration)
        }
    }
    /// The features that the host says it supports.
    var hostFeatures: HCI.LEFeatures {
        get { information.hostFeatures }
        set { if newValue != hostFeatures { information = information.with(newValue) } }
    }
    /// Draws for what it sends and receives.
    @exclusivity(unchecked) var entropy: EntropyStream

    // Small properties follow each other, so that they take no more room than they need.

    package let node: NodeID
    /// How many advertising sets and links it has created so far: the number names their random streams.
    var setsMade: UInt32 = 0
    var linksMade: UInt32 = 0
    /// Whether the radio has power. Without power, nothing is sent, received or answered.
    var isPowered = true
    /// Which advertising and scanning commands the host has used since the reset.
    var style: CommandStyle = .undecided

    @exclusivity(unchecked) var masks = EventMasks()
    @exclusivity(unchecked) var randomAddress: DeviceAddress?

    /// The sets of the extended commands, in the order of creation; each keeps the next one, since most controllers
    /// have one at most.
    var extendedSets: [Advertiser] {
        get { Advertiser.chain(from: firstExtendedSet) }
        set { firstExtendedSet = Advertiser.linked(newValue) }
    }
    @exclusivity(unchecked) private(set) var firstExtendedSet: Advertiser?
    /// The path loss from each node that was received, in dB; `nan` is not yet known.
    @exclusivity(unchecked) var pathLosses: ContiguousArray<Float> = []

    /// The ends of its open links by connection handle. The links own them, so that a packet costs no retain.
    @exclusivity(unchecked) var links = ConnectionHandles<Unmanaged<LinkEnd>>()
    /// How many ACL packets of the host wait for their acknowledgement.
    var heldPackets = 0
    @exclusivity(unchecked) var preferences = LinkPreferences()
    /// What few controllers have.
    @exclusivity(unchecked) private var extras = ControllerExtras()

    var acceptList: FilterAcceptList {
        get { extras.acceptList }
        set { extras.acceptList = newValue }
    }
    /// The advertising set of the legacy commands, created by the first of them.
    var legacySet: Advertiser? {
        get { extras.legacySet }
        set { extras.legacySet = newValue }
    }
    /// Scan parameters and, while it is enabled, the scan.
    var scanner: Scanner? {
        get { extras.scanner }
        set { extras.scanner = newValue }
    }
    package var initiator: Initiator? {
        get { extras.initiator }
        set { extras.initiator = newValue }
    }
    /// The resolving list, created by the first command about it.
    var resolvingList: ResolvingList? {
        get { extras.resolvingList }
        set { extras.resolvingList = newValue }
    }
    /// The key pair for LE Secure Connections, once the host has asked for it.
    var keyPairs: KeyPairs? {
        get { extras.keyPairs }
        set { extras.keyPairs = newValue }
    }
    /// The limits of the host and of its transport; `nil` if they accept everything.
    var hostFlow: HostFlow? {
        @inline(__always) get { extras.hostFlow }
        set { extras.hostFlow = newValue }
    }
    /// The channels that the host classifies as good for Channel Sounding.
    var soundingChannels: ChannelSounding.ChannelMap {
        get { extras.soundingChannels }
        set { extras.soundingChannels = newValue }
    }
    /// The RSSI that others report for its packets, in turn, the last one permanently; empty for measured values.
    package var scriptedRSSI: [Int8] {
        get { extras.scriptedRSSI }
        set { extras.scriptedRSSI = newValue }
    }

    /// The command family that the host uses for advertising, scanning and connecting; the families do not mix.
    enum CommandStyle: UInt8 {
        case undecided, legacy, extended
    }

    init(node: NodeID, configuration: ControllerConfiguration, medium: Medium) {
        self.node = node
        information = ControllerInformation(configuration: configuration)
        owner = .passUnretained(medium)
        self.entropy = medium.entropy.stream(StreamName("controller", node.rawValue))
    }

    /// The number of events at the last reset; the host gets no reports from earlier events. A time is not enough: a
    /// reset, a scan and its reports may have the same instant.
    var lastReset: UInt64 = 0

    /// The features of controller and host, as peers see them.
    var features: HCI.LEFeatures { configuration.usedFeatures.union(hostFeatures) }

    /// The current time in nanoseconds.
    var now: Int64 { medium.scheduler.now.nanoseconds }

    /// A packet from the host.
    func receive(_ packet: consuming HCI.Packet) {
        guard isPowered else { return }
        switch consume packet {
        case .acl(let data): receive(data)
        case .command(let command): perform(command)
        case .event: break  // A host sends no events to a controller.
        }
    }

    /// Returns to the state after power-on; links end without an LL_TERMINATE_IND (Core 6.0, Vol 4, Part E, 7.3.2).
    func reset() {
        lastReset = medium.scheduler.eventCount
        medium.lastReset = lastReset
        stopEverything()
        masks = EventMasks()
        randomAddress = nil
        style = .undecided
        preferences = LinkPreferences()
        hostFeatures = []
        extras.reset()
    }

    /// Ends all activity on air, without notifying peers or the host.
    func stopEverything() {
        legacySet?.discard()
        legacySet = nil
        if firstExtendedSet != nil {
            for set in extendedSets { set.discard() }
            extendedSets = []
        }
        scanner?.stop()
        scanner = nil
        initiator?.stop()
        initiator = nil
        for end in ends { end.vanish() }
        links.removeAll()
        heldPackets = 0
    }

    // To the host

    /// Sends an event to the host, unless it is masked.
    func emit(_ event: consuming HCI.Event) {
        guard masks.pass(event) else { return }
        send(.event(event))
    }

    /// Gives a packet to the host. This is on the way of all data, so it calls the medium without a retain, and puts the packet
    /// where it waits: an argument of the closure would be a copy, a retain and a release for each.
    @inline(__always)
    func send(_ packet: consuming HCI.Packet) {
        let place = owner._withUnsafeGuaranteedRef { $0.reports.place() }
        place.initialize(to: (node, packet))
    }

    func complete(_ opcode: HCI.Opcode, _ status: HCI.ErrorCode) { emit(.complete(opcode, status)) }

    func complete(_ opcode: HCI.Opcode, _ handle: UInt16, _ status: HCI.ErrorCode) {
        emit(.complete(opcode, handle, status))
    }

    func complete(_ opcode: HCI.Opcode, _ value: some HCI.Value) { emit(.complete(opcode, value)) }

    func answer(_ opcode: HCI.Opcode, _ status: HCI.ErrorCode) { emit(.status(opcode, status)) }

    // Addresses

    /// The address for `type` without the resolving list; `nil` if there is no random address.
    func ownAddress(_ type: HCI.OwnAddressType, random: DeviceAddress?) -> DeviceAddress? {
        switch type {
        case .public, .resolvableOrPublic: configuration.publicAddress
        case .random, .resolvableOrRandom: random
        }
    }

    /// Whether the filter accept list contains the device; `nil` is anonymous.
    func accepts(_ device: ReceivedAddress?) -> Bool { acceptList.contains(device) }

    /// Whether the filter accept list is in use and so must not change.
    var isAcceptListInUse: Bool {
        if let initiator, initiator.peer == nil { return true }
        if let scanner, scanner.isOn, scanner.usesAcceptList { return true }
        if let legacySet, legacySet.isOn, legacySet.filterPolicy != .unfiltered { return true }
        return Advertiser.first(from: firstExtendedSet) { $0.isOn && $0.filterPolicy != .unfiltered } != nil
    }

    /// The RSSI that a receiver reports for this controller's packets if it measured `rssi`.
    @inline(__always)
    func reportedRSSI(_ rssi: Int8) -> Int8 {
        extras.isEmpty || scriptedRSSI.isEmpty ? rssi : nextScriptedRSSI()
    }

    private func nextScriptedRSSI() -> Int8 {
        scriptedRSSI.count > 1 ? scriptedRSSI.removeFirst() : scriptedRSSI[0]
    }

    /// The path loss from the node with index `sender` in dB, cached until one of the two moves.
    @inline(__always)
    func pathLoss(from sender: Int) -> Float {
        if sender < pathLosses.count {
            let known = pathLosses[sender]
            if known == known { return known }
        }
        return measurePathLoss(from: sender)
    }

    /// A scan or a search has stopped: without either, the cached losses are dropped to save memory.
    func listenerDidStop() {
        let isListening =
            medium.scanners.contains { $0.controller === self }
            || medium.initiators.contains { $0.controller === self }
        if !isListening { pathLosses = [] }
    }

    private func measurePathLoss(from sender: Int) -> Float {
        while pathLosses.count < medium.positions.count { pathLosses.append(.nan) }
        let loss = Float(medium.pathLoss(between: sender, and: node.index))
        pathLosses[sender] = loss
        return loss
    }
}
