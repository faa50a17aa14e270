import Foundation

// Whether a delegate has `willRestoreState` (behaviours 1.27, 1.41); `nil` if that cannot be determined.

extension CBCentralManagerDelegate {
    /// Whether the class has the method.
    var takesRestoredState: Bool? {
        let isOwn = CentralRequirements.table(of: self).hasOwn(
            CentralRequirements.willRestoreState, unlike: CentralRequirements.bare,
            familiar: CentralRequirements.familiar)
        return certain(
            isOwn, isInherited: _getSuperclass(type(of: self)) is any CBCentralManagerDelegate.Type)
    }
}

extension CBPeripheralManagerDelegate {
    /// Whether the class has the method.
    var takesRestoredState: Bool? {
        let isOwn = PeripheralRequirements.table(of: self).hasOwn(
            PeripheralRequirements.willRestoreState, unlike: PeripheralRequirements.bare,
            familiar: PeripheralRequirements.familiar)
        return certain(
            isOwn, isInherited: _getSuperclass(type(of: self)) is any CBPeripheralManagerDelegate.Type)
    }
}

/// What a witness table says, unless a superclass conforms: then a subclass may have a method that is not part of its superclass's conformance.
private func certain(_ isOwn: Bool?, isInherited: Bool) -> Bool? {
    isOwn == false && isInherited ? nil : isOwn
}

/// The methods of `CBCentralManagerDelegate` by their position in the protocol.
private enum CentralRequirements {
    static let willRestoreState = 1
    static let didFailToConnect = 4
    static let didDisconnect = 5
    static let familiar = [didFailToConnect, didDisconnect]
    #if os(macOS)
    static let count = 7
    #else
    static let count = 9
    #endif

    static func table(of delegate: any CBCentralManagerDelegate) -> WitnessTable {
        WitnessTable(of: delegate, count: count)
    }

    static let bare = WitnessTable.Bodies(table(of: Bare()))

    private class Bare: NSObject, CBCentralManagerDelegate {
        func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    }
}

/// The methods of `CBPeripheralManagerDelegate` by their position in the protocol.
private enum PeripheralRequirements {
    static let willRestoreState = 1
    static let didUnpublishL2CAPChannel = 10
    static let familiar = [didUnpublishL2CAPChannel]
    static let count = 12

    static func table(of delegate: any CBPeripheralManagerDelegate) -> WitnessTable {
        WitnessTable(of: delegate, count: count)
    }

    static let bare = WitnessTable.Bodies(table(of: Bare()))

    private class Bare: NSObject, CBPeripheralManagerDelegate {
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
    }
}
