import BluetoothPort
import Foundation

extension CBPeripheral {
    // Checks whether an attribute belongs to this connection, and reports one of another peripheral or of an
    // earlier connection. Without a connection, the port decides (behaviour 1.10).

    func isUsable(_ service: CBService, call: String) -> Bool {
        let isForeign = mirror.withLock { mirror in
            mirror.connection.state == .connected
                && mirror.graph.servicesByID[service.identifier] !== service
        }
        if isForeign { reportForeign(service, call) }
        return !isForeign
    }

    func isUsable(_ characteristic: CBCharacteristic, call: String) -> Bool {
        let isForeign = mirror.withLock { mirror in
            mirror.connection.state == .connected
                && !mirror.graph.characteristicsByID.has(characteristic, at: characteristic.identifier)
        }
        if isForeign { reportForeign(characteristic, call) }
        return !isForeign
    }

    func isUsable(_ descriptor: CBDescriptor, call: String) -> Bool {
        let isForeign = mirror.withLock { mirror in
            mirror.connection.state == .connected
                && mirror.graph.descriptorsByID[descriptor.identifier] !== descriptor
        }
        if isForeign { reportForeign(descriptor, call) }
        return !isForeign
    }

    private func reportForeign(_ attribute: CBAttribute, _ call: String) {
        report(.foreignObject, call, "\(attribute) is not an attribute of this connection of \(self)")
    }

    package func report(_ kind: Misuse.Kind, _ call: String, _ message: String) {
        port.send(.reportMisuse(Misuse(kind: kind, call: "CBPeripheral." + call, message: message)))
    }

    package func reportMissingDiscoveryDelegate() {
        report(
            .noDelegateForDiscovery, "discoverServices(_:)",
            "API MISUSE: Discovering services for peripheral \(self) while delegate is either nil or does "
                + "not implement peripheral:didDiscoverServices:" + inheritanceNote)
    }

    /// Harmless, but Apple's framework logs it (behaviour 4.15).
    func reportMissingModificationDelegate() {
        report(
            .noDelegateForModifiedServices, "delegate",
            "WARNING: The delegate for \(self) does not implement -[peripheral:didModifyServices:]"
                + inheritanceNote)
    }

    /// Why a method of the delegate may not have been found.
    private var inheritanceNote: String {
        delegate.flatMap { InheritedConformance.note(on: $0) }.map { "; \($0)" } ?? ""
    }
}
