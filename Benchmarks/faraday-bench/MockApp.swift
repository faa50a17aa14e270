@preconcurrency import CoreBluetoothMock
import Dispatch
import FaradaySimulation
import Foundation

/// The app of `BenchApp` with the names of CoreBluetoothMock, as far as reads and notifications need it.
final class MockApp: NSObject, CBMCentralManagerDelegate, CBMPeripheralDelegate {
    private var manager: (CBMCentralManager)?
    private var peripheral: (any CBMPeripheral)?
    private var readable: CBMCharacteristic?
    private var notifying: CBMCharacteristic?
    private var remainingReads = 0

    private(set) var isReady = false
    private(set) var readCount = 0
    private(set) var notificationCount = 0
    private(set) var lastValue = Data()

    override init() {
        super.init()
        manager = CBMCentralManagerFactory.instance(delegate: self, queue: nil, forceMock: true)
    }

    /// Reads `count` times; each read is asked for in the callback of the one before.
    func read(_ count: Int) {
        remainingReads = count
        readNext()
    }

    private func readNext() {
        guard remainingReads > 0, let peripheral, let readable else { return }
        remainingReads -= 1
        peripheral.readValue(for: readable)
    }

    func centralManagerDidUpdateState(_ central: CBMCentralManager) {
        guard central.state == .poweredOn else { return }
        central.scanForPeripherals(withServices: [MockSensor.service])
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: any CBMPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: any CBMPeripheral) {
        peripheral.discoverServices([MockSensor.service])
    }

    func peripheral(_ peripheral: any CBMPeripheral, didDiscoverServices error: (any Error)?) {
        guard let service = peripheral.services?.first else { return }
        peripheral.discoverCharacteristics(nil, for: service)
    }

    func peripheral(
        _ peripheral: any CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService,
        error: (any Error)?
    ) {
        readable = service.characteristics?.first { $0.uuid == MockSensor.readable }
        notifying = service.characteristics?.first { $0.uuid == MockSensor.notifying }
        if let notifying { peripheral.setNotifyValue(true, for: notifying) }
    }

    func peripheral(
        _ peripheral: any CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: (any Error)?
    ) {
        isReady = characteristic.isNotifying
    }

    func peripheral(
        _ peripheral: any CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic,
        error: (any Error)?
    ) {
        guard error == nil, let value = characteristic.value else { return }
        lastValue = value
        if characteristic === notifying {
            notificationCount += 1
        } else {
            readCount += 1
            readNext()
        }
    }
}

/// The sensor of `BenchDevice` as a mock peripheral. Its delegate answers reads.
final class MockSensor: CBMPeripheralSpecDelegate {
    // On Apple's platforms a CBUUID is not Sendable, so these are no constants.
    static var service: CBMUUID { CBMUUID(string: BenchDevice.serviceText) }
    static var readable: CBMUUID { CBMUUID(string: BenchDevice.readableText) }
    static var notifying: CBMUUID { CBMUUID(string: BenchDevice.notifyingText) }
    private static let value = Data(BenchDevice.value)

    let notifying = CBMCharacteristicMock(
        type: MockSensor.notifying, properties: .notify,
        descriptors: CBMClientCharacteristicConfigurationDescriptorMock())
    private(set) lazy var spec = CBMPeripheralSpec.simulatePeripheral(proximity: .near)
        .advertising(
            advertisementData: [
                CBMAdvertisementDataServiceUUIDsKey: [MockSensor.service],
                CBMAdvertisementDataIsConnectable: true as NSNumber,
            ], withInterval: 0.020
        )
        .connectable(
            name: BenchDevice.name,
            services: [
                CBMServiceMock(
                    type: MockSensor.service, primary: true,
                    characteristics: CBMCharacteristicMock(type: MockSensor.readable, properties: .read),
                    notifying)
            ],
            delegate: self, connectionInterval: 0.015
        )
        .build()

    func peripheral(
        _ peripheral: CBMPeripheralSpec, didReceiveReadRequestFor characteristic: CBMCharacteristicMock
    ) -> Result<Data, any Error> {
        .success(Self.value)
    }
}

/// Reads and notifications of mock peripherals, with the library's behaviour or with CoreBluetooth's.
struct Mocks {
    private let world = World(seed: 1)
    private let phone: Phone
    private let sensor = MockSensor()
    private let app: MockApp

    /// A world in which the app is connected and subscribed.
    private init(overTheAir: Bool) throws {
        let phone = world.addPhone(.iOS(18))
        self.phone = phone
        app = phone.run { [sensor] in
            CBMCentralManagerMock.simulateCoreBluetooth(overTheAir)
            CBMCentralManagerMock.simulatePeripherals([sensor.spec])
            CBMCentralManagerMock.simulateInitialState(.poweredOn)
            return MockApp()
        }
        try world.run(until: { [app] in app.isReady })
    }

    /// From `CBMPeripheral.readValue(for:)` to `didUpdateValueFor`, which starts the next read.
    static func reads(_ options: Options, overTheAir: Bool) throws -> Fields {
        let count = options.operations(100_000, quick: 5_000)
        let mocks = try Mocks(overTheAir: overTheAir)
        let app = mocks.app
        var done = 0
        func read(_ number: Int) throws {
            done += number
            let target = done
            mocks.phone.run { app.read(number) }
            try mocks.world.run(until: { app.readCount == target }, timeout: .hours(24 * 365))
        }
        try read(max(500, count / 10))
        let samples = try (0..<options.repetitions(usual: 5)).map { _ in
            try Sample.timing {
                try read(count)
                return count
            }
        }
        guard app.lastValue == Data(BenchDevice.value) else {
            throw BenchmarkError("read \(app.lastValue.count) other bytes than the mock has")
        }
        return Sample.summary(samples)
    }

    private static let batch = 100

    /// From `simulateValueUpdate` to `didUpdateValueFor`, a hundred on their way at a time.
    static func notifications(_ options: Options, overTheAir: Bool) throws -> Fields {
        let count = options.operations(100_000, quick: 5_000)
        let mocks = try Mocks(overTheAir: overTheAir)
        let (app, sensor) = (mocks.app, mocks.sensor)
        var sent = 0
        func notify(_ number: Int) throws {
            for _ in 0..<number / batch {
                mocks.phone.run {
                    for _ in 0..<batch {
                        sent += 1
                        sensor.spec.simulateValueUpdate(
                            Data(BenchDevice.payload(sent)), for: sensor.notifying)
                    }
                }
                let target = sent
                try mocks.world.run(until: { app.notificationCount == target })
            }
        }
        try notify(max(batch * 5, count / 10))
        let samples = try (0..<options.repetitions(usual: 5)).map { _ in
            try Sample.timing {
                try notify(count)
                return count
            }
        }
        guard app.lastValue == Data(BenchDevice.payload(sent)) else {
            throw BenchmarkError("the last notification is not the one that was sent last")
        }
        return Sample.summary(samples)
    }
}
