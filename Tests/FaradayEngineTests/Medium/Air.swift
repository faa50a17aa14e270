import BluetoothTypes
import BluetoothWire

@testable import FaradayEngine

/// Controllers around a medium, without hosts: the test sends the hosts' packets.
final class Air {
    let scheduler = Scheduler()
    let medium: Medium
    /// The packets that each host got, with the time.
    var received: [[(time: Instant, packet: HCI.Packet)]] = []
    /// Called for each packet to a host, after it was recorded.
    var react: ((NodeID, HCI.Packet) -> Void)?

    init(seed: UInt64 = 1) { medium = Medium(scheduler: scheduler, entropy: Entropy(seed: seed)) }

    var now: Instant { scheduler.now }

    /// Adds a controller with all events unmasked and the public address 00:00:00:00:00:nn.
    @discardableResult
    func add(
        at position: Position = .origin, _ change: (inout ControllerConfiguration) -> Void = { _ in }
    ) -> NodeID {
        let node = NodeID(UInt32(received.count))
        received.append([])
        var configuration = ControllerConfiguration(publicAddress: address(of: node))
        change(&configuration)
        medium.addController(node, configuration, at: position)
        send(.setEventMask(.init(eventMask: HCI.EventMask(rawValue: .max))), to: node)
        send(.leSetEventMask(.init(leEventMask: HCI.LEEventMask(rawValue: .max))), to: node)
        forget()
        return node
    }

    func address(of node: NodeID) -> DeviceAddress { DeviceAddress(UInt64(node.rawValue) + 1, .public) }

    func forget() { for index in received.indices { received[index] = [] } }

    func send(_ command: HCI.Command, to node: NodeID) {
        medium.receive(.command(command), from: node)
        drain()
    }

    func send(_ data: [UInt8], handle: UInt16 = 1, from node: NodeID, continuing: Bool = false) {
        medium.receive(
            .acl(
                .init(
                    connectionHandle: handle, packetBoundary: continuing ? .continuing : .firstNonFlushable,
                    data: data)), from: node)
        drain()
    }

    func drain() {
        while let (node, packet) = medium.nextOutput() {
            received[node.index].append((now, packet))
            react?(node, packet)
        }
    }

    /// Runs all events up to `duration` from now; returns how many there were.
    @discardableResult
    func run(_ duration: Nanoseconds) -> Int {
        let end = now + duration
        var count = 0
        while let event = scheduler.next(until: end) {
            medium.run(event)
            drain()
            count += 1
        }
        scheduler.advance(to: end)
        return count
    }

    /// How many valid events wait.
    var pendingCount: Int { scheduler.pending.filter { !medium.isVoid($0.1) }.count }

    func events(of node: NodeID) -> [HCI.Event] {
        received[node.index].compactMap { if case .event(let event) = $0.packet { event } else { nil } }
    }

    /// The data of all ACL packets that `node`'s host got, joined.
    func data(of node: NodeID) -> [UInt8] {
        received[node.index].flatMap { if case .acl(let data) = $0.packet { data.data } else { [UInt8]() } }
    }

    /// The status in the answer to the last command of `node`.
    func status(of node: NodeID) -> HCI.ErrorCode? {
        for event in events(of: node).reversed() {
            switch event {
            case .commandComplete(let complete): return complete.status
            case .commandStatus(let status): return status.status
            default: continue
            }
        }
        return nil
    }

    /// Sends a command and returns its status.
    func ask(_ command: HCI.Command, of node: NodeID) -> HCI.ErrorCode? {
        send(command, to: node)
        return status(of: node)
    }

    // Common starting points

    func advertise(
        _ node: NodeID, interval: UInt16 = 160, type: HCI.AdvertisingType = .advInd,
        peer: DeviceAddress = .zero,
        data: [UInt8] = [2, 1, 6], response: [UInt8] = []
    ) {
        send(
            .leSetAdvertisingParameters(
                .init(
                    advertisingIntervalMin: interval, advertisingIntervalMax: interval, advertisingType: type,
                    ownAddressType: .public, peerAddress: peer)), to: node)
        send(.leSetAdvertisingData(.init(advertisingData: data)), to: node)
        send(.leSetScanResponseData(.init(scanResponseData: response)), to: node)
        send(.leSetAdvertisingEnable(.init(advertisingEnable: true)), to: node)
    }

    func scan(
        _ node: NodeID, type: HCI.ScanType = .active, interval: UInt16 = 96, window: UInt16 = 96,
        filter: Bool = false
    ) {
        send(
            .leSetScanParameters(
                .init(
                    leScanType: type, leScanInterval: interval, leScanWindow: window, ownAddressType: .public)
            ),
            to: node)
        send(.leSetScanEnable(.init(leScanEnable: true, filterDuplicates: filter)), to: node)
    }

    func connect(
        _ node: NodeID, to peer: DeviceAddress, interval: UInt16 = 24, latency: UInt16 = 0,
        timeout: UInt16 = 72
    ) {
        send(
            .leCreateConnection(
                .init(
                    leScanInterval: 96, leScanWindow: 96, peerAddress: peer, ownAddressType: .public,
                    connectionIntervalMin: interval, connectionIntervalMax: interval, maxLatency: latency,
                    supervisionTimeout: timeout)), to: node)
    }

    /// Two controllers with an established link, with the log emptied: the central is the first.
    static func linked(
        seed: UInt64 = 1, interval: UInt16 = 24, latency: UInt16 = 0, timeout: UInt16 = 72,
        _ change: (inout ControllerConfiguration) -> Void = { _ in }
    ) -> (air: Air, central: NodeID, peripheral: NodeID) {
        let air = Air(seed: seed)
        let central = air.add(at: .origin, change)
        let peripheral = air.add(at: .meters(2), change)
        air.advertise(peripheral)
        air.connect(
            central, to: air.address(of: peripheral), interval: interval, latency: latency, timeout: timeout)
        air.run(.milliseconds(500))
        air.forget()
        return (air, central, peripheral)
    }

    var link: RadioLink { medium.links[0]! }
}
