import FaradayCoreBluetooth
import Foundation

/// Sends firmware over a channel, starting at the offset that the device requests, until the device reports that it is
/// complete.
final class FirmwareUpload: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, StreamDelegate {
    private let image: [UInt8]
    private var central: CBCentralManager!
    private var peripheral: CBPeripheral?
    private var channel: CBL2CAPChannel?
    /// The offset of the next byte; `nil` until the device has sent it on this channel.
    private var offset: Int?
    private var answer: [UInt8] = []
    private(set) var starts: [Int] = []
    private(set) var progress: [Double] = []
    private(set) var refusal: (any Error)?
    private(set) var isDone = false

    init(_ image: [UInt8]) {
        self.image = image
        super.init()
        central = CBCentralManager(delegate: self, queue: .main)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [channelService]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        self.peripheral = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.openL2CAPChannel(0x80)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        letGo()
        if !isDone { central.connect(peripheral) }
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        refusal = error
        self.channel = channel
        for stream in streams {
            stream.delegate = self
            stream.schedule(in: .main, forMode: .default)
            stream.open()
        }
    }

    func stream(_ stream: Stream, handle event: Stream.Event) {
        switch event {
        case .hasBytesAvailable: receive()
        case .hasSpaceAvailable: send()
        default: break
        }
    }

    private var streams: [Stream] { channel.map { [$0.inputStream, $0.outputStream] } ?? [] }

    private func letGo() {
        for stream in streams {
            stream.close()
            stream.remove(from: .main, forMode: .default)
        }
        (channel, offset, answer) = (nil, nil, [])
    }

    private func receive() {
        guard let input = channel?.inputStream else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = input.read(&bytes, maxLength: bytes.count)
        guard count > 0 else { return }
        answer += bytes.prefix(count)
        guard answer.count >= 4 else { return }
        let place = answer.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        if offset == nil {
            starts.append(place)
            offset = place
            send()
        }
        isDone = answer.count > 4
    }

    private func send() {
        guard let output = channel?.outputStream, var next = offset else { return }
        while output.hasSpaceAvailable, next < image.count {
            let part = Array(image[next..<min(next + 4096, image.count)])
            let count = output.write(part, maxLength: part.count)
            guard count > 0 else { break }
            next += count
            progress.append(Double(next) / Double(image.count))
        }
        offset = next
    }
}
