import BluetoothWire

/// Flow control from controller to host.
extension Controller {
    /// The switch is allowed only while there are no links (Core 6.0, Vol 4, Part E, 7.3.38).
    func setHostFlowControl(_ parameters: HCI.SetControllerToHostFlowControl) {
        guard linkCount == 0 else { return complete(.setControllerToHostFlowControl, .commandDisallowed) }
        madeHostFlow().take(parameters)
        complete(.setControllerToHostFlowControl, .success)
    }

    func setHostBuffers(_ parameters: HCI.HostBufferSize) {
        guard parameters.hostACLDataPacketLength > 0, parameters.hostTotalNumACLDataPackets > 0 else {
            return complete(.hostBufferSize, .invalidHCICommandParameters)
        }
        madeHostFlow().take(parameters)
        complete(.hostBufferSize, .success)
    }

    /// The host's transport holds this many bytes of data that the host has not read; `nil` for a host that reads at once.
    /// What waited in a transport before is gone.
    package func limitUnreadData(to bytes: Int?) {
        guard bytes != nil || hostFlow != nil else { return }
        madeHostFlow().limitUnread(to: bytes)
    }

    /// The host has read so many bytes of data from its transport.
    package func hostHasRead(_ bytes: Int) { hostFlow?.read(bytes) }

    private func madeHostFlow() -> HostFlow {
        if let hostFlow { return hostFlow }
        let flow = HostFlow()
        hostFlow = flow
        return flow
    }

    /// It gets an answer only if it is wrong (7.3.40).
    func hostCompleted(_ completed: [HCI.CompletedPackets]) {
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
    @inline(__always)
    var mayDeliver: Bool { hostFlow?.hasRoom ?? true }

    /// Gives data to the host.
    func deliver(_ data: consuming HCI.ACLData) {
        guard let hostFlow else { return send(.acl(data)) }
        hostFlow.take(data)
        fillHost()
    }

    /// Gives the host waiting data, as far as the host has room.
    func fillHost() {
        while let data = hostFlow?.next() { send(.acl(data)) }
    }
}
