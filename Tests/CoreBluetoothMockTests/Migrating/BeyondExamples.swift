import BluetoothTypes
import CoreBluetoothMock
import FaradayCoreBluetooth
import FaradayTesting
import Testing

@Suite struct BeyondThatLibraryTests {
    // MARK: Answers that take their time

    final class SlowThermometer: CBMPeripheralSpecDeferringDelegate {
        func peripheral(
            _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock,
            respond: @escaping @Sendable (Result<Data, Error>) -> Void
        ) {
            CBMCentralManagerMock.simulatedPhone.world.after(.seconds(3)) { respond(.success(Data([20]))) }
        }
    }

    @Test(.simulated(seed: 1)) func aSlowPeripheral() async throws {
        let world = World.current
        CBMCentralManagerMock.simulatePeripherals([
            thermometer(temperatureCharacteristic(), delegate: SlowThermometer())
        ])
        CBMCentralManagerMock.simulatePowerOn()
        let app = ThermometerApp()
        try await world.run(until: { app.temperatures == [20] })
        #expect(world.now >= Instant(nanoseconds: 3_000_000_000))
    }

    // MARK: Peripherals that come and go

    @Test(.simulated(seed: 2)) func aPeripheralComes() async throws {
        let world = World.current
        CBMCentralManagerMock.simulatePowerOn()
        let app = ThermometerApp()
        try await world.run(for: .seconds(60))
        let spec = thermometer(temperatureCharacteristic())
        CBMCentralManagerMock.simulateAddition(of: spec)
        try await world.run(until: { app.temperatures == [20] })
        CBMCentralManagerMock.simulateRemoval(of: spec)
        try await world.run(until: { app.lostCount == 1 })
    }

    // MARK: Channels

    final class Echo: CBMCentralManagerDelegateProxy {
        let peripheralDelegate = CBMPeripheralDelegateProxyWithL2CAPChannel()
        var peripheral: CBMPeripheral?
        var channel: CBML2CAPChannel?
        var answer: [UInt8] = []

        override init() {
            super.init()
            didUpdateState = { manager in
                if manager.state == .poweredOn { manager.scanForPeripherals(withServices: nil) }
            }
            didDiscoverPeripheral = { [weak self] manager, peripheral, _, _ in
                self?.peripheral = peripheral
                manager.connect(peripheral)
            }
            didConnect = { [weak self] _, peripheral in
                peripheral.delegate = self?.peripheralDelegate
                peripheral.openL2CAPChannel(0x80)
            }
            peripheralDelegate.didOpenChannel = { [weak self] _, channel, _ in self?.use(channel) }
        }

        func use(_ channel: CBML2CAPChannel?) {
            self.channel = channel
            channel?.inputStream.open()
            channel?.outputStream.open()
            _ = channel?.outputStream.write([1, 2, 3], maxLength: 3)
        }

        func read() {
            var bytes = [UInt8](repeating: 0, count: 16)
            guard let input = channel?.inputStream, input.hasBytesAvailable else { return }
            let count = input.read(&bytes, maxLength: 16)
            answer += bytes.prefix(max(0, count))
        }
    }

    @Test(.simulated(seed: 3)) func anEcho() async throws {
        CBMCentralManagerMock.simulateCoreBluetooth()
        let spec =
            CBMPeripheralSpec
            .simulatePeripheral(proximity: .near)
            .advertising(advertisementData: [CBMAdvertisementDataIsConnectable: true as NSNumber])
            .connectable(name: "Echo", services: [], delegate: Thermometer())
            .taking(CBMChannelMock(psm: 0x80) { channel, data in channel.send([UInt8](data)) })
            .build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let echo = Echo()
        let manager = CBMCentralManagerFactory.instance(delegate: echo, queue: nil, forceMock: true)
        try await World.current.run(until: {
            echo.read()
            return echo.answer == [1, 2, 3]
        })
        #expect(manager.state == .poweredOn)
    }

    // MARK: The peripheral role

    final class PublishedThermometer: NSObject, CBPeripheralManagerDelegate {
        var manager: CBPeripheralManager?

        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            guard peripheral.state == .poweredOn else { return }
            let service = CBMutableService(type: CBUUID(string: "1809"), primary: true)
            service.characteristics = [
                CBMutableCharacteristic(
                    type: CBUUID(string: "2A1C"), properties: .read, value: Data([22]), permissions: .readable
                )
            ]
            peripheral.add(service)
            peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [service.uuid]])
        }
    }

    @Test(.simulated(seed: 4)) func theOtherSideIsAnAppToo() async throws {
        CBMCentralManagerMock.simulateCoreBluetooth()
        let (mine, theirs) = (World.current.addPhone(), World.current.addPhone())
        let published = PublishedThermometer()
        published.manager = theirs.run { CBPeripheralManager(delegate: published, queue: nil) }
        let app = mine.run { ThermometerApp() }
        try await World.current.run(until: { app.temperatures == [22] })
    }

    // MARK: Notification sharing

    @Test(.simulated(seed: 5)) func sharesNotifications() async throws {
        CBMCentralManagerMock.simulateCoreBluetooth()
        let spec = thermometer(temperatureCharacteristic())
        CBMCentralManagerMock.simulatePeripherals([spec])
        CBMCentralManagerMock.simulatePowerOn()
        let app = ThermometerApp()
        try await World.current.run(until: { app.temperatures == [20] })
        let phone = CBMCentralManagerMock.simulatedPhone
        let device = try #require(CBMCentralManagerMock.simulatedDevice(for: spec))
        phone.setNotificationSharing(true, with: device)
        try await World.current.run(until: { app.thermometer?.ancsAuthorized == true })
    }

    // MARK: Mistakes

    @Test(.simulated(seed: 6)) func aMistakeSaysWhatToDo() {
        let spec =
            CBMPeripheralSpec
            .simulatePeripheral()
            .connectable(name: "Nobody at home", services: [], delegate: nil)
            .build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        #expect(CBMCentralManagerMock.simulationErrors.map(\.kind) == [.missingDelegate])
    }
}
