import BluetoothWire

/// The scanning commands (Core 6.0, Vol 4, Part E, 7.8.10, 7.8.11, 7.8.64, 7.8.65).
extension Controller {
    func performScanning(_ command: HCI.Command) -> Bool {
        let opcode = command.opcode
        switch command {
        case .leSetScanParameters(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, set(parameters))
        case .leSetScanEnable(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            guard parameters.leScanEnable else {
                scanner?.stop()
                return reject(opcode, .success)
            }
            complete(
                opcode,
                startScan(
                    scanner ?? Scanner(controller: self, isExtended: false),
                    parameters.filterDuplicates ? .enabled : .disabled, duration: 0, period: 0))
        case .leSetExtendedScanParameters(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, set(parameters))
        case .leSetExtendedScanEnable(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, enable(parameters))
        default:
            return false
        }
        return true
    }

    /// Whether a scan window has its minimum length and fits into its interval.
    private static func fits(_ interval: UInt16, _ window: UInt16) -> Bool {
        window >= 4 && window <= interval
    }

    private func set(_ parameters: HCI.LESetScanParameters) -> HCI.ErrorCode {
        guard scanner?.isOn != true else { return .commandDisallowed }
        guard Self.fits(parameters.leScanInterval, parameters.leScanWindow),
            parameters.leScanInterval <= 0x4000
        else { return .invalidHCICommandParameters }
        guard isOffered(parameters.ownAddressType), isOffered(parameters.scanningFilterPolicy)
        else {
            return .unsupportedFeatureOrParameterValue
        }
        let scanner = Scanner(controller: self, isExtended: false)
        (scanner.interval, scanner.window) = (parameters.leScanInterval, parameters.leScanWindow)
        scanner.isActive = parameters.leScanType == .active
        scanner.ownAddressType = parameters.ownAddressType
        scanner.policy = parameters.scanningFilterPolicy
        self.scanner = scanner
        return .success
    }

    private func set(_ parameters: HCI.LESetExtendedScanParameters) -> HCI.ErrorCode {
        guard scanner?.isOn != true else { return .commandDisallowed }
        // With two PHYs, both use one schedule: that of LE 1M.
        guard let first = parameters.le1M ?? parameters.leCoded else { return .invalidHCICommandParameters }
        for phy in [parameters.le1M, parameters.leCoded] {
            guard phy.map({ Self.fits($0.scanInterval, $0.scanWindow) }) ?? true else {
                return .invalidHCICommandParameters
            }
        }
        guard isOffered(parameters.ownAddressType), isOffered(parameters.scanningFilterPolicy),
            parameters.leCoded == nil || configuration.phys.contains(.leCoded)
        else { return .unsupportedFeatureOrParameterValue }
        let scanner = Scanner(controller: self, isExtended: true)
        (scanner.interval, scanner.window) = (first.scanInterval, first.scanWindow)
        scanner.isActive = first.scanType == .active
        scanner.hears1M = parameters.le1M != nil
        scanner.hearsCoded = parameters.leCoded != nil
        scanner.ownAddressType = parameters.ownAddressType
        scanner.policy = parameters.scanningFilterPolicy
        self.scanner = scanner
        return .success
    }

    /// Whether the controller supports this policy.
    private func isOffered(_ policy: HCI.ScanningFilterPolicy) -> Bool {
        policy == .basicUnfiltered || policy == .basicFiltered
            || configuration.usedFeatures.contains(.extendedScannerFilterPolicies)
    }

    private func enable(_ parameters: HCI.LESetExtendedScanEnable) -> HCI.ErrorCode {
        guard parameters.enable else {
            scanner?.stop()
            return .success
        }
        let duration = Int64(parameters.duration) * 10_000_000
        let period = Int64(parameters.period) * 1_280_000_000
        guard parameters.period == 0 || parameters.duration > 0 && period > duration,
            parameters.filterDuplicates != .enabledPerPeriod || parameters.period > 0
        else { return .invalidHCICommandParameters }
        return startScan(
            scanner ?? Scanner(controller: self, isExtended: true), parameters.filterDuplicates,
            duration: duration, period: period)
    }

    private func startScan(
        _ scanner: Scanner, _ filter: HCI.DuplicateFilter, duration: Int64, period: Int64
    ) -> HCI.ErrorCode {
        guard let address = ownAddress(scanner.ownAddressType, random: randomAddress) else {
            return .invalidHCICommandParameters
        }
        self.scanner = scanner
        scanner.start(as: address, filter: filter, duration: duration, period: period)
        return .success
    }
}
