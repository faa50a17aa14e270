import BluetoothPort
import Foundation

extension CBPeripheral {
    /// Says whether `attribute` is one of this connection; one of another peripheral or of an earlier
    /// connection is reported. Without a connection the port has the word (ledger 1.10).
    func isUsable<Attribute: CBAttribute>(
        _ attribute: Attribute, in known: (AttributeGraph) -> [AttributeIdentifier: Attribute], call: String
    ) -> Bool {
        let isForeign = mirror.withLock { mirror in
            mirror.connection.state == .connected
                && known(mirror.graph)[attribute.identifier] !== attribute
        }
        guard isForeign else { return true }
        report(.foreignObject, call, "\(attribute) is not an attribute of this connection of \(self)")
        return false
    }

    func isUsable(_ service: CBService, call: String) -> Bool {
        isUsable(service, in: \.servicesByID, call: call)
    }

    func isUsable(_ characteristic: CBCharacteristic, call: String) -> Bool {
        isUsable(characteristic, in: \.characteristicsByID, call: call)
    }

    func isUsable(_ descriptor: CBDescriptor, call: String) -> Bool {
        isUsable(descriptor, in: \.descriptorsByID, call: call)
    }

    func report(_ kind: Misuse.Kind, _ call: String, _ message: String) {
        port.send(.reportMisuse(Misuse(kind: kind, call: "CBPeripheral." + call, message: message)))
    }

    func reportMissingDiscoveryDelegate() {
        report(
            .noDelegateForDiscovery, "discoverServices(_:)",
            "API MISUSE: Discovering services for peripheral \(self) while delegate is either nil or does "
                + "not implement peripheral:didDiscoverServices:")
    }
}
