import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// What a manager says of a restore identifier and its delegate when it is made (behaviour 1.27, 1.41).
@Suite struct RestorationMethodTests {
    private static let identified = [CBCentralManagerOptionRestoreIdentifierKey: "app"]

    private static func misuses(
        of delegate: (any CBCentralManagerDelegate)?, _ options: [String: Any]?
    ) -> [Misuse] {
        let phone = FakePhone()
        let manager = CBCentralManager(delegate: delegate, queue: nil, options: options, provider: phone)
        return withExtendedLifetime(manager) { phone.central.misuses }
    }

    private static func misuses(
        ofServer delegate: (any CBPeripheralManagerDelegate)?, _ options: [String: Any]?
    ) -> [Misuse] {
        let phone = FakePhone()
        let manager = CBPeripheralManager(delegate: delegate, queue: nil, options: options, provider: phone)
        return withExtendedLifetime(manager) { phone.peripheral.misuses }
    }

    /// Apple's text, but for the address.
    private static func isText(_ misuse: Misuse?, _ begin: String, _ end: String) -> Bool {
        guard let message = misuse?.message, message.hasPrefix(begin), message.hasSuffix(end) else {
            return false
        }
        return message.dropFirst(begin.count).dropLast(end.count).allSatisfy(\.isHexDigit)
    }

    // On Apple's platforms façade and app may be in two images, and nothing is seen.
    #if os(Linux)
    @Test(
        "Behaviour 1.41: a restore identifier and a delegate without willRestoreState are an exception in the initialiser"
    )
    func missingMethod() {
        for delegate: (any CBCentralManagerDelegate)? in [nil, Lacks(), FinalLacks(), LacksOne()] {
            let misuses = Self.misuses(of: delegate, Self.identified)
            #expect(misuses.map(\.kind) == [.missingRestorationDelegate])
            #expect(misuses.first?.kind.consequence == .thrown)
            #expect(misuses.first?.call == "CBCentralManager.init(delegate:queue:options:)")
            #expect(
                Self.isText(
                    misuses.first, "<CBCentralManager: 0x",
                    "> has provided a restore identifier but the delegate doesn't implement the "
                        + "centralManager:willRestoreState: method"))
        }
        for delegate: (any CBPeripheralManagerDelegate)? in [nil, Lacks(), FinalLacks()] {
            let misuses = Self.misuses(ofServer: delegate, Self.identified)
            #expect(misuses.map(\.kind) == [.missingRestorationDelegate])
            #expect(misuses.first?.call == "CBPeripheralManager.init(delegate:queue:options:)")
            #expect(
                Self.isText(
                    misuses.first, "<CBPeripheralManager: 0x",
                    "> has provided a restore identifier but the delegate doesn't implement the "
                        + "peripheralManager:willRestoreState: method"))
        }
    }

    @Test("Behaviour 1.27: a delegate with willRestoreState and no restore identifier are a line in the log")
    func missingIdentifier() {
        for delegate: any CBCentralManagerDelegate in [
            Has(), FinalHas(), HasInExtension(), Heir(), Generic<Int>(), HasAll(), FinalHasAll(),
            GenericHasAll<Int>(),
        ] {
            let misuses = Self.misuses(of: delegate, nil)
            #expect(misuses.map(\.kind) == [.missingRestoreIdentifier], "\(type(of: delegate))")
            #expect(misuses.first?.kind.consequence == .logged && misuses.first?.kind.isHarmless == true)
            #expect(
                Self.isText(
                    misuses.first, "API MISUSE: <CBCentralManager: 0x",
                    "> has no restore identifier but the delegate implements the "
                        + "centralManager:willRestoreState: method. Restoring will not be supported"))
        }
        for delegate: any CBPeripheralManagerDelegate in [
            Has(), FinalHas(), HasInExtension(), Heir(), HasAll(), FinalHasAll(),
        ] {
            let misuses = Self.misuses(ofServer: delegate, nil)
            #expect(misuses.map(\.kind) == [.missingRestoreIdentifier])
            #expect(
                Self.isText(
                    misuses.first, "API MISUSE: <CBPeripheralManager: 0x",
                    "> has no restore identifier but the delegate implements the "
                        + "peripheralManager:willRestoreState: method. Restoring will not be supported"))
        }
    }
    #endif

    @Test("There is no message if both or neither are there, and the check calls no method")
    func inOrder() {
        for delegate: any CBCentralManagerDelegate in [
            Has(), FinalHas(), HasInExtension(), Heir(), Generic<Int>(), HasAll(), FinalHasAll(),
        ] {
            #expect(Self.misuses(of: delegate, Self.identified).isEmpty)
        }
        for delegate: (any CBCentralManagerDelegate)? in [
            nil, Lacks(), FinalLacks(), LacksOne(), GenericLacksOne<String>(),
        ] {
            #expect(Self.misuses(of: delegate, nil).isEmpty)
        }
        let server = Has()
        #expect(Self.misuses(ofServer: server, Self.identified).isEmpty)
        #expect(Self.misuses(ofServer: Lacks(), nil).isEmpty)
        #expect(server.restored == 0)
    }

    @Test(
        "A method that only a subclass has cannot be detected: it is not called, and there is no message"
    )
    func subclass() {
        #expect(Self.misuses(of: LateHas(), Self.identified).isEmpty)
        #expect(Self.misuses(of: LateHas(), nil).isEmpty)
    }

    @Test("The targets of calls and jumps, in the code of both processors")
    func instructions() {
        // push rbp; call 0x1000 + 6 + 0x10; jmp 0x1000 + 11 - 0x20; and another function's call.
        let intel: [UInt8] = [0x55, 0xE8, 0x10, 0, 0, 0, 0xE9, 0xE0, 0xFF, 0xFF, 0xFF, 0xE8, 0, 0, 0, 0]
        func calls(_ code: [UInt8]) -> Set<UInt> {
            code.withUnsafeBytes { Instructions.calls(in: $0, at: 0x1000) }
        }
        #expect(calls(intel) == [0x1016, 0xFEB])
        // ret; jmp rax; jmp [rax + 8]; ud2; nop; int3: what follows is another function's.
        let ends: [[UInt8]] = [[0xC3], [0xFF, 0xE0], [0xFF, 0x60, 0x08], [0x0F, 0x0B], [0x90], [0xCC]]
        for end in ends { #expect(calls([0x55] + end + intel).isEmpty) }
        for count in 0..<6 { #expect(calls(Array(intel.prefix(count))).isEmpty) }

        func branches(_ words: UInt32...) -> Set<UInt> {
            let code = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
            return code.withUnsafeBytes { Instructions.branches(in: $0, at: 0x1000) }
        }
        // bl 0x1000 + 0x40; nop; b 0x1008 - 8; and another function's bl.
        #expect(branches(0x9400_0010, 0xD503_201F, 0x17FF_FFFE, 0x9400_0020) == [0x1040, 0x1000])
        // blr x8 comes back; ret, br x16 and brk #1 don't.
        #expect(branches(0xD63F_0100, 0x9400_0010) == [0x1044])
        for end: UInt32 in [0xD65F_03C0, 0xD61F_0200, 0xD420_0020] {
            #expect(branches(end, 0x9400_0010).isEmpty)
        }
        #expect(branches().isEmpty)
    }
}

private class Lacks: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
}

private final class FinalLacks: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
}

private class Has: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate {
    var restored = 0
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) { restored += 1 }
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {
        restored += 1
    }
}

/// Inherits the conformance, and the method with it.
private final class Heir: Has {}

private final class FinalHas: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {}
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didPublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {}
}

private final class HasInExtension: NSObject {}
extension HasInExtension: CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
}
extension HasInExtension: CBPeripheralManagerDelegate {
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {}
}

private final class Generic<Value>: NSObject, CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
}

/// Its superclass conforms, and does not know the method.
private final class LateHas: Lacks {
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
}

/// It has every method by which the decoder would recognise a table.
private class HasAll: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {}
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {}
}

private final class FinalHasAll: NSObject, CBCentralManagerDelegate, CBPeripheralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]) {}
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didUnpublishL2CAPChannel PSM: CBL2CAPPSM, error: (any Error)?
    ) {}
}

private final class GenericHasAll<Value>: NSObject, CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
}

/// It has the others, and not the one.
private class LacksOne: NSObject, CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
}

private final class GenericLacksOne<Value>: NSObject, CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {}
}
