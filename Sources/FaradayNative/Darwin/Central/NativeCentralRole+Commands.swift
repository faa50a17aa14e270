import BluetoothPort
import BluetoothTypes
import CoreBluetooth
import Foundation

// The framework returns no result, so the objects' state shows whether it accepted a command. Every command
// is passed to the framework, so that it logs misuse.
extension NativeCentralRole {
    func handle(_ command: Central.Command) -> CommandResult {
        guard let manager else { return .ignored }
        adopted?.portSends(command, to: command.usedPeer.flatMap(peripheral))
        switch command {
        case .scan(let request):
            manager.scanForPeripherals(withServices: request.nativeServices, options: request.nativeOptions)
            return taken(isPoweredOn)
        case .stopScan:
            manager.stopScan()
            return taken(isPoweredOn)
        case .connect(let peer, let options):
            guard let peripheral = peripheral(peer) else { return unknown(peer, "connect(_:options:)") }
            manager.connect(peripheral, options: options.native)
            return taken(isPoweredOn)
        case .cancelConnection(let peer):
            guard let peripheral = peripheral(peer) else {
                return unknown(peer, "cancelPeripheralConnection(_:)")
            }
            manager.cancelPeripheralConnection(peripheral)
            return taken(isPoweredOn)
        case .release(let peer):
            release(peer)
            return .accepted
        case .registerForConnectionEvents(let match):
            #if os(macOS)
            _ = match
            return .ignored
            #else
            manager.registerForConnectionEvents(options: match?.native)
            return taken(isPoweredOn)
            #endif
        case .channel(let channel, let command):
            return taken(channels.handle(command, on: channel))
        case .reportMisuse(let misuse):
            framework.log(misuse)
            return .accepted
        case .ranging(let peer, let request):
            guard let peripheral = peripheral(peer) else { return unknown(peer, "\(command)") }
            return taken(range(peripheral, request))
        case .discoverServices(let peer, _), .discoverIncludedServices(let peer, _, _),
            .discoverCharacteristics(let peer, _, _), .discoverDescriptors(let peer, _),
            .readCharacteristic(let peer, _), .writeCharacteristic(let peer, _, _, _),
            .setNotify(let peer, _, _), .readDescriptor(let peer, _), .writeDescriptor(let peer, _, _),
            .readRSSI(let peer), .openChannel(let peer, _):
            guard let peripheral = peripheral(peer) else { return unknown(peer, "\(command)") }
            guard ask(peripheral, table(of: peer) ?? AttributeTable(), command) else {
                return foreign(peripheral, command)
            }
            return taken(peripheral.state == .connected)
        }
    }

    /// Makes a call of a peripheral; `false` when it names an attribute that the link does not have.
    private func ask(
        _ peripheral: CBPeripheral, _ table: AttributeTable, _ command: Central.Command
    ) -> Bool {
        switch command {
        case .discoverServices(_, let uuids):
            peripheral.discoverServices(uuids?.map(\.native))
        case .readRSSI:
            peripheral.readRSSI()
        case .openChannel(_, let psm):
            peripheral.openL2CAPChannel(psm)
        case .discoverIncludedServices(_, let uuids, let name):
            guard let service = table.service(name) else { return false }
            peripheral.discoverIncludedServices(uuids?.map(\.native), for: service)
        case .discoverCharacteristics(_, let uuids, let name):
            guard let service = table.service(name) else { return false }
            peripheral.discoverCharacteristics(uuids?.map(\.native), for: service)
        case .discoverDescriptors(_, let name):
            guard let characteristic = table.characteristic(name) else { return false }
            peripheral.discoverDescriptors(for: characteristic)
        case .readCharacteristic(_, let name):
            guard let characteristic = table.characteristic(name) else { return false }
            peripheral.readValue(for: characteristic)
        case .writeCharacteristic(_, let name, let value, let type):
            guard let characteristic = table.characteristic(name) else { return false }
            peripheral.writeValue(Data(value), for: characteristic, type: type.native)
        case .setNotify(_, let name, let isOn):
            guard let characteristic = table.characteristic(name) else { return false }
            peripheral.setNotifyValue(isOn, for: characteristic)
        case .readDescriptor(_, let name):
            guard let descriptor = table.descriptor(name) else { return false }
            peripheral.readValue(for: descriptor)
        case .writeDescriptor(_, let name, let value):
            guard let descriptor = table.descriptor(name) else { return false }
            peripheral.writeValue(Data(value), for: descriptor)
        case .scan, .stopScan, .connect, .cancelConnection, .release, .registerForConnectionEvents, .channel,
            .ranging, .reportMisuse:
            return false
        }
        return true
    }

    private func taken(_ isTaken: Bool) -> CommandResult { isTaken ? .accepted : .ignored }

    /// Handles a peer for which the system no longer has an object: the framework cannot be called, so its
    /// log line is written here.
    private func unknown(_ peer: PeerIdentifier, _ call: String) -> CommandResult {
        framework.log(
            Misuse(
                kind: isPoweredOn ? .foreignObject : .notPoweredOn, call: "CBCentralManager." + call,
                message: "no peripheral with the identifier \(peer) is known"))
        return .ignored
    }

    /// Handles an attribute of an earlier link, or of no link. Without a link, the missing link is reported
    /// instead.
    private func foreign(_ peripheral: CBPeripheral, _ command: Central.Command) -> CommandResult {
        framework.log(
            Misuse(
                kind: peripheral.state == .connected ? .foreignObject : .notConnected, call: "CBPeripheral",
                message: "\(command) names an attribute that is not of this connection of \(peripheral)"))
        return .ignored
    }
}

extension Central.Command {
    /// The peripheral that a command uses, so that its callbacks are the port's.
    fileprivate var usedPeer: PeerIdentifier? {
        switch self {
        case .connect(let peer, _), .cancelConnection(let peer), .discoverServices(let peer, _),
            .discoverIncludedServices(let peer, _, _), .discoverCharacteristics(let peer, _, _),
            .discoverDescriptors(let peer, _), .readCharacteristic(let peer, _),
            .writeCharacteristic(let peer, _, _, _), .setNotify(let peer, _, _), .readDescriptor(let peer, _),
            .writeDescriptor(let peer, _, _), .readRSSI(let peer), .openChannel(let peer, _),
            .ranging(let peer, _):
            peer
        case .scan, .stopScan, .release, .registerForConnectionEvents, .channel, .reportMisuse: nil
        }
    }
}

extension Central.WriteType {
    var native: CBCharacteristicWriteType {
        switch self {
        case .withResponse: .withResponse
        case .withoutResponse: .withoutResponse
        }
    }
}
