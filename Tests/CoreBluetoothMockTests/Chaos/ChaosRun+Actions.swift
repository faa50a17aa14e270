@testable import CoreBluetoothMock
import FaradayTesting

// What may happen; each answers what it was.
extension ChaosRun {
    func act() -> String {
        guard let app = pick(apps), let board = pick(boards) else { return "" }
        switch draws.below(100) {
        case 0..<3: return actOnPhone()
        case 3..<15: return act(on: board)
        case 15..<35: return act(with: app)
        default:
            let linked = app.known.filter { $0.state == .connected }
            let peripheral = draws.below(10) == 0 ? pick(app.known) : pick(linked)
            return peripheral.map { act(on: $0, of: app) } ?? act(with: app)
        }
    }

    private func actOnPhone() -> String {
        switch draws.below(14) {
        case 0: CBMCentralManagerMock.simulatePowerOff()
        case 1: return setState(pick([.unauthorized, .resetting, .unknown, .unsupported, .poweredOff])!)
        case 2:
            CBMCentralManagerMock.simulatePeripherals(boards.map(\.spec))
            return "peripherals"
        case 3:
            CBMCentralManagerMock.simulateRSSIDeviation(pick([.none, .default, .custom(-40)])!)
            return "deviation"
        case 4:
            guard let board = pick(boards) else { break }
            CBMCentralManagerMock.simulateRemoval(of: board.spec)
            board.isLinked = false
            return "removal \(board.number)"
        case 5:
            guard let board = pick(boards) else { break }
            CBMCentralManagerMock.simulateAddition(of: board.spec)
            return "addition \(board.number)"
        case 6:
            guard draws.below(3) == 0 else { break }
            return tearDown()
        default:
            CBMCentralManagerMock.simulatePowerOn()
            return "on"
        }
        for board in boards { board.isLinked = nil }
        CBMCentralManagerMock.simulatePowerOff()
        return "off"
    }

    private func setState(_ state: CBMManagerState) -> String {
        for board in boards { board.isLinked = nil }
        CBMCentralManagerMock.simulateInitialState(state)
        return "state \(state)"
    }

    private func tearDown() -> String {
        CBMCentralManagerMock.tearDownSimulation()
        for board in boards { board.isLinked = nil }
        CBMCentralManagerMock.simulatePeripherals(boards.map(\.spec))
        CBMCentralManagerMock.simulatePowerOn()
        makeApps()
        return "tear down"
    }

    // MARK: Peripherals' lives

    private func act(on board: ChaosBoard) -> String {
        let spec = board.spec!
        switch draws.below(10) {
        case 0:
            spec.simulateConnection()
            if board.isLinked == false { board.isLinked = nil }
            return "connection \(board.number)"
        case 1:
            let errors: [Error] = [
                CBMError(.peripheralDisconnected), CBMError(.connectionTimeout),
                NSError(domain: "end", code: 1),
            ]
            if board.isLinked == false { board.isLinked = nil }
            spec.simulateDisconnection(withError: pick(errors)!)
            return "disconnection \(board.number)"
        case 2:
            spec.simulateReset()
            return "reset \(board.number)"
        case 3:
            let sets = [[board.first, board.second], [board.second], [board.third, board.first], []]
            spec.simulateServiceChange(newName: pick([nil, "Other", "Board"])!, newServices: pick(sets)!)
            return "services \(board.number)"
        case 4:
            spec.simulateProximityChange(pick([.immediate, .near, .far, .outOfRange])!)
            return "proximity \(board.number)"
        case 5, 6, 7:
            let value = Data(repeating: 7, count: Int(draws.below(60)))
            spec.simulateValueUpdate(value, for: pick([board.button, board.led, board.level])!)
            return "value \(board.number)"
        case 8:
            spec.simulateAdvertisementChange(
                pick([
                    nil,
                    [
                        CBMAdvertisementConfig(
                            data: ChaosBoard.advertisement(true), interval: 0.05, delay: 0,
                            isAdvertisingWhenConnected: true)
                    ],
                    [
                        CBMAdvertisementConfig(
                            data: ChaosBoard.advertisement(true), interval: 0.2, delay: 1,
                            isAdvertisingWhenConnected: false)
                    ],
                ])!)
            return "advertisement \(board.number)"
        default:
            if draws.below(2) == 0 {
                spec.simulateCaching()
                return "caching \(board.number)"
            }
            let identifier = UUID(
                uuidString:
                    "00000000-0000-0000-\(String(format: "%04d", draws.below(9999)))-00000000000\(board.number)"
            )!
            spec.simulateMacChange(identifier)
            return "address \(board.number)"
        }
    }

    // MARK: Managers

    private func act(with app: ChaosApp) -> String {
        let manager = app.manager!
        switch draws.below(12) {
        case 0...3:
            let duplicates = [CBMCentralManagerScanOptionAllowDuplicatesKey: true as NSNumber]
            app.scan(
                pick([nil, [CBMUUID(string: "1523")], []])!, pick([nil, nil, nil, nil, nil, duplicates])!)
            return "\(app.name) scans"
        case 4:
            app.stopScan()
            return "\(app.name) stops"
        case 5...8:
            guard let peripheral = pick(app.known) else { return "\(app.name) knows nobody" }
            let reconnect = [autoReconnectOption: true as NSNumber]
            app.connect(peripheral, pick([nil, nil, nil, reconnect])!)
            return "\(app.name) connects \(peripheral.identifier)"
        case 9:
            guard let peripheral = pick(app.known) else { return "\(app.name) knows nobody" }
            app.cancel(peripheral)
            return "\(app.name) cancels \(peripheral.identifier)"
        case 10:
            let found =
                draws.below(2) == 0
                ? manager.retrievePeripherals(withIdentifiers: boards.map(\.spec.identifier))
                : manager.retrieveConnectedPeripherals(withServices: [CBMUUID(string: "1523")])
            for peripheral in found { app.learn(peripheral) }
            return "\(app.name) retrieves \(found.count)"
        default:
            if draws.below(4) == 0, let peripheral = pick(app.known) {
                app.forget(peripheral)
                return "\(app.name) forgets \(peripheral.identifier)"
            }
            #if !os(macOS)
            manager.registerForConnectionEvents(options: nil)
            #endif
            return "\(app.name) registers"
        }
    }

    // MARK: Links

    private func act(on peripheral: CBMPeripheral, of app: ChaosApp) -> String {
        let services = (peripheral.services ?? []).flatMap { [$0] + ($0.includedServices ?? []) }
        let characteristics = services.flatMap { $0.characteristics ?? [] }
        let what = draws.below(14)
        switch what {
        case 0: peripheral.readRSSI()
        case 1: peripheral.discoverServices(pick([nil, [CBMUUID(string: "1523")]])!)
        case 2: peripheral.openL2CAPChannel(pick([0x80, 0x81])!)
        case 3: _ = peripheral.maximumWriteValueLength(for: .withoutResponse)
        default:
            guard let service = pick(services) else { peripheral.discoverServices(nil); break }
            switch what {
            case 4: peripheral.discoverIncludedServices(nil, for: service)
            case 5: peripheral.discoverCharacteristics(nil, for: service)
            default:
                if let characteristic = pick(characteristics) {
                    act(on: characteristic, peripheral, app, what)
                }
            }
        }
        return "\(app.name) asks \(what) of \(peripheral.identifier)"
    }

    private func act(
        on characteristic: CBMCharacteristic, _ peripheral: CBMPeripheral, _ app: ChaosApp, _ what: UInt64
    ) {
        let data = Data(repeating: 9, count: Int(draws.below(80)))
        switch what {
        case 6: peripheral.discoverDescriptors(for: characteristic)
        case 7:
            guard let descriptor = pick(characteristic.descriptors ?? []) else { break }
            if draws.below(2) == 0 {
                peripheral.readValue(for: descriptor)
            } else if descriptor.uuid != CBMUUID(string: CBMUUIDClientCharacteristicConfigurationString) {
                peripheral.writeValue(data, for: descriptor)
            }
        case 8, 9: app.read(characteristic, of: peripheral)
        case 10: peripheral.writeValue(data, for: characteristic, type: .withResponse)
        case 11:
            for _ in 0..<draws.below(30) {
                peripheral.writeValue(data, for: characteristic, type: .withoutResponse)
            }
        default: peripheral.setNotifyValue(draws.below(3) > 0, for: characteristic)
        }
    }
}
