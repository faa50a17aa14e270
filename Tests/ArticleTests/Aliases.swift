import CoreBluetoothMock

// What the listings and the app here need of the file of aliases that adopters copy.

typealias CBUUID = CBMUUID
typealias CBError = CBMError
typealias CBService = CBMService
typealias CBCharacteristic = CBMCharacteristic
typealias CBPeripheral = CBMPeripheral
typealias CBPeripheralDelegate = CBMPeripheralDelegate
typealias CBCentralManager = CBMCentralManager
typealias CBCentralManagerDelegate = CBMCentralManagerDelegate
typealias CBCentralManagerFactory = CBMCentralManagerFactory
typealias CBManagerState = CBMManagerState

let CBAdvertisementDataLocalNameKey = CBMAdvertisementDataLocalNameKey
let CBAdvertisementDataServiceUUIDsKey = CBMAdvertisementDataServiceUUIDsKey
let CBAdvertisementDataIsConnectable = CBMAdvertisementDataIsConnectable
