import BluetoothPort
import BluetoothTypes

extension Central.Command: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case scan = 1
        case stopScan = 2
        case connect = 3
        case cancelConnection = 4
        case release = 5
        case discoverServices = 6
        case discoverIncludedServices = 7
        case discoverCharacteristics = 8
        case discoverDescriptors = 9
        case readCharacteristic = 10
        case writeCharacteristic = 11
        case setNotify = 12
        case readDescriptor = 13
        case writeDescriptor = 14
        case readRSSI = 15
        case registerForConnectionEvents = 16
        case openChannel = 17
        case channel = 18
        case ranging = 19
        case reportMisuse = 20
        static let family = "Central.Command"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .scan(let request): output.put(Kind.scan, request)
        case .stopScan: output.put(Kind.stopScan)
        case .connect(let peer, let options): output.put(Kind.connect, peer, options)
        case .cancelConnection(let peer): output.put(Kind.cancelConnection, peer)
        case .release(let peer): output.put(Kind.release, peer)
        case .discoverServices(let peer, let services): output.put(Kind.discoverServices, peer, services)
        case .discoverIncludedServices(let peer, let services, let service):
            output.put(Kind.discoverIncludedServices, peer, services, service)
        case .discoverCharacteristics(let peer, let characteristics, let service):
            output.put(Kind.discoverCharacteristics, peer, characteristics, service)
        case .discoverDescriptors(let peer, let characteristic):
            output.put(Kind.discoverDescriptors, peer, characteristic)
        case .readCharacteristic(let peer, let characteristic):
            output.put(Kind.readCharacteristic, peer, characteristic)
        case .writeCharacteristic(let peer, let characteristic, let value, let type):
            output.put(Kind.writeCharacteristic, peer, characteristic, value, type)
        case .setNotify(let peer, let characteristic, let isNotifying):
            output.put(Kind.setNotify, peer, characteristic, isNotifying)
        case .readDescriptor(let peer, let descriptor): output.put(Kind.readDescriptor, peer, descriptor)
        case .writeDescriptor(let peer, let descriptor, let value):
            output.put(Kind.writeDescriptor, peer, descriptor, value)
        case .readRSSI(let peer): output.put(Kind.readRSSI, peer)
        case .registerForConnectionEvents(let match): output.put(Kind.registerForConnectionEvents, match)
        case .openChannel(let peer, let psm): output.put(Kind.openChannel, peer, psm)
        case .channel(let channel, let command): output.put(Kind.channel, channel, command)
        case .ranging(let peer, let command): output.put(Kind.ranging, peer, command)
        case .reportMisuse(let misuse): output.put(Kind.reportMisuse, misuse)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .scan: self = .scan(try input("request"))
        case .stopScan: self = .stopScan
        case .connect: self = .connect(try input("peer"), try input("options"))
        case .cancelConnection: self = .cancelConnection(try input("peer"))
        case .release: self = .release(try input("peer"))
        case .discoverServices: self = .discoverServices(try input("peer"), try input("services"))
        case .discoverIncludedServices:
            self = .discoverIncludedServices(
                try input("peer"), try input("services"), service: try input("service"))
        case .discoverCharacteristics:
            self = .discoverCharacteristics(
                try input("peer"), try input("characteristics"), service: try input("service"))
        case .discoverDescriptors:
            self = .discoverDescriptors(try input("peer"), characteristic: try input("characteristic"))
        case .readCharacteristic: self = .readCharacteristic(try input("peer"), try input("characteristic"))
        case .writeCharacteristic:
            self = .writeCharacteristic(
                try input("peer"), try input("characteristic"), try input("value"), try input("type"))
        case .setNotify:
            self = .setNotify(try input("peer"), try input("characteristic"), try input("isNotifying"))
        case .readDescriptor: self = .readDescriptor(try input("peer"), try input("descriptor"))
        case .writeDescriptor:
            self = .writeDescriptor(try input("peer"), try input("descriptor"), try input("value"))
        case .readRSSI: self = .readRSSI(try input("peer"))
        case .registerForConnectionEvents: self = .registerForConnectionEvents(try input("match"))
        case .openChannel: self = .openChannel(try input("peer"), psm: try input("psm"))
        case .channel: self = .channel(try input("channel"), try input("command"))
        case .ranging: self = .ranging(try input("peer"), try input("command"))
        case .reportMisuse: self = .reportMisuse(try input("misuse"))
        }
    }
}
