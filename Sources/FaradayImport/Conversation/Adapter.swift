import BluetoothWire

/// An adapter of a file: what it hears, and what it advertises itself.
struct Adapter {
    private let file: Int
    private let number: Int
    /// Whether its scanner leaves out what it has told already.
    private var filtersDuplicates = false
    /// Parts of long reports, by advertiser and set.
    private var parts: [Part: [UInt8]] = [:]
    private var own = OwnAdvertising()

    private struct Part: Hashable {
        var address: DeviceAddress
        var identifier: UInt8
        var isResponse: Bool
    }

    /// The most bytes of one advertisement (Core 6.0, Vol 4, Part E, 7.8.57), and advertisers at a time.
    private static let mostBytes = 1650
    private static let mostParts = 256

    init(file: Int, _ number: Int) { (self.file, self.number) = (file, number) }

    private func source(_ address: DeviceAddress) -> Gathering.Source {
        Gathering.Source(identity: DeviceIdentity(address), file: file, view: .other(adapter: number))
    }

    // MARK: Commands

    mutating func add(
        _ command: HCI.Command, _ time: UInt64, _ place: PacketPlace, into gathering: inout Gathering
    ) {
        switch command {
        case .leSetScanEnable(let command) where command.leScanEnable:
            filtersDuplicates = command.filterDuplicates
        case .leSetExtendedScanEnable(let command) where command.enable:
            filtersDuplicates = command.filterDuplicates != .disabled
        default:
            let told = own.add(command)
            guard !told.isEmpty else { return }
            let identity = DeviceIdentity.adapter(file: file, number)
            let source = Gathering.Source(identity: identity, file: file, view: .own(adapter: number))
            for set in told {
                gathering.log(source) { log in
                    log.add(
                        set.key, data: set.isDataKnown ? set.data : nil, at: time, place, told: set.interval)
                    guard set.isResponseKnown, set.key.isScannable else { return }
                    log.add(
                        response: set.response, isExtended: set.key.isExtended,
                        identifier: set.key.identifier, at: time, place)
                }
            }
        }
        if let address = own.address { gathering.name(.adapter(file: file, number), address) }
    }

    // MARK: Events

    mutating func add(
        _ event: HCI.Event, _ time: UInt64, _ place: PacketPlace, into gathering: inout Gathering
    ) {
        switch event {
        case .leAdvertisingReport(let event):
            for report in event.reports { add(report, time, place, into: &gathering) }
        case .leDirectedAdvertisingReport(let event):
            for report in event.reports {
                let key = AdvertisingSetKey(
                    kind: .directed(to: report.directAddress.address), isExtended: false, identifier: nil)
                gathering.log(source(report.address)) {
                    $0.add(key, data: nil, at: time, place, isFiltered: filtersDuplicates)
                }
            }
        case .leExtendedAdvertisingReport(let event):
            for report in event.reports { add(report, time, place, into: &gathering) }
        case .commandComplete(let event) where event.opcode == .readBDADDR && event.status == .success:
            guard let answer = try? event.returnParameters(as: HCI.ReadBDADDR.ReturnParameters.self) else {
                return
            }
            own.publicAddress = answer.bdADDR
            if let address = own.address { gathering.name(.adapter(file: file, number), address) }
        default: break
        }
    }

    private mutating func add(
        _ report: HCI.LEAdvertisingReport.Report, _ time: UInt64, _ place: PacketPlace,
        into gathering: inout Gathering
    ) {
        let kind: ImportedKind? =
            switch report.eventType {
            case .advInd: .connectable
            case .advScanInd: .scannable
            case .advNonconnInd: .nonConnectable
            // The target is this adapter, whose address the report does not say.
            case .advDirectInd: .directed(to: own.address ?? .zero)
            case .scanRsp: nil
            }
        let isFiltered = filtersDuplicates
        gathering.log(source(report.address)) { log in
            guard let kind else {
                log.add(response: report.data, isExtended: false, identifier: nil, at: time, place)
                return
            }
            let key = AdvertisingSetKey(kind: kind, isExtended: false, identifier: nil)
            let hasData = report.eventType != .advDirectInd
            log.add(key, data: hasData ? report.data : nil, at: time, place, isFiltered: isFiltered)
        }
    }

    private mutating func add(
        _ report: HCI.LEExtendedAdvertisingReport.Report, _ time: UInt64, _ place: PacketPlace,
        into gathering: inout Gathering
    ) {
        guard let address = report.address else { return }
        let type = report.eventType
        let isResponse = type.contains(.scanResponse)
        let part = Part(address: address, identifier: report.advertisingSID, isResponse: isResponse)
        let data = (parts.removeValue(forKey: part) ?? []) + report.data
        if type.contains(.incompleteMoreToCome) {
            if data.count <= Self.mostBytes, parts.count < Self.mostParts { parts[part] = data }
            return
        }
        let isExtended = !type.contains(.legacy)
        let identifier = isExtended && report.advertisingSID <= 0x0F ? report.advertisingSID : nil
        let isWhole = !type.contains(.incompleteTruncated)
        let isFiltered = filtersDuplicates
        gathering.log(source(address)) { log in
            if isResponse {
                guard isWhole else { return }
                log.add(response: data, isExtended: isExtended, identifier: identifier, at: time, place)
                return
            }
            let key = AdvertisingSetKey(
                kind: Self.kind(type, report.directAddress.address), isExtended: isExtended,
                identifier: identifier)
            let hasData = isWhole && !(type.contains(.directed) && !isExtended)
            log.add(key, data: hasData ? data : nil, at: time, place, isFiltered: isFiltered)
        }
    }

    private static func kind(_ type: HCI.ExtendedAdvertisingEventType, _ target: DeviceAddress)
        -> ImportedKind
    {
        if type.contains(.directed) { return .directed(to: target) }
        if type.contains(.connectable) { return .connectable }
        return type.contains(.scannable) ? .scannable : .nonConnectable
    }
}
