import BluetoothPort
import FaradayCoreBluetooth
import FaradaySimulation

/// Links of phones to the device: the delegate's decision on the first link, and its callback when the last one ends.
extension MockDevice {
    /// The delegate's decision on a connection.
    enum Admission {
        /// There is no link, or the device does not know of it yet.
        case none
        case asked
        /// The link ended before the delegate had decided; the value is the error of the end.
        case gone(Error?)
        case decided(Result<Void, Error>)
    }

    /// The reason why links end.
    enum Ending {
        /// The delegate already got the callback, or must not get one.
        case told
        /// The delegate refused the link.
        case refused
    }

    /// Whether any app is connected to it.
    var isConnected: Bool {
        if state.withLock({ $0.virtualConnections }) > 0 { return true }
        return life.withLock { !$0.links.isEmpty && $0.ending == nil }
    }

    /// Handles an event of the simulated device.
    func happened(_ event: DeviceBehaviour.Event, to device: Device) {
        switch event {
        case .connected(let link): connected(link, to: device)
        case .disconnected(let link): disconnected(link)
        default: break
        }
        tellFirmware(of: event, device)
    }

    // MARK: Beginning

    private func connected(_ link: DeviceLink, to device: Device) {
        requestParameters(of: device)
        let isFirst = life.withLock { life in
            life.links.append(link)
            guard life.links.count == 1 else { return false }
            (life.admission, life.ending, life.farewell) = (.asked, nil, nil)
            life.errors = [:]
            return true
        }
        guard isFirst else { return }
        let (others, delegate) = state.withLock { ($0.virtualConnections, $0.connectionDelegate) }
        // Another app already has the link, so the delegate gets no callback.
        guard others == 0, delegate != nil else { return admit(.success(())) }
        ask({ [spec] in $0.peripheralDidReceiveConnectionRequest(spec) }, then: { [self] in admit($0) })
    }

    private func admit(_ result: Result<Void, Error>) {
        let (waiting, end) = life.withLock { life -> ([(Result<Void, Error>) -> Void], Error??) in
            defer { life.waiting = [] }
            if case .gone(let error) = life.admission {
                life.admission = life.links.isEmpty ? .none : .decided(result)
                return (life.waiting, error)
            }
            guard !life.links.isEmpty else { return (life.waiting, nil) }
            life.admission = .decided(result)
            if case .failure = result { life.ending = .refused }
            return (life.waiting, nil)
        }
        onMain { for body in waiting { body(result) } }
        if case .failure = result { return device.disconnect() }
        if let end { tellOfEnd(end) }
    }

    /// Calls `body` with the delegate's decision on the phone's connection: at once if it has decided, otherwise later
    /// on the main queue.
    func whenAdmitted(_ body: @escaping (Result<Void, Error>) -> Void) {
        let result: Result<Void, Error>? = life.withLock { life in
            if case .decided(let result) = life.admission { return result }
            life.waiting.append(body)
            return nil
        }
        if let result { body(result) }
    }

    /// The device determines the interval and the timeout of a link: it requests them from the phone.
    private func requestParameters(of device: Device) {
        let (interval, timeout) = state.withLock { $0.linkTiming }
        device.requestParameters(interval: interval...interval, supervisionTimeout: timeout)
    }

    // MARK: End

    private func disconnected(_ link: DeviceLink) {
        let isSilent = state.withLock { $0.proximity == .outOfRange }
        let error = isSilent ? CBMError(.connectionTimeout) : nil
        // A phone whose radio is off ends its links without a callback (behaviour 1.15).
        let hasRadio = phone?.phone.radio != .off
        let isToTell: Bool? = life.withLock { life in
            guard life.links.contains(link) else { return nil }
            life.links.removeAll { $0 == link }
            life.longReads.removeAll { $0.link == link }
            guard life.links.isEmpty else { return nil }
            let isNews = life.ending == nil && hasRadio
            life.ending = nil
            switch life.admission {
            case .gone: return false
            case .asked where isNews:
                // A delegate that refuses the link gets no callback for its end.
                life.admission = .gone(error)
                return false
            default:
                life.admission = .none
                return isNews
            }
        }
        guard let isToTell else { return }
        phone?.otherAppsLost(self)
        if isToTell { tellOfEnd(error) }
    }

    /// Processes ended links that the device has not processed yet. So when an app gets a disconnect callback, the spec
    /// no longer has the link, and its delegate has got its own callback.
    func catchUp() {
        let left = device.links
        let ended = life.withLock { life in life.links.filter { !left.contains($0) } }
        for link in ended { disconnected(link) }
        if MainQueue.isCurrent || Thread.isMainThread { onMain { self.tellEnds() } }
    }

    /// Calls the delegate's disconnect method: no app is connected any more.
    func tellOfEnd(_ error: Error?) {
        life.withLock { $0.untoldEnds.append(error) }
        onMain { self.tellEnds() }
    }

    private func tellEnds() {
        let errors = life.withLock { life in
            defer { life.untoldEnds = [] }
            return life.untoldEnds
        }
        for error in errors { ask({ [spec] in $0.peripheral(spec, didDisconnect: error) }, then: { _ in }) }
    }

    /// The device ends its links with this error; for a timeout, it stops answering instead.
    func endLinks(_ error: Error) {
        let code = (error as? CBMError)?.code
        let isAsked = life.withLock { life in
            guard !life.links.isEmpty else { return false }
            life.ending = .told
            life.ends += 1
            if code != .connectionTimeout, code != .peripheralDisconnected { life.farewell = (error, []) }
            guard case .asked = life.admission else { return false }
            life.admission = .gone(error)
            return true
        }
        // If the delegate has not decided on the link yet, it gets the disconnect callback after its decision.
        if !isAsked { tellOfEnd(error) }
        if code == .connectionTimeout {
            establishLinks()
            life.withLock { $0.isOnlySilent = true }
            device.reset()
        } else {
            device.disconnect()
        }
    }

    /// The device loses its links without informing phones or the delegate, and is on again after `delay`. Its firmware
    /// begins anew only if it restarts.
    func dropLinks(after delay: Nanoseconds, isRestart: Bool) {
        life.withLock { life in
            life.isOnlySilent = !isRestart
            guard !life.links.isEmpty else { return }
            life.ending = .told
            life.ends += 1
        }
        establishLinks()
        device.reset(after: delay)
    }

    /// An app that got `didConnect` loses the link by its supervision timeout, even right after the callback.
    func establishLinks() { device.world.establishLinks(of: device.id) }

    /// The error from `simulateDisconnection(withError:)`, if a link cannot transmit it; returned once for each
    /// manager.
    func takeDisconnectError(for manager: AnyObject) -> Error? {
        life.withLock { life in
            guard let farewell = life.farewell, !farewell.told.contains(ObjectIdentifier(manager)) else {
                return nil
            }
            life.farewell?.told.append(ObjectIdentifier(manager))
            return farewell.error
        }
    }
}

extension SpecState {
    /// The parameters that the device requests for its links: the nearest valid values (Core 6.0, Vol 6, Part B, 4.5.1
    /// and 4.5.2).
    var linkTiming: (interval: Nanoseconds, supervisionTimeout: Nanoseconds) {
        let wanted = (interval: connectionInterval ?? 0.045, timeout: supervisionTimeout ?? 4)
        let interval = wanted.interval.isNaN ? 0.045 : min(max(wanted.interval, 0.0075), 4)
        let timeout = min(max(wanted.timeout.isNaN ? 4 : wanted.timeout, 0.1, 2 * interval + 0.01), 32)
        return (.seconds(interval), .seconds(timeout))
    }
}
