import Foundation

// Whether a delegate takes `willRestoreState` (behaviours 1.27, 1.41); `nil` where that can't be seen.

extension CBCentralManagerDelegate {
    /// Whether the class has a method for it.
    var takesRestoredState: Bool? {
        let isOwn = CentralRequirements.table(of: self).hasOwn(
            CentralRequirements.willRestoreState, by: CentralRequirements.examples,
            familiar: CentralRequirements.familiar)
        // A subclass may have a method that the conformance of its superclass does not know.
        let isInherited = _getSuperclass(type(of: self)) is any CBCentralManagerDelegate.Type
        return isOwn == false && isInherited ? nil : isOwn
    }
}

extension CBPeripheralManagerDelegate {
    /// Whether the class has a method for it.
    var takesRestoredState: Bool? {
        let isOwn = PeripheralRequirements.table(of: self).hasOwn(
            PeripheralRequirements.willRestoreState, by: PeripheralRequirements.examples,
            familiar: PeripheralRequirements.familiar)
        let isInherited = _getSuperclass(type(of: self)) is any CBPeripheralManagerDelegate.Type
        return isOwn == false && isInherited ? nil : isOwn
    }
}

/// The methods of `CBCentralManagerDelegate` by their place in the protocol.
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

    static let examples = (bare: table(of: Bare()), full: table(of: Full()))

    private final class Bare: NSObject, CBCentralManagerDelegate {
        func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    }

    private final class Full: NSObject, CBCentralManagerDelegate {
        func centralManagerDidUpdateState(_ central: CBCentralManager) {}
        func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
        func centralManager(
            _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
        ) {}
        func centralManager(
            _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
        ) {}
    }
}

/// The methods of `CBPeripheralManagerDelegate` by their place in the protocol.
private enum PeripheralRequirements {
    static let willRestoreState = 1
    static let didPublishL2CAPChannel = 9
    static let didUnpublishL2CAPChannel = 10
    static let familiar = [didPublishL2CAPChannel, didUnpublishL2CAPChannel]
    static let count = 12

    static func table(of delegate: any CBPeripheralManagerDelegate) -> WitnessTable {
        WitnessTable(of: delegate, count: count)
    }

    static let examples = (bare: table(of: Bare()), full: table(of: Full()))

    private final class Bare: NSObject, CBPeripheralManagerDelegate {
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
    }

    private final class Full: NSObject, CBPeripheralManagerDelegate {
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
        func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {}
        func peripheralManager(
            _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
        ) {}
        func peripheralManager(
            _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
        ) {}
    }
}
