import BluetoothPort
import BluetoothTypes
import BluetoothWire
import FaradayDeviceFiles
import FaradayImport
import FaradaySimulation

/// Files of other people: device files, and captures that become devices.
extension FuzzTarget {
    static let deviceFile = FuzzTarget(
        name: "device-file", summary: "device files, as text", weight: 6,
        samples: deviceFileSamples.map { Array($0.utf8) },
        run: { bytes in
            guard let file = read(bytes) else { return }
            // What was read is written as something that is read as the same.
            let text = file.text
            guard let again = read(Array(text.utf8)) else { preconditionFailure("\(text) has errors") }
            precondition(again.text == text, "\(text) changes in a round trip")
            _ = file.swift()
        })

    static let capture = FuzzTarget(
        name: "capture", summary: "captures that are imported", weight: 2, samples: CaptureSamples.all,
        run: { bytes in
            checkPieces(bytes)
            guard let found = try? CaptureImport(files: [bytes]) else { return }
            for device in found.devices {
                _ = device.report
                let rules = ImportedRules(of: device)
                let text = DeviceFile(device.definition(with: rules)).text
                guard let file = read(Array(text.utf8)) else { preconditionFailure("\(text) has errors") }
                precondition(file.text == text, "\(text) changes in a round trip")
            }
        })

    /// A capture that is read in pieces has the same packets.
    private static func checkPieces(_ bytes: [UInt8]) {
        var packets: [CapturedPacket] = []
        let pieces = CaptureBytes(bytes, piece: 1 + bytes.count % 97)
        let isRead = (try? pieces.forEachPacket { packets.append($0) }) != nil
        let whole = try? CaptureReader.packets(bytes)
        precondition((isRead ? packets : nil) == whole, "the pieces of a capture have other packets")
    }

    /// A device file, or `nil` if it is refused, which has to be with reasons.
    static func read(_ bytes: [UInt8]) -> DeviceFile? {
        do {
            return try DeviceFile(bytes)
        } catch {
            precondition(error.problems.contains { !$0.isWarning }, "a file is refused without a reason")
            precondition("\(error)".allSatisfy(\.isASCII), "the problem is not ASCII")
            return nil
        }
    }

    private static let deviceFileSamples = [
        #"{"faraday":1,"name":"D","advertising":[{"services":["180D"],"interval":"152.5 ms"}]}"#,
        #"{"faraday":1,"name":"D","services":[{"uuid":"FF00","characteristics":[{"uuid":"FF01","properties":["read","write"],"value":"01"}]}],"variables":{"n":1},"states":["a","b"],"rules":[{"when":{"written":"FF01","pattern":["A5",{"number":"k","as":"u16"},{"rest":"r"},{"checksum":"crc16Modbus"}]},"in":"a","if":"k > 2 && length(r) < 9","then":[{"assign":"n","to":"(n + k) % 7"},{"set":"FF01","value":[{"data":"r"},{"checksum":"sum8"}]},{"enter":"b"}]}]}"#,
        #"{"faraday":1,"name":"\u00e9\"\\","security":{"io":"displayOnly","keySizes":[7,16]},"advertising":[{"data":[{"flags":6},{"type":255,"value":"4C 00"}],"scanResponse":"03 08 41 42"}],"series":[],"reads":[]}"#,
        #"{"faraday":1,"name":"D","services":[{"uuid":"FF00","characteristics":[{"uuid":"FF02","properties":["notify"]}]}],"series":[{"characteristic":"FF02","every":"20 ms","values":["01"],"repeats":true}],"rules":[{"when":{"every":"1 s","whileSubscribed":"FF02"},"then":{"send":"FF02","value":{"text":"AT"},"size":1}}]}"#,
    ]
}

/// Captures of a phone that uses a device, in each format.
enum CaptureSamples {
    static let all: [[UInt8]] = {
        let world = World(seed: 3)
        world.startTrace()
        world.add(.battery())
        let app = Reader(world.addPhone())
        try? world.run(for: .milliseconds(1500))
        precondition(app.hasRead, "the samples are no conversation")
        return [CaptureFormat.pcapng, .btsnoop, .packetLogger].map { world.capture($0) }
    }()

    /// Connects, discovers, reads and subscribes.
    private final class Reader: CentralSink {
        private let port = Lock<(any CentralPort)?>(nil)
        private let read = Lock(false)

        init(_ phone: Phone) {
            let opened = phone.openCentral(ManagerOptions(), sink: self)
            port.withLock { $0 = opened }
        }

        var hasRead: Bool { read.withLock { $0 } }

        private func send(_ command: Central.Command) { _ = port.withLock { $0 }?.send(command) }

        func receive(_ event: Central.Event, _ delivery: Delivery) {
            switch event {
            case .stateChanged(.poweredOn): send(.scan(Central.ScanRequest()))
            case .discovered(let peer, _, _):
                send(.stopScan)
                send(.connect(peer.identifier, Central.ConnectOptions()))
            case .connected(let peer): send(.discoverServices(peer.identifier, nil))
            case .servicesDiscovered(let peer, let found, _):
                for service in found {
                    send(.discoverCharacteristics(peer, nil, service: service.identifier))
                }
            case .characteristicsDiscovered(let peer, _, let found, _):
                for item in found {
                    send(.readCharacteristic(peer, item.identifier))
                    send(.setNotify(peer, item.identifier, true))
                }
            case .characteristicValue: read.withLock { $0 = true }
            default: break
            }
        }
    }
}
