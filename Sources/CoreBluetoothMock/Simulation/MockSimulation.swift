import BluetoothTypes
import FaradayCoreBluetooth
import FaradaySimulation

/// The peripherals around a mock phone, and the access of its managers to them. May be called from any thread.
protocol MockSimulation: AnyObject, Sendable {
    // MARK: Which peripherals there are

    /// Adds a new peripheral with this state.
    func add(_ spec: CBMPeripheralSpec, _ state: SpecState)
    /// Removes a peripheral without announcing it; does nothing if it was not added.
    func remove(_ spec: CBMPeripheralSpec)
    /// Removes all peripherals.
    func removeAll()
    /// Whether any app is connected to it.
    func isConnected(_ spec: CBMPeripheralSpec) -> Bool
    /// Its simulated device, if this simulation has devices.
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
    /// It restarts, and is on again after `delay`.
    func reset(_ spec: CBMPeripheralSpec, after delay: Nanoseconds)

    // MARK: The phone

    /// Sets the state that managers report from now on; `old` is the previous state and may be the same.
    func setState(_ state: CBMManagerState, from old: CBMManagerState)
    /// Whether the app may use Bluetooth.
    var authorization: CBMManagerAuthorization { get }
    func authorizationChanged()
    func setRSSIDeviation(_ deviation: CBMProximity.Deviation)

    // MARK: What definitions know

    /// Whether an app has subscribed to the characteristic of this definition.
    func isNotifying(_ definition: CBMCharacteristicMock) -> Bool
    /// The peripheral object at which the service of this definition was discovered; that of the newest link if there are
    /// several.
    func peripheral(of definition: CBMServiceMock) -> (any CBMPeripheral)?

    // MARK: Managers

    func makeCentral(
        of owner: CBMCentralManager, queue: DispatchQueue?, options: [String: Any]?
    ) -> any CentralEngine
}

/// The implementation of a manager.
protocol CentralEngine: AnyObject, Sendable {
    var owner: CBMCentralManager? { get }
    /// The manager of the façade; `nil` if this engine does not use the façade.
    var facade: CBCentralManager? { get }
    var state: CBMManagerState { get }
    var isScanning: Bool { get }
    /// The phone of the façade's manager; `nil` without one, and after the end.
    var facadePhone: Phone? { get }
    /// The owner is initialised: callbacks may begin.
    func start()
    func scan(_ services: [CBMUUID]?, _ options: [String: Any]?)
    func stopScan()
    func connect(_ peripheral: CBMPeripheral, _ options: [String: Any]?)
    func cancel(_ peripheral: CBMPeripheral)
    func retrieve(_ identifiers: [UUID]) -> [CBMPeripheral]
    func retrieveConnected(_ services: [CBMUUID]) -> [CBMPeripheral]
    /// Reports a call that is not simulated here.
    func reportUnsupported(_ call: String)
    /// Whether the app is connecting to this peripheral.
    func isConnecting(to identifier: UUID) -> Bool
    /// The simulation is torn down: the manager reports `.unknown` once more, then nothing.
    func end()
    /// No more callbacks: releases the delegates. Otherwise an app object that is the delegate of an object that it
    /// retains would also retain a world.
    func letGoOfDelegates()
}

extension CentralEngine {
    var facadePhone: Phone? { nil }

    func reportUnsupported(_ call: String) {}

    /// Calls the app's delegate, if there is one.
    func tell(_ call: (CBMCentralManagerDelegate, CBMCentralManager) -> Void) {
        guard let owner, let delegate = owner.delegate else { return }
        call(delegate, owner)
    }
}

/// The implementation of a peripheral of a mock manager.
protocol PeripheralEngine: AnyObject {
    /// The peripheral object that apps use; it retains this object.
    var owner: (any CBMPeripheral)? { get set }
    var identifier: UUID { get }
    /// The receiver of all callbacks; retained.
    var delegate: (any CBMPeripheralDelegate)? { get set }
    var name: String? { get }
    var state: CBMPeripheralState { get }
    var services: [CBMService]? { get }
    var canSendWriteWithoutResponse: Bool { get }
    var ancsAuthorized: Bool { get }
    /// A one-line description of the peripheral.
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
    #if !canImport(Darwin) || os(iOS)
    @available(iOS 27.0, macCatalyst 27.0, *)
    func startChannelSoundingSession(_ configuration: CBMChannelSoundingSessionConfiguration)
    @available(iOS 27.0, macCatalyst 27.0, *)
    func cancelChannelSoundingSession()
    #endif
    /// Releases the delegate, because no callback follows until another delegate is set.
    func letGoOfDelegate()
}
