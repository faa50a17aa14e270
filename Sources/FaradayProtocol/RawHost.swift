import BluetoothTypes
import BluetoothWire
import FaradaySimulation

/// A Bluetooth host that a test plays by hand: it sends the bytes that the test chooses, also wrong ones, and keeps what
/// the peer sends.
///
/// It has a controller of its own on the world's air and one link at a time. It answers nothing by itself.
///
/// ```swift
/// let host = try RawHost(in: world)
/// try host.connect(to: strap.address)
/// let answer = try host.exchange(.read(0x0003))
/// ```
///
/// Use it from the thread that runs the world: its methods run the world until the peer has answered.
public final class RawHost {
    /// Why a host could not do what the test asked for.
    public enum Failure: Error, Hashable, Sendable {
        /// There is no link.
        case notConnected
        /// The controller refused a command, or a link could not begin.
        case refused(HCI.ErrorCode)
        /// The peer did not answer within the time; what it has sent meanwhile is in `received`.
        case noAnswer
        /// The world could not run.
        case world(World.RunError)
    }

    /// An L2CAP PDU of the peer.
    public typealias Frame = L2CAP.BasicFrame

    /// The controller under the host, for commands that this class has no method for.
    public let controller: AttachedController
    /// The handle of the link, while there is one.
    public private(set) var connectionHandle: UInt16?
    /// Why the last link ended, if it has.
    public private(set) var disconnectReason: HCI.ErrorCode?
    /// The L2CAP PDUs of the peer that no call has taken, oldest first.
    public private(set) var received: [Frame] = []
    /// The events of the controller that this class does not use itself, oldest first.
    public private(set) var events: [HCI.Event] = []

    private let world: World
    /// The parts of an L2CAP PDU that is not complete.
    private var partial: [UInt8] = []
    private var refusal: HCI.ErrorCode?

    /// Adds a controller and resets it. All events are switched on.
    ///
    /// - Parameters:
    ///   - world: The world on whose air it is.
    ///   - name: The controller's name, for the timeline.
    ///   - position: The position of the controller.
    ///   - channelSounding: What the controller can do in Channel Sounding; nil for nothing.
    public init(
        in world: World, name: String = "raw host", at position: Position = .meters(1),
        channelSounding: ChannelSoundingRadio? = nil
    ) throws(Failure) {
        self.world = world
        controller = world.addController(name: name, at: position, channelSounding: channelSounding)
        controller.send([
            .command(.reset),
            .command(.setEventMask(.init(eventMask: [.default, .leMeta]))),
            .command(.leSetEventMask(.init(leEventMask: .init(rawValue: .max)))),
        ])
        try run(for: .milliseconds(1))
    }

    // MARK: Links

    /// Connects as central to an advertiser, in virtual time.
    public func connect(to peer: DeviceAddress, timeout: Nanoseconds = .seconds(10)) throws(Failure) {
        controller.send(
            .command(
                .leCreateConnection(
                    .init(
                        leScanInterval: 96, leScanWindow: 96, peerAddress: peer, ownAddressType: .public,
                        connectionIntervalMin: 24, connectionIntervalMax: 24, maxLatency: 0,
                        supervisionTimeout: 400))))
        try waitForLink(timeout)
    }

    /// Advertises as a connectable peripheral with these bytes, and waits until a central has connected.
    public func advertise(_ data: [UInt8], timeout: Nanoseconds = .seconds(60)) throws(Failure) {
        controller.send([
            .command(
                .leSetAdvertisingParameters(
                    .init(
                        advertisingIntervalMin: 160, advertisingIntervalMax: 160,
                        advertisingType: .advInd, ownAddressType: .public))),
            .command(.leSetAdvertisingData(.init(advertisingData: data))),
            .command(.leSetAdvertisingEnable(.init(advertisingEnable: true))),
        ])
        try waitForLink(timeout)
    }

    /// Ends the link.
    public func disconnect(_ reason: HCI.ErrorCode = .remoteUserTerminatedConnection) throws(Failure) {
        controller.send(.command(.disconnect(.init(connectionHandle: try handle(), reason: reason))))
        try run(until: { $0.connectionHandle == nil }, .seconds(10))
    }

    // MARK: Bytes

    /// Sends an L2CAP PDU on a channel, with a right header.
    public func send(_ payload: [UInt8], on channel: L2CAP.ChannelID = .att) throws(Failure) {
        try sendFragment(Frame(channel: channel, payload: payload).bytes)
    }

    /// Sends bytes as the start of an L2CAP PDU, whatever they are: the header is the caller's too.
    ///
    /// - Parameters:
    ///   - bytes: At most as many as fit into one ACL packet, 251.
    ///   - isStart: Whether they begin a PDU; otherwise they continue the last one.
    public func sendFragment(_ bytes: [UInt8], isStart: Bool = true) throws(Failure) {
        controller.send(
            .acl(
                .init(
                    connectionHandle: try handle(),
                    packetBoundary: isStart ? .firstNonFlushable : .continuing, data: bytes)))
    }

    /// Sends an ATT request and waits for the peer's next answer. Notifications that come first stay in `received`.
    public func exchange(
        _ request: ATT.Request, timeout: Nanoseconds = .seconds(30)
    ) throws(Failure) -> ATT.Response {
        try send(ATT.ClientPDU.request(request).bytes)
        var answer: ATT.Response?
        try run(
            until: { host in
                answer = host.takeResponse()
                return answer != nil || host.connectionHandle == nil
            }, timeout)
        guard let answer else { throw .noAnswer }
        return answer
    }

    /// Takes the L2CAP PDUs of the peer that have arrived so far.
    public func takeReceived() -> [Frame] {
        take()
        defer { received = [] }
        return received
    }

    private func takeResponse() -> ATT.Response? {
        for (index, frame) in received.enumerated() where frame.channel == .att {
            guard case .response(let response)? = try? ATT.ServerPDU(bytes: frame.payload) else { continue }
            received.remove(at: index)
            return response
        }
        return nil
    }

    // MARK: The controller

    private func handle() throws(Failure) -> UInt16 {
        take()
        guard let connectionHandle else { throw .notConnected }
        return connectionHandle
    }

    private func waitForLink(_ timeout: Nanoseconds) throws(Failure) {
        refusal = nil
        try run(until: { $0.connectionHandle != nil || $0.refusal != nil }, timeout)
        if let refusal { throw .refused(refusal) }
    }

    private func run(for time: Nanoseconds) throws(Failure) {
        do { try world.run(for: time) } catch { throw .world(error) }
        take()
    }

    private func run(until condition: (RawHost) -> Bool, _ timeout: Nanoseconds) throws(Failure) {
        let ends: World.RunResult = world.attempt(
            until: {
                self.take()
                return condition(self)
            }, timeout: timeout)
        switch ends {
        case .met: return
        case .failed(let error): throw .world(error)
        default: throw .noAnswer
        }
    }

    private func take() {
        for packet in controller.takePackets() {
            switch packet {
            case .acl(let data): takeData(data)
            case .event(let event): take(event)
            case .command: break
            }
        }
    }

    private func take(_ event: HCI.Event) {
        switch event {
        case .leConnectionComplete(let complete): began(complete.connectionHandle, complete.status)
        case .leEnhancedConnectionComplete(let complete): began(complete.connectionHandle, complete.status)
        case .disconnectionComplete(let ended):
            (connectionHandle, disconnectReason) = (nil, ended.reason)
        case .commandStatus(let status):
            if status.status != .success { refusal = status.status }
        case .commandComplete, .numberOfCompletedPackets: break
        default: events.append(event)
        }
    }

    private func began(_ handle: UInt16, _ status: HCI.ErrorCode) {
        guard status == .success else { return refusal = status }
        (connectionHandle, disconnectReason, partial) = (handle, nil, [])
    }

    private func takeData(_ data: HCI.ACLData) {
        if data.packetBoundary != .continuing { partial = [] }
        partial += data.data
        guard partial.count >= Frame.headerLength, let frame = try? Frame(bytes: partial) else { return }
        received.append(frame)
        partial = []
    }
}
