import enum BluetoothPort.PortEnvironment
import Foundation
import Testing

// Not @testable: what an app sees.
import FaradayCoreBluetooth

// What published app code does with CoreBluetooth: that it compiles without warnings is a part of the test.

/// A layer over a peripheral, as apps make one to put their own objects in its place.
private protocol PeripheralType: AnyObject {
    var identifier: UUID { get }
    var name: String? { get }
    var state: CBPeripheralState { get }
    var delegate: CBPeripheralDelegate? { get set }
    var canSendWriteWithoutResponse: Bool { get }
    func discoverServices(_ serviceUUIDs: [CBUUID]?)
    func readValue(for characteristic: CBCharacteristic)
    func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType)
    func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int
}
extension CBPeripheral: PeripheralType {}

private protocol CentralType: AnyObject {
    var delegate: CBCentralManagerDelegate? { get set }
    var isScanning: Bool { get }
    var state: CBManagerState { get }
    func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]?)
    func stopScan()
    func connect(_ peripheral: CBPeripheral, options: [String: Any]?)
    func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral]
}
extension CBCentralManager: CentralType {}

extension CBManagerState {
    fileprivate var isUsable: Bool {
        switch self {
        case .unknown, .resetting, .unsupported, .unauthorized, .poweredOff: false
        case .poweredOn: true
        @unknown default: false
        }
    }
}

private class LoggingCentral: CBCentralManager {
    var scans = 0
    override func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
        scans += 1
        super.scanForPeripherals(withServices: serviceUUIDs, options: options)
    }
}

/// All of the designated initialisers are overridden, so the convenience ones are inherited.
private class TaggedCentral: CBCentralManager {
    let tag: Int
    override init(
        delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
    ) {
        tag = 7
        super.init(delegate: delegate, queue: queue, options: options)
    }
}

private final class BatteryLevel: CBMutableCharacteristic {
    var level: UInt8 = 0
    init() {
        super.init(
            type: CBUUID(string: "2A19"), properties: [.read, .notify], value: nil, permissions: .readable)
    }
}

/// A subclass that adds a property and inherits the initialiser.
private final class HandledCharacteristic: CBMutableCharacteristic {
    var handler: ((Data?) -> Data)?
}

private final class QuietDelegate: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
}

@Suite struct AppCodeTests {
    private let queue = DispatchQueue(label: "app", qos: .userInitiated, target: .global())

    @Test("Regression 128: calls with the SDK's default arguments")
    func defaultArguments() {
        // Tests of mocks that run meanwhile lend their phone to managers that have none.
        let central = PortEnvironment.withoutStandIn { CBCentralManager(delegate: nil, queue: queue) }
        central.scanForPeripherals(withServices: nil)
        #if !os(macOS)
        central.registerForConnectionEvents()
        #endif
        let connect: (CBPeripheral) -> Void = { central.connect($0) }
        _ = connect
        #expect(!central.state.isUsable && CBUUID().data.count == 16 && CBL2CAPChannel().peer == nil)
    }

    @Test func managersAreHeldAsProtocolsAndSubclassed() {
        let central = LoggingCentral(delegate: nil, queue: queue)
        (central as any CentralType).scanForPeripherals(
            withServices: [CBUUID(string: "180D")],
            options: [CBCentralManagerScanOptionAllowDuplicatesKey: NSNumber(value: true)])
        #expect(central.scans == 1)
        #expect(TaggedCentral(delegate: nil, queue: queue).tag == 7)
        PortEnvironment.withoutStandIn {
            #expect(TaggedCentral().tag == 7 && !TaggedCentral().state.isUsable)
        }
    }

    @Test func delegatesAreWeakAndMayLackOptionalMethods() {
        let central = CBCentralManager(delegate: nil, queue: queue)
        let peripheral = CBPeripheralManager(delegate: nil, queue: queue)
        weak var gone: QuietDelegate?
        do {
            let delegate = QuietDelegate()
            (central.delegate, peripheral.delegate, gone) = (delegate, delegate, delegate)
            #expect(central.delegate === delegate)
        }
        #expect(central.delegate == nil && peripheral.delegate == nil && gone == nil)
    }

    @Test func parentsAreWeak() {
        var service: CBMutableService? = CBMutableService(type: CBUUID(string: "180F"), primary: true)
        var level: BatteryLevel? = BatteryLevel()
        let name = CBMutableDescriptor(
            type: CBUUID(string: CBUUIDCharacteristicUserDescriptionString), value: "level")
        level?.descriptors = [name]
        service?.characteristics = level.map { [$0] }
        #expect(level?.service === service && name.characteristic === level)
        service = nil
        #expect(level?.service == nil)
        level = nil
        #expect(name.characteristic == nil)
    }

    @Test func mutableCharacteristicsAreSubclassed() {
        let handled = HandledCharacteristic(
            type: CBUUID(string: "FFF1"), properties: [.read, .write], value: nil,
            permissions: [.readable, .writeable])
        handled.handler = { $0 ?? Data([1]) }
        let all: [CBCharacteristic] = [BatteryLevel(), handled]
        #expect((all.last as? HandledCharacteristic)?.handler?(nil) == Data([1]))
        #expect(all.first { $0.uuid.uuidString == "2A19" } is BatteryLevel)
        #expect(handled.properties.isSuperset(of: [.read]) && !handled.properties.contains(.notify))
        #expect(handled.properties.isDisjoint(with: [.notify, .indicate]))
    }

    @Test func objectsAreKeys() {
        let (one, other) = (BatteryLevel(), BatteryLevel())
        var queued: [CBCharacteristic: [Data]] = [:]
        queued[one, default: []].append(Data([1]))
        #expect(queued[other] == nil && queued[one]?.count == 1)
        #expect(Set<CBAttribute>([one, other, one]).count == 2 && one.isEqual(one) && one != other)
        let long = CBUUID(string: "0000180D-0000-1000-8000-00805F9B34FB")
        #expect([CBUUID(string: "180D"): "heart rate"][long] == "heart rate")
        #expect(NSSet(object: CBUUID(string: "180D")).contains(long))
        #expect(Set<AnyHashable>([CBUUID(string: "180D")]).contains(long))
    }

    @Test("Objects are format arguments, and CFAbsoluteTimeGetCurrent() works")
    func objectsAreFormatted() {
        let level = BatteryLevel()
        #expect(String(format: "%@ of %@", CBUUID(string: "180D"), "strap") == "Heart Rate of strap")
        #expect(String(format: "<%@> %d", level, 7) == "<\(level)> 7")
        let central = CBCentralManager(delegate: nil, queue: queue)
        #expect(String(format: "%@", central) == central.description)
        let arguments: [any CVarArg] = [level, central, CBL2CAPChannel()]
        #expect(arguments.count == 3)
        let since = Date(timeIntervalSinceReferenceDate: CFAbsoluteTimeGetCurrent()).timeIntervalSinceNow
        #expect(abs(since) < 60)
    }

    @Test func namesAreComparedInSwitches() {
        func isKnown(_ uuid: CBUUID) -> Bool {
            switch uuid {
            case CBUUID(string: "180D"), CBUUID(string: CBUUIDL2CAPPSMCharacteristicString): true
            default: false
            }
        }
        #expect(isKnown(CBUUID(data: Data([0x18, 0x0D]))) && !isKnown(CBUUID(string: "180F")))
    }

    /// Apple's names and `@unknown default` are enough, and codes without a name go there.
    @Test func switchesOverCodesAreComplete() throws {
        func name(_ code: CBATTError.Code) -> String {
            switch code {
            case .success, .invalidHandle, .readNotPermitted, .writeNotPermitted, .invalidPdu,
                .insufficientAuthentication, .requestNotSupported, .invalidOffset, .insufficientAuthorization,
                .prepareQueueFull, .attributeNotFound, .attributeNotLong, .insufficientEncryptionKeySize,
                .invalidAttributeValueLength, .unlikelyError, .insufficientEncryption, .unsupportedGroupType,
                .insufficientResources:
                "named"
            @unknown default: "by number"
            }
        }
        #expect(name(.insufficientResources) == "named")
        #expect(name(try #require(CBATTError.Code(rawValue: 131))) == "by number")
    }
}
