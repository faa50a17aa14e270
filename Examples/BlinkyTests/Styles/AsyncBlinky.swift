import CoreBluetoothMock
import Foundation

/// A blinky with an `async` interface: each request is a continuation that a callback resumes, with a sleep as its
/// timeout.
///
/// It uses its own queue, like apps that do not run Bluetooth on the main queue.
final class AsyncBlinky: NSObject, @unchecked Sendable {
    enum Failure: Error, Equatable {
        case timeout
        case disconnected(code: Int)
        case poweredOff
    }

    private enum Request: Hashable {
        case power
        case discovery
        case connection
        case disconnection
        case services
        case characteristics
        case value(CBMUUID)
        case write(CBMUUID)
        case subscription(CBMUUID)
    }

    /// Seconds that a busy machine may take for what a test expects.
    static let patience: TimeInterval = 300

    private let queue = DispatchQueue(label: "async blinky")
    private var manager: CBMCentralManager!
    // All properties below are used on the queue.
    private var waiting: [Request: CheckedContinuation<Void, Error>] = [:]
    private var peripheral: CBMPeripheral?
    private var found: [CBMUUID: CBMCharacteristic] = [:]
    private var buttonPresses: AsyncStream<Bool>.Continuation?
    private var ends = 0

    override init() {
        super.init()
        manager = CBMCentralManagerFactory.instance(delegate: self, queue: queue, forceMock: true)
    }

    // MARK: What tests ask for

    /// Finds the blinky, connects to it and discovers its attributes.
    func connect(timeout: TimeInterval = AsyncBlinky.patience) async throws {
        try await within(timeout) { [self] in
            try await powerOn()
            if peripheral == nil {
                try await request(.discovery) {
                    $0.manager.scanForPeripherals(withServices: [.ledButtonService])
                }
            }
            try await request(.connection) { $0.manager.connect($0.peripheral!) }
            try await request(.services) { $0.peripheral!.discoverServices([.ledButtonService]) }
            try await request(.characteristics) {
                $0.peripheral!.discoverCharacteristics(nil, for: $0.peripheral!.services![0])
            }
        }
    }

    func disconnect() async throws {
        try await request(.disconnection) { $0.manager.cancelPeripheralConnection($0.peripheral!) }
    }

    func isLEDOn(timeout: TimeInterval = AsyncBlinky.patience) async throws -> Bool {
        try await within(timeout) { [self] in
            try await request(.value(.ledCharacteristic)) {
                $0.peripheral!.readValue(for: $0.found[.ledCharacteristic]!)
            }
        }
        return queue.sync { found[.ledCharacteristic]?.value == Data([1]) }
    }

    func turnLED(on isOn: Bool, timeout: TimeInterval = AsyncBlinky.patience) async throws {
        try await within(timeout) { [self] in
            try await request(.write(.ledCharacteristic)) {
                $0.peripheral!.writeValue(
                    Data([isOn ? 1 : 0]), for: $0.found[.ledCharacteristic]!, type: .withResponse)
            }
        }
    }

    /// The states of the button from now on, until the link ends.
    func buttonStates() async throws -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
        queue.sync { buttonPresses = continuation }
        try await request(.subscription(.buttonCharacteristic)) {
            $0.peripheral!.setNotifyValue(true, for: $0.found[.buttonCharacteristic]!)
        }
        return stream
    }

    /// How many links have ended.
    var endCount: Int { queue.sync { ends } }

    // MARK: Inside

    private func powerOn() async throws {
        if queue.sync(execute: { manager.state == .poweredOn }) { return }
        try await request(.power) { client in
            if client.manager.state == .poweredOn { client.finish(.power) }
        }
    }

    private func request(_ request: Request, _ begin: @escaping @Sendable (AsyncBlinky) -> Void) async throws
    {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
                queue.async { [self] in
                    if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                    waiting[request] = continuation
                    begin(self)
                }
            }
        } onCancel: {
            queue.async { self.finish(request, CancellationError()) }
        }
    }

    private func finish(_ request: Request, _ error: Error? = nil) {
        guard let continuation = waiting.removeValue(forKey: request) else { return }
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
    }

    private func fail(_ error: Error) {
        for request in waiting.keys where request != .power { finish(request, error) }
        buttonPresses?.finish()
    }

    private func within<Value: Sendable>(
        _ timeout: TimeInterval, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(nanoseconds: UInt64(timeout * 1e9))
                throw Failure.timeout
            }
            defer { group.cancelAll() }
            return try await group.next()!
        }
    }
}

extension AsyncBlinky: CBMCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBMCentralManager) {
        if central.state == .poweredOn { finish(.power) } else { fail(Failure.poweredOff) }
    }

    func centralManager(
        _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
        rssi RSSI: NSNumber
    ) {
        // CoreBluetoothMock reports on the main thread.
        queue.async { [self] in
            central.stopScan()
            self.peripheral = peripheral
            peripheral.delegate = self
            finish(.discovery)
        }
    }

    func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) {
        finish(.connection)
    }

    func centralManager(
        _ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?
    ) {
        finish(.connection, error ?? CBMError(.connectionFailed))
    }

    func centralManager(
        _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?
    ) {
        ends += 1
        finish(.disconnection)
        fail(Failure.disconnected(code: (error as? CBMError)?.errorCode ?? -1))
    }
}

extension AsyncBlinky: CBMPeripheralDelegate {
    func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) {
        finish(.services, error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?
    ) {
        for characteristic in service.characteristics ?? [] { found[characteristic.uuid] = characteristic }
        finish(.characteristics, error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        if characteristic.uuid == .buttonCharacteristic, error == nil {
            buttonPresses?.yield(characteristic.value == Data([1]))
        }
        finish(.value(characteristic.uuid), error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didWriteValueFor characteristic: CBMCharacteristic, error: Error?
    ) {
        finish(.write(characteristic.uuid), error)
    }

    func peripheral(
        _ peripheral: CBMPeripheral, didUpdateNotificationStateFor characteristic: CBMCharacteristic,
        error: Error?
    ) {
        finish(.subscription(characteristic.uuid), error)
    }
}
