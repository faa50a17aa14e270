import BluetoothWire

/// The scanning commands (Core 6.0, Vol 4, Part E, 7.8.10, 7.8.11, 7.8.64, 7.8.65).
extension Controller {
    func performScanning(_ command: HCI.Command, _ opcode: HCI.Opcode) -> Bool {
        switch command {
        case .leSetScanParameters(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            complete(
                opcode,
                set { () throws(HCI.ErrorCode) in try ScanSettings(parameters, configuration) })
        case .leSetScanEnable(let parameters):
            guard uses(.legacy) else { return reject(opcode, .commandDisallowed) }
            guard parameters.leScanEnable else {
                scanner?.stop()
                return reject(opcode, .success)
            }
            complete(
                opcode,
                startScan(
                    parameters.filterDuplicates ? .enabled : .disabled, isExtended: false, for: .endless))
        case .leSetExtendedScanParameters(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(
                opcode,
                set { () throws(HCI.ErrorCode) in try ScanSettings(parameters, configuration) })
        case .leSetExtendedScanEnable(let parameters):
            guard uses(.extended) else { return reject(opcode, .commandDisallowed) }
            complete(opcode, enable(parameters))
        default:
            return false
        }
        return true
    }

    private func set(_ settings: () throws(HCI.ErrorCode) -> ScanSettings) -> HCI.ErrorCode {
        guard scanner?.isOn != true else { return .commandDisallowed }
        do {
            scanner = Scanner(controller: self, try settings())
            return .success
        } catch {
            return error
        }
    }

    private func enable(_ parameters: HCI.LESetExtendedScanEnable) -> HCI.ErrorCode {
        guard parameters.enable else {
            scanner?.stop()
            return .success
        }
        do {
            return startScan(parameters.filterDuplicates, isExtended: true, for: try ScanTime(parameters))
        } catch {
            return error
        }
    }

    private func startScan(
        _ filter: HCI.DuplicateFilter, isExtended: Bool, for time: ScanTime
    ) -> HCI.ErrorCode {
        let scanner = scanner ?? Scanner(controller: self, ScanSettings(isExtended: isExtended))
        guard let address = ownAddress(scanner.ownAddressType, random: randomAddress) else {
            return .invalidHCICommandParameters
        }
        self.scanner = scanner
        scanner.start(as: address, filter: filter, for: time)
        return .success
    }
}
