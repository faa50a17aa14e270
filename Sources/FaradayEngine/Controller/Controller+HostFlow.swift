import BluetoothWire

/// Host flow control, if the host has enabled it (Core 6.0, Vol 4, Part E, 4.2).
final class HostFlow {
    /// Whether the host accepts only as much as it has room for.
    var isOn = false
    /// How many ACL packets the host has room for.
    var total = 0
    /// The maximum length of their data.
    var packetLength = Int.max
    /// How many packets of each link the host holds and has not completed, by handle minus one.
    private var outstanding: ContiguousArray<Int> = []
    /// Parts of a received packet that the host has no room for yet.
    private var waiting: [HCI.ACLData] = []

    private var isFull: Bool { isOn && outstanding.reduce(0, +) >= total }

    /// Whether a packet may be received from the air.
    var hasRoom: Bool { waiting.isEmpty && !isFull }

    /// Takes a received packet, in parts that the host accepts.
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

    /// The next packet for the host, if there is one and the host has room.
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

    /// A link has ended. Its packets no longer take room, though the host never completes them.
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
            // Allowed only while there are no links (Core 6.0, Vol 4, Part E, 7.3.38).
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
        default: preconditionFailure("\(opcode.name) is no command about the host's buffers")
        }
    }

    private func madeHostFlow() -> HostFlow {
        if let hostFlow { return hostFlow }
        let flow = HostFlow()
        hostFlow = flow
        return flow
    }

    /// It gets an answer only if it is wrong (7.3.40).
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

    /// Gives data to the host.
    func deliver(_ data: consuming HCI.ACLData) {
        guard let hostFlow else { return medium.emit(.acl(data), to: node) }
        hostFlow.take(data)
        fillHost()
    }

    /// Gives the host waiting data, as far as the host has room.
    func fillHost() {
        while let data = hostFlow?.next() { medium.emit(.acl(data), to: node) }
    }
}
