import BluetoothWire

/// What a host takes, once it has said so (Core 6.0, Vol 4, Part E, 4.2).
final class HostFlow {
    /// Whether the host wants no more than it has room for.
    var isOn = false
    /// How many ACL packets the host has room for.
    var total = 0
    /// How long their data may be.
    var packetLength = Int.max
    /// How many packets of each link the host has and has not completed, by handle less one.
    private var outstanding: ContiguousArray<Int> = []
    /// Parts of a packet from the air that the host has no room for yet.
    private var waiting: [HCI.ACLData] = []

    private var isFull: Bool { isOn && outstanding.reduce(0, +) >= total }

    /// Whether a packet may be taken from the air.
    var hasRoom: Bool { waiting.isEmpty && !isFull }

    /// Takes a packet from the air, in parts that the host can take.
    func take(_ data: HCI.ACLData) {
        var start = 0
        repeat {
            let end = data.data.count - start > packetLength ? start + packetLength : data.data.count
            waiting.append(
                HCI.ACLData(
                    connectionHandle: data.connectionHandle,
                    packetBoundary: start == 0 ? data.packetBoundary : .continuing,
                    data: Array(data.data[start..<end])))
            start = end
        } while start < data.data.count
    }

    /// The next packet for the host, if there is one and room for it.
    func next() -> HCI.ACLData? {
        guard !waiting.isEmpty, !isFull else { return nil }
        let data = waiting.removeFirst()
        if isOn {
            let index = Int(data.connectionHandle) - 1
            while outstanding.count <= index { outstanding.append(0) }
            outstanding[index] += 1
        }
        return data
    }

    /// The host has room for `count` more packets of a link.
    func complete(_ count: Int, _ handle: UInt16) {
        let index = Int(handle) - 1
        guard index < outstanding.count else { return }
        outstanding[index] = max(0, outstanding[index] - count)
    }

    /// A link is over: its packets no longer take up room, though the host never says so.
    func linkEnded(_ handle: UInt16) {
        let index = Int(handle) - 1
        if index < outstanding.count { outstanding[index] = 0 }
        waiting.removeAll { $0.connectionHandle == handle }
    }
}

/// Flow control from controller to host.
extension Controller {
    func performHostFlow(_ command: HCI.Command) {
        let opcode = command.opcode
        switch command {
        case .setControllerToHostFlowControl(let parameters):
            // Only before there are links (Core 6.0, Vol 4, Part E, 7.3.38).
            guard linkCount == 0 else { return complete(opcode, .commandDisallowed) }
            let enable = parameters.flowControlEnable
            madeHostFlow().isOn = enable == .acl || enable == .aclAndSynchronous
            complete(opcode, .success)
        case .hostBufferSize(let parameters):
            guard parameters.hostACLDataPacketLength > 0, parameters.hostTotalNumACLDataPackets > 0 else {
                return complete(opcode, .invalidHCICommandParameters)
            }
            let flow = madeHostFlow()
            flow.packetLength = Int(parameters.hostACLDataPacketLength)
            flow.total = Int(parameters.hostTotalNumACLDataPackets)
            complete(opcode, .success)
        case .hostNumberOfCompletedPackets(let parameters): hostCompleted(parameters.completed)
        default: preconditionFailure("\(opcode.name) is not about the host's buffers")
        }
    }

    private func madeHostFlow() -> HostFlow {
        if let hostFlow { return hostFlow }
        let flow = HostFlow()
        hostFlow = flow
        return flow
    }

    /// Has no answer unless it is wrong (7.3.40).
    private func hostCompleted(_ completed: [HCI.CompletedPackets]) {
        var isWrong = false
        for entry in completed {
            if let hostFlow, hostFlow.isOn, end(entry.connectionHandle) != nil {
                hostFlow.complete(Int(entry.numCompletedPackets), entry.connectionHandle)
            } else {
                isWrong = true
            }
        }
        fillHost()
        if isWrong { complete(.hostNumberOfCompletedPackets, .invalidHCICommandParameters) }
    }

    /// Whether the host has room for one more packet.
    var mayDeliver: Bool { hostFlow?.hasRoom ?? true }

    /// Hands data to the host.
    func deliver(_ data: consuming HCI.ACLData) {
        guard let hostFlow else { return medium.emit(.acl(data), to: node) }
        hostFlow.take(data)
        fillHost()
    }

    /// Hands over what waits, as far as the host has room.
    func fillHost() {
        while let data = hostFlow?.next() { medium.emit(.acl(data), to: node) }
    }
}
