import FaradayCoreBluetooth
import FaradaySimulation

/// What is around a mock phone, and how its managers reach it. May be called from any thread.
protocol MockSimulation: AnyObject, Sendable {
    // MARK: Which peripherals there are

    /// Brings a peripheral, which is not there yet; `state` is what it is like.
    func add(_ spec: CBMPeripheralSpec, _ state: SpecState)
    /// Takes a peripheral away, without a word; nothing if it is not there.
    func remove(_ spec: CBMPeripheralSpec)
    /// Takes all away.
    func removeAll()
    /// Whether any app is connected to it.
    func isConnected(_ spec: CBMPeripheralSpec) -> Bool
    /// The device that stands for it, where there are devices.
    func device(for spec: CBMPeripheralSpec) -> Device?

    // MARK: What happens to one of them

    func move(_ spec: CBMPeripheralSpec, to proximity: CBMProximity)
    func remember(_ spec: CBMPeripheralSpec)
    func changeIdentifier(of spec: CBMPeripheralSpec, to identifier: UUID)
    func advertise(_ sets: [CBMAdvertisementConfig]?, by spec: CBMPeripheralSpec)
    func update(_ characteristic: CBMCharacteristicMock, of spec: CBMPeripheralSpec, to value: Data)
    func changeServices(of spec: CBMPeripheralSpec, newName: String?, _ services: [CBMServiceMock])
    func connectOtherApp(to spec: CBMPeripheralSpec)
    func disconnect(_ spec: CBMPeripheralSpec, _ error: Error)
    func reset(_ spec: CBMPeripheralSpec)

    // MARK: The phone

    /// Managers say this of the radio from now on, and said something else before, or the same.
    func setState(_ state: CBMManagerState, from old: CBMManagerState)
    /// Whether the app may use Bluetooth.
    var authorization: CBMManagerAuthorization { get }
    func authorizationChanged()
    func setRSSIDeviation(_ deviation: CBMRSSIDeviation)

    // MARK: Managers

    func makeCentral(
        of owner: CBMCentralManager, queue: DispatchQueue?, options: [String: Any]?
    ) -> any CentralEngine
}

/// What a manager does its work with.
protocol CentralEngine: AnyObject, Sendable {
    var owner: CBMCentralManager? { get }
    /// The manager of the façade below; `nil` where there is none.
    var facade: CBCentralManager? { get }
    var state: CBMManagerState { get }
    var isScanning: Bool { get }
    /// The owner is complete: callbacks may begin.
    func start()
    func scan(_ services: [CBMUUID]?, _ options: [String: Any]?)
    func stopScan()
    func connect(_ peripheral: CBMPeripheral, _ options: [String: Any]?)
    func cancel(_ peripheral: CBMPeripheral)
    func retrieve(_ identifiers: [UUID]) -> [CBMPeripheral]
    func retrieveConnected(_ services: [CBMUUID]) -> [CBMPeripheral]
    /// The app asked for something that is not simulated here.
    func reportUnsupported(_ call: String)
    /// Whether the app waits for a link to this peripheral.
    func isConnecting(to identifier: UUID) -> Bool
    /// The simulation is torn down: the manager says `.unknown` once more, then nothing.
    func end()
    /// Nothing is told any more: objects of the app's that are delegates of what they keep need not keep a world too.
    func letGoOfDelegates()
}

extension CentralEngine {
    func reportUnsupported(_ call: String) {}

    /// Calls the app's delegate, if there is one.
    func tell(_ call: (CBMCentralManagerDelegate, CBMCentralManager) -> Void) {
        guard let owner, let delegate = owner.delegate else { return }
        call(delegate, owner)
    }
}

/// What a peripheral of a mock manager does its work with.
protocol PeripheralEngine: AnyObject {
    /// Whom apps know; it holds this.
    var owner: (any CBMPeripheral)? { get set }
    var identifier: UUID { get }
    /// Who is told; kept.
    var delegate: (any CBMPeripheralDelegate)? { get set }
    var name: String? { get }
    var state: CBMPeripheralState { get }
    var services: [CBMService]? { get }
    var canSendWriteWithoutResponse: Bool { get }
    var ancsAuthorized: Bool { get }
    /// What the peripheral is in a sentence.
    var summary: String { get }

    func readRSSI()
    func discoverServices(_ uuids: [CBMUUID]?)
    func discoverIncludedServices(_ uuids: [CBMUUID]?, for service: CBMService)
    func discoverCharacteristics(_ uuids: [CBMUUID]?, for service: CBMService)
    func discoverDescriptors(for characteristic: CBMCharacteristic)
    func readValue(for characteristic: CBMCharacteristic)
    func readValue(for descriptor: CBMDescriptor)
    func maximumWriteValueLength(for type: CBMCharacteristicWriteType) -> Int
    func writeValue(_ data: Data, for characteristic: CBMCharacteristic, type: CBMCharacteristicWriteType)
    func writeValue(_ data: Data, for descriptor: CBMDescriptor)
    func setNotifyValue(_ enabled: Bool, for characteristic: CBMCharacteristic)
    func openL2CAPChannel(_ psm: CBML2CAPPSM)
    /// Nothing is told any more, until another delegate is set.
    func letGoOfDelegate()
}
