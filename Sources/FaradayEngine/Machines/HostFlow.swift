import BluetoothWire

/// What limits the data for the host: its flow control, if it has enabled that (Core 6.0, Vol 4, Part E, 4.2), and a
/// transport that holds only so much for a host that does not read.
///
/// A controller without room does not acknowledge the packets of its peers, so they keep them (Vol 6, Part B, 4.5.9).
final class HostFlow {
    /// Whether the host accepts only as much as it has room for.
    private(set) var isOn = false
    /// How many ACL packets the host has room for.
    private var total = 0
    /// The maximum length of their data.
    private var packetLength = Int.max
    /// How many packets of each link the host holds and has not completed, by handle minus one.
    private var outstanding: ContiguousArray<Int> = []
    /// Parts of a received packet that the host has no room for yet.
    private var waiting: [HCI.ACLData] = []
    /// How many bytes of data the transport holds, and how many of them the host has not read; `nil` if it reads at once.
    private(set) var unreadLimit: Int?
    private var unread = 0

    /// The state after a reset. The transport keeps what the host has not read.
    func reset() {
        (isOn, total, packetLength) = (false, 0, .max)
        (outstanding, waiting) = ([], [])
    }

    /// A new transport, in which nothing waits.
    func limitUnread(to bytes: Int?) { (unreadLimit, unread) = (bytes, 0) }

    /// The host has read so many bytes of data.
    func read(_ bytes: Int) { unread = max(0, unread - bytes) }

    /// Set Controller To Host Flow Control (7.3.38).
    func take(_ parameters: HCI.SetControllerToHostFlowControl) {
        let enable = parameters.flowControlEnable
        isOn = enable == .acl || enable == .aclAndSynchronous
    }

    /// Host Buffer Size, with buffers that are not empty (7.3.39).
    func take(_ parameters: HCI.HostBufferSize) {
        packetLength = Int(parameters.hostACLDataPacketLength)
        total = Int(parameters.hostTotalNumACLDataPackets)
    }

    private var isFull: Bool { isOn && outstanding.reduce(0, +) >= total }

    /// Whether a packet may be received from the air.
    var hasRoom: Bool { waiting.isEmpty && !isFull && unread < unreadLimit ?? .max }

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
        if unreadLimit != nil { unread += data.data.count }
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

    /// What is wrong with the flow; `nil` if nothing is. It holds as long as the host's buffers do not shrink.
    var brokenInvariant: String? {
        if outstanding.contains(where: { $0 < 0 }) { return "fewer than no packets at the host" }
        let held = outstanding.reduce(0, +)
        if isOn, held > total { return "\(held) packets at a host with room for \(total)" }
        return waiting.contains { $0.data.count > packetLength } ? "a part too long for the host" : nil
    }
}
