import BluetoothTypes
import BluetoothWire

extension Host {
    /// Brings the controller's scanner to its wanted state, one command at a time, and reads its reports.
    ///
    /// Scan parameters can only be set while scanning is off (Core 6.0, Vol 4, Part E, 7.8.10), so a change
    /// of parameters is: off, parameters, on.
    struct Observer: Hashable, Sendable {
        private enum Step: Hashable, Sendable {
            case parameters(ScanParameters)
            case enable(ScanParameters)
            case disable
        }

        /// What the upper layer asked for; `nil` when it does not want to scan.
        private(set) var wanted: ScanParameters?
        /// The host itself scans for a peer.
        private(set) var isSearching = false
        /// The scan must restart, so that peers which were reported are reported again.
        private var mustRestart = false
        /// What the controller's parameters are set to.
        private var current: ScanParameters?
        /// What the controller is scanning with.
        private var running: ScanParameters?
        private var step: Step?
        /// The controller refused; the host does not try again until something changes.
        private var isRefused = false
        private var partials: [Partial] = []

        init() {}

        mutating func start(_ parameters: ScanParameters) {
            wanted = parameters
            isRefused = false
        }

        mutating func stop() {
            wanted = nil
            partials = []
        }

        /// Starts or stops scanning for a peer, independent of what else is wanted.
        mutating func search(_ isSearching: Bool) {
            guard self.isSearching != isSearching else { return }
            self.isSearching = isSearching
            isRefused = false
        }

        /// Makes the controller forget which duplicates it filters.
        mutating func restart() { mustRestart = running != nil }

        /// Whether anyone wants reports.
        var isWanted: Bool { wanted != nil || isSearching }

        /// Whether the controller does not scan, and is not about to.
        var isIdle: Bool { running == nil && step == nil }

        /// Something that may have prevented scanning has ended.
        mutating func retry() { isRefused = false }

        /// The next command, if there is something to do and none is in flight.
        mutating func next(_ profile: ControllerProfile) -> HCI.Command? {
            guard step == nil else { return nil }
            let isPaused = profile.pauses.contains(.listening)
            let wanted = isPaused ? nil : self.wanted ?? (isSearching ? ScanParameters.search : nil)
            if running != nil, running != wanted || mustRestart {
                step = .disable
                return Self.enable(false, false, profile)
            }
            guard let wanted, running == nil, !isRefused else { return nil }
            if current != wanted {
                step = .parameters(wanted)
                return Self.parameters(wanted, profile)
            }
            step = .enable(wanted)
            return Self.enable(true, wanted.filtersDuplicates, profile)
        }

        /// The controller answered the command in flight.
        mutating func ended(_ status: HCI.ErrorCode) {
            guard let step else { return }
            self.step = nil
            switch step {
            case .parameters(let parameters):
                if status == .success { current = parameters } else { isRefused = true }
            case .enable(let parameters):
                if status == .success { running = parameters } else { isRefused = true }
            case .disable:
                // If the controller refuses to stop, it does not scan.
                running = nil
                mustRestart = false
            }
        }

        private static func parameters(
            _ parameters: ScanParameters, _ profile: ControllerProfile
        ) -> HCI.Command {
            let interval = min(max(parameters.interval.inUnits(of: HCI.slot), 0x0004), 0x4000)
            let window = min(max(parameters.window.inUnits(of: HCI.slot), 0x0004), interval)
            let type: HCI.ScanType = parameters.isActive ? .active : .passive
            if profile.usesExtendedCommands {
                return .leSetExtendedScanParameters(
                    HCI.LESetExtendedScanParameters(
                        ownAddressType: profile.ownAddressType,
                        le1M: .init(scanType: type, scanInterval: interval, scanWindow: window)))
            }
            return .leSetScanParameters(
                HCI.LESetScanParameters(
                    leScanType: type, leScanInterval: interval, leScanWindow: window,
                    ownAddressType: profile.ownAddressType))
        }

        private static func enable(
            _ isOn: Bool, _ filtersDuplicates: Bool, _ profile: ControllerProfile
        ) -> HCI.Command {
            if profile.usesExtendedCommands {
                return .leSetExtendedScanEnable(
                    HCI.LESetExtendedScanEnable(
                        enable: isOn, filterDuplicates: filtersDuplicates ? .enabled : .disabled))
            }
            return .leSetScanEnable(
                HCI.LESetScanEnable(leScanEnable: isOn, filterDuplicates: filtersDuplicates))
        }
    }
}

// MARK: - Reports

extension Host.Observer {
    /// The beginning of extended advertising data whose rest comes in later reports.
    private struct Partial: Hashable, Sendable {
        var address: DeviceAddress
        var sid: UInt8
        var data: [UInt8]
    }

    /// How many advertisers may have incomplete data, and how long the data may get (Vol 4, Part E, 7.8.57).
    /// If a controller exceeds this the oldest data is lost.
    private static let partialLimit = 8
    private static let dataLimit = 1650

    /// A legacy report as the upper layer gets it.
    static func report(_ report: HCI.LEAdvertisingReport.Report) -> Host.AdvertisingReport {
        let type = report.eventType
        return Host.AdvertisingReport(
            address: report.address, isConnectable: type == .advInd || type == .advDirectInd,
            isScannable: type == .advInd || type == .advScanInd, isScanResponse: type == .scanRsp,
            isDirected: type == .advDirectInd, data: report.data, rssi: report.rssi)
    }

    static func report(_ report: HCI.LEDirectedAdvertisingReport.Report) -> Host.AdvertisingReport {
        Host.AdvertisingReport(
            address: report.address, isConnectable: true, isScannable: false, isScanResponse: false,
            isDirected: true, data: [], rssi: report.rssi)
    }

    /// An extended report, assembled from its parts. Returns `nil` while parts are missing, and for an
    /// anonymous advertiser, which has no address.
    mutating func report(_ report: HCI.LEExtendedAdvertisingReport.Report) -> Host.AdvertisingReport? {
        guard let address = report.address else { return nil }
        let type = report.eventType
        guard let data = assemble(report, from: address) else { return nil }
        return Host.AdvertisingReport(
            address: address, isConnectable: type.contains(.connectable),
            isScannable: type.contains(.scannable), isScanResponse: type.contains(.scanResponse),
            isDirected: type.contains(.directed), isExtended: !type.contains(.legacy), data: data,
            rssi: report.rssi, txPower: report.txPower == 127 ? nil : report.txPower,
            primaryPHY: report.primaryPHY, secondaryPHY: report.secondaryPHY)
    }

    private mutating func assemble(
        _ report: HCI.LEExtendedAdvertisingReport.Report, from address: DeviceAddress
    ) -> [UInt8]? {
        let isPartial = report.eventType.contains(.incompleteMoreToCome)
        if partials.isEmpty, !isPartial { return report.data }
        let index = partials.firstIndex { $0.address == address && $0.sid == report.advertisingSID }
        guard isPartial else {
            guard let index else { return report.data }
            return Array((partials.remove(at: index).data + report.data).prefix(Self.dataLimit))
        }
        if let index {
            let room = Self.dataLimit - partials[index].data.count
            partials[index].data.append(contentsOf: report.data.prefix(max(0, room)))
        } else {
            if partials.count == Self.partialLimit { partials.removeFirst() }
            partials.append(Partial(address: address, sid: report.advertisingSID, data: report.data))
        }
        return nil
    }
}
