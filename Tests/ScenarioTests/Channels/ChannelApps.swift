import FaradayCoreBluetooth
import Foundation

/// The service by which the apps in these tests find each other.
var channelService: CBUUID { CBUUID(string: "FFF0") }

/// One channel as an app uses it: it writes its data when there is space, and reads when there are bytes.
final class ByteFlow: NSObject, StreamDelegate {
    private(set) var channel: CBL2CAPChannel?
    private let input: InputStream
    private let output: OutputStream
    private(set) var received: [UInt8] = []
    private(set) var written = 0
    private var outgoing: ArraySlice<UInt8> = []
    /// The test writes and reads on its own thread, while streams report events on another.
    private let turn = NSRecursiveLock()
    private(set) var events: [String] = []
    private(set) var threads: Set<ObjectIdentifier> = []
    private(set) var isReading = true

    /// Without a run loop the streams report no events, and the test polls.
    init(_ channel: CBL2CAPChannel, in loop: RunLoop?) {
        self.channel = channel
        input = channel.inputStream
        output = channel.outputStream
        super.init()
        for stream in [input, output] as [Stream] {
            stream.delegate = self
            if let loop { stream.schedule(in: loop, forMode: .default) }
            stream.open()
        }
    }

    var hasSpace: Bool { output.hasSpaceAvailable }
    var hasEnded: Bool { input.streamStatus == .atEnd && output.streamStatus == .atEnd }

    func send(_ bytes: [UInt8]) {
        turn.withLock {
            outgoing += bytes
            write()
        }
    }

    func setReading(_ isReading: Bool) {
        turn.withLock {
            self.isReading = isReading
            read()
        }
    }

    func write() {
        turn.lock()
        defer { turn.unlock() }
        while !outgoing.isEmpty, output.hasSpaceAvailable {
            let count = Array(outgoing.prefix(3_000)).withUnsafeBufferPointer {
                output.write($0.baseAddress!, maxLength: $0.count)
            }
            guard count > 0 else { return }
            outgoing = outgoing.dropFirst(count)
            written += count
        }
    }

    func read() {
        turn.lock()
        defer { turn.unlock() }
        var buffer = [UInt8](repeating: 0, count: 1_000)
        while isReading, input.hasBytesAvailable {
            let count = input.read(&buffer, maxLength: buffer.count)
            guard count > 0 else { return }
            received += buffer.prefix(count)
        }
    }

    func close() {
        input.close()
        output.close()
    }

    func forgetChannel() { channel = nil }

    func stream(_ aStream: Stream, handle eventCode: Stream.Event) {
        threads.insert(ObjectIdentifier(Thread.current))
        let side = aStream === input ? "in" : "out"
        switch eventCode {
        case .openCompleted: events.append("\(side) open")
        case .hasBytesAvailable: read()
        case .hasSpaceAvailable: write()
        case .endEncountered: events.append("\(side) end")
        case .errorOccurred: events.append("\(side) error")
        default: break
        }
    }
}

/// A central that connects to the first device with the channel service.
final class ChannelCentral: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    private var central: CBCentralManager!
    private let loop: RunLoop?
    private let keepsChannels: Bool
    private(set) var peripheral: CBPeripheral?
    private(set) var flows: [ByteFlow] = []
    private(set) var failures: [String] = []
    private(set) var isConnected = false
    private(set) var number: CBL2CAPPSM?

    init(in loop: RunLoop? = .main, keepsChannels: Bool = true) {
        self.loop = loop
        self.keepsChannels = keepsChannels
        super.init()
        central = CBCentralManager(delegate: self, queue: DispatchQueue(label: "central"))
    }

    func open(_ psm: CBL2CAPPSM) { peripheral?.openL2CAPChannel(psm) }

    func letGo() {
        if let peripheral { central.cancelPeripheralConnection(peripheral) }
    }

    /// Reads the PSM from the characteristic in which peripherals publish it by convention.
    func findNumber() { peripheral?.discoverServices([channelService]) }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [channelService]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        guard self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        isConnected = true
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?
    ) {
        isConnected = false
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
        for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
    ) {
        let number = CBUUID(string: CBUUIDL2CAPPSMCharacteristicString)
        guard let found = service.characteristics?.first(where: { $0.uuid == number }) else { return }
        peripheral.readValue(for: found)
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
    ) {
        guard let value = characteristic.value, value.count == 2 else { return }
        number = CBL2CAPPSM(value[0]) | CBL2CAPPSM(value[1]) << 8
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: Error?) {
        if let channel {
            if keepsChannels { flows.append(ByteFlow(channel, in: loop)) }
        } else {
            let error = error as? NSError
            failures.append(
                "\(error?.domain ?? "-") \(error?.code ?? -1) \(error?.localizedDescription ?? "")")
        }
    }
}

/// A peripheral that publishes PSMs, with the first one in a characteristic by convention.
final class ChannelServer: NSObject, CBPeripheralManagerDelegate {
    private(set) var manager: CBPeripheralManager!
    private let count: Int
    private let isEncrypted: Bool
    private(set) var numbers: [CBL2CAPPSM] = []
    private(set) var unpublished: [CBL2CAPPSM] = []
    private(set) var flows: [ByteFlow] = []

    init(count: Int = 1, isEncrypted: Bool = false) {
        self.count = count
        self.isEncrypted = isEncrypted
        super.init()
        manager = CBPeripheralManager(delegate: self, queue: DispatchQueue(label: "server"))
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        guard peripheral.state == .poweredOn, numbers.isEmpty else { return }
        for _ in 0..<count { peripheral.publishL2CAPChannel(withEncryption: isEncrypted) }
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: Error?
    ) {
        numbers.append(PSM)
        guard numbers.count == count else { return }
        let number = CBMutableCharacteristic(
            type: CBUUID(string: CBUUIDL2CAPPSMCharacteristicString), properties: .read,
            value: Data([UInt8(numbers[0] & 0xFF), UInt8(numbers[0] >> 8)]), permissions: .readable)
        let service = CBMutableService(type: channelService, primary: true)
        service.characteristics = [number]
        peripheral.add(service)
        peripheral.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [channelService]])
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: Error?
    ) {
        if error == nil { unpublished.append(PSM) }
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didOpen channel: CBL2CAPChannel?, error: Error?
    ) {
        if let channel { flows.append(ByteFlow(channel, in: .main)) }
    }
}

/// Bytes that do not repeat soon, so that any lost, doubled or swapped byte is noticed.
func pattern(_ count: Int, seed: UInt32) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(state >> 24)
    }
}
