import BluetoothTypes
import BluetoothWire

/// The procedures that this side starts.
extension LinkEnd {
    /// Starts `kind`, at once or after the procedures before it.
    func start(_ kind: Procedures.Kind) {
        // A waiting procedure sends the lengths that are valid when it starts.
        if procedures.isIdle, mayBegin(kind) {
            procedures.current = kind
            begin(kind)
        } else {
            if kind == .dataLength, procedures.waiting.contains(kind) { return }
            procedures.wait(kind)
        }
        startNext()
    }

    /// Only the central sets instants, one at a time.
    private func mayBegin(_ kind: Procedures.Kind) -> Bool {
        !(isCentral && link.update != nil && Self.hasInstant(kind))
    }

    private func startNext() {
        while !procedures.isIdle, !procedures.isRunning, let next = procedures.waiting.first {
            if !mayBegin(next) { return }
            begin(procedures.beginNext())
        }
    }

    private static func hasInstant(_ kind: Procedures.Kind) -> Bool {
        switch kind {
        case .phys, .connectionUpdate, .channelMap: true
        // The instants of Channel Sounding exclude no others.
        case .features, .version, .dataLength, .parameterRequest, .encryption, .sounding: false
        }
    }

    private func begin(_ kind: Procedures.Kind) {
        let features = controller.features.rawValue
        switch kind {
        case .features:
            if procedures.remoteFeatures != nil { return finish(.success) }
            queue(isCentral ? .featureReq(features: features) : .peripheralFeatureReq(features: features))
            guardResponse()
        case .version:
            if procedures.remoteVersion != nil { return finish(.success) }
            sendVersion()
            guardResponse()
        case .dataLength:
            queue(.lengthReq(lengths.local))
            guardResponse()
        case .phys(let tx, let rx):
            queue(.phyReq(tx: tx, rx: rx))
            guardResponse()
        case .parameterRequest(let parameters):
            queue(.connectionParamReq(parameters))
            guardResponse()
        case .connectionUpdate(let interval, let latency, let timeout):
            let instant = announce(.parameters(interval: interval, latency: latency, timeout: timeout))
            queue(
                .connectionUpdateInd(
                    .init(
                        winSize: 1, winOffset: 0, interval: interval, latency: latency, timeout: timeout,
                        instant: instant)))
        case .channelMap(let map):
            queue(.channelMapInd(map, instant: announce(.channels(map))))
        case .encryption: beginEncryption()
        case .sounding(let procedure): madeSounding?.begin(procedure)
        }
    }

    /// Sets the connection event of a change; returns its counter as on air.
    private func announce(_ change: RadioLink.Update.Change) -> UInt16 {
        let instant = link.nextCounter + link.instantDistance
        link.update = RadioLink.Update(change: change, instant: instant)
        link.reschedule()
        return UInt16(truncatingIfNeeded: instant)
    }

    func sendVersion() {
        guard !procedures.hasSentVersion else { return }
        procedures.hasSentVersion = true
        let configuration = controller.configuration
        queue(
            .versionInd(
                version: configuration.version, company: configuration.companyIdentifier, subversion: 0))
    }

    /// The central decides about PHYs that one side requested.
    func decidePHYs(tx: LL.PHYSet, rx: LL.PHYSet, remoteTx: LL.PHYSet, remoteRx: LL.PHYSet) {
        let fromCentral = Self.best(tx.intersection(remoteRx), else: link.centralPHY)
        let fromPeripheral = Self.best(rx.intersection(remoteTx), else: link.peripheralPHY)
        guard fromCentral != link.centralPHY || fromPeripheral != link.peripheralPHY else {
            // Nothing changes: the sets are empty, and the instant is ignored.
            queue(.phyUpdateInd(centralToPeripheral: [], peripheralToCentral: [], instant: 0))
            if case .phys = procedures.current { finish(.success) }
            return
        }
        let changes = (
            fromCentral != link.centralPHY ? fromCentral : nil,
            fromPeripheral != link.peripheralPHY ? fromPeripheral : nil
        )
        let instant = announce(.phys(fromCentral: changes.0, fromPeripheral: changes.1))
        procedures.deadline = .max
        queue(
            .phyUpdateInd(
                centralToPeripheral: changes.0.map { LL.PHYSet($0) } ?? [],
                peripheralToCentral: changes.1.map { LL.PHYSet($0) } ?? [], instant: instant))
    }

    /// The fastest PHY of a set; an empty set changes nothing.
    private static func best(_ phys: LL.PHYSet, else current: LL.PHY) -> LL.PHY {
        phys.contains(.le2M)
            ? .le2M : phys.contains(.le1M) ? .le1M : phys.contains(.leCoded) ? .leCoded : current
    }

    /// The PHYs that this side prefers, among those it supports: the preference for the link, or the one for all links.
    var wantedPHYs: (tx: LL.PHYSet, rx: LL.PHYSet) {
        let all = controller.configuration.phys
        let tx = procedures.phys?.tx ?? controller.preferences.txPHYs
        let rx = procedures.phys?.rx ?? controller.preferences.rxPHYs
        return (tx.isEmpty ? all : tx.intersection(all), rx.isEmpty ? all : rx.intersection(all))
    }

    // Ends

    /// The current procedure has ended; reports it to the host.
    func finish(_ status: HCI.ErrorCode) {
        guard let kind = procedures.current else { return }
        procedures.current = nil
        procedures.deadline = .max
        link.guardProcedures()
        switch kind {
        case .features:
            controller.emit(
                .leReadRemoteFeaturesComplete(
                    .init(
                        status: status, connectionHandle: handle, leFeatures: procedures.remoteFeatures ?? [])
                ))
        case .version:
            let version = procedures.remoteVersion
            controller.emit(
                .readRemoteVersionInformationComplete(
                    .init(
                        status: status, connectionHandle: handle, version: version?.version ?? 0,
                        companyIdentifier: version?.company ?? 0, subversion: version?.subversion ?? 0)))
        case .phys: tellPHYs(status)
        case .connectionUpdate, .parameterRequest: tellParameters(status)
        case .encryption: tellEncryption(status)
        case .sounding(let procedure): sounding?.ended(procedure, status)
        case .dataLength, .channelMap: break
        }
        startNext()
    }

    func tellPHYs(_ status: HCI.ErrorCode) {
        let phys = isCentral ? (link.centralPHY, link.peripheralPHY) : (link.peripheralPHY, link.centralPHY)
        controller.emit(
            .lePHYUpdateComplete(
                .init(status: status, connectionHandle: handle, txPHY: .init(phys.0), rxPHY: .init(phys.1))))
    }

    func tellParameters(_ status: HCI.ErrorCode) {
        controller.emit(
            .leConnectionUpdateComplete(
                .init(
                    status: status, connectionHandle: handle, connectionInterval: link.interval,
                    peripheralLatency: link.latency, supervisionTimeout: link.timeout)))
    }

    /// An instant has been reached and both ends have made the change.
    func updateApplied(_ change: RadioLink.Update.Change, _ isChanged: Bool) {
        switch (change, procedures.current) {
        case (.phys, .phys), (.parameters, .connectionUpdate), (.parameters, .parameterRequest),
            (.channels, .channelMap):
            finish(.success)
        case (.phys, _):
            if isChanged { tellPHYs(.success) }
        case (.parameters, _):
            if isChanged { tellParameters(.success) }
        case (.channels, _): break
        }
        startNext()
    }

    /// The first packets have been exchanged.
    func linkEstablished() {
        // The host wants longer packets on every link; it may have requested them on this link already.
        let isLonger = lengths.local.maxTxOctets > 27 || lengths.local.maxTxTime > 328
        if isLonger, procedures.current != .dataLength { start(.dataLength) }
    }

    /// The other side has 40 s from now to answer.
    func guardResponse() {
        procedures.deadline = controller.now + Procedures.responseTimeout
        link.guardProcedures()
    }
}

extension RadioLink {
    /// Makes sure that the earliest deadline of a procedure is in the queue, if it can pass.
    ///
    /// On a sound link the other controller answers in its next events; only its host can cause a long wait.
    func guardProcedures() {
        let time = min(procedureDeadline(of: central), procedureDeadline(of: peripheral))
        guard time != procedureTime else { return }
        if procedureTime != .max { procedureGeneration &+= 1 }
        procedureTime = time
        guard time != .max else { return }
        medium.schedule(.procedureTimeout, index: index, generation: procedureGeneration, at: time)
    }

    /// When one end's procedure or its wait for a payload may time out.
    private func procedureDeadline(of end: LinkEnd) -> Int64 {
        guard end.isOpen else { return .max }
        guard quality != .sound else { return end.waitsForHost ? end.procedures.deadline : .max }
        return min(end.procedures.deadline, end.payloadDue)
    }

    func procedureDue(generation: UInt32) {
        guard generation == procedureGeneration, procedureTime != .max else { return }
        procedureTime = .max
        let now = medium.scheduler.now.nanoseconds
        for end in [central, peripheral] where end.procedures.deadline <= now {
            end.close(.llResponseTimeout)
        }
        for end in [central, peripheral] where end.isOpen { end.payloadDidExpire() }
        if central.isOpen || peripheral.isOpen { guardProcedures() }
    }
}

extension LinkEnd {
    /// Whether the current procedure needs an answer from the other side's host.
    var waitsForHost: Bool {
        guard !procedures.isIdle else { return false }
        return switch procedures.current {
        case .parameterRequest, .encryption: true
        default: false
        }
    }
}
