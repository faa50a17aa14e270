import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// A class that conforms, and lacks methods that classes below it have.
private class BaseApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate, CBPeripheralManagerDelegate {
    let phone = FakePhone()
    private(set) lazy var manager = CBCentralManager(
        delegate: self, queue: DispatchQueue(label: "app"), options: nil, provider: phone)

    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {}
}

private class MiddleApp: BaseApp {}

/// It has the methods, and they are not found.
private final class SubclassApp: MiddleApp {
    var restored = 0
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) { restored += 1 }
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) { restored += 1 }
}

/// As the message says: an empty one in the base class.
private class BaseWithMethod: NSObject, CBCentralManagerDelegate {
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {}
}

private final class SubclassWithMethod: BaseWithMethod {
    var restored = 0
    override func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        restored += 1
    }
}

@Suite struct InheritedConformanceTests {
    private static let note = """
        SubclassApp inherits its conformance to CBCentralManagerDelegate from BaseApp, and a method that only SubclassApp \
        has is not found without Objective-C: put an empty one into BaseApp and override it (Documentation/Linux.md)
        """

    #if !canImport(ObjectiveC)
    @Test(
        "A method that only a subclass has is not found, and the message says that, not that a phone would end the app"
    )
    func restoration() {
        let app = SubclassApp()
        _ = app.manager
        app.phone.central.tell(.willRestoreState(Central.RestoredState()))
        #expect(app.restored == 0)
        #expect(app.phone.central.misuses.map(\.kind) == [.hiddenDelegateMethod])
        #expect(app.phone.central.misuses.first?.message.hasSuffix(": " + Self.note) == true)
        #expect(Misuse.Kind.hiddenDelegateMethod.consequence == .dropped)
    }
    #endif

    @Test("With an empty method in the base class it is found")
    func remedy() {
        let phone = FakePhone()
        let app = SubclassWithMethod()
        let manager = CBCentralManager(
            delegate: app, queue: DispatchQueue(label: "app"),
            options: [CBCentralManagerOptionRestoreIdentifierKey: "app"], provider: phone)
        phone.central.tell(.willRestoreState(Central.RestoredState()))
        #expect(app.restored == 1)
        #expect(phone.central.misuses.isEmpty)
        withExtendedLifetime(manager) {}
    }

    @Test("For a class that conforms itself there is no note")
    func own() {
        let base = BaseApp()
        #expect(InheritedConformance.note(on: base as any CBCentralManagerDelegate) == nil)
        let own = SubclassApp()
        #expect(InheritedConformance.note(on: own as any CBCentralManagerDelegate) == Self.note)
        let text = InheritedConformance.note(on: own as any CBPeripheralDelegate)
        #expect(text?.contains("conformance to CBPeripheralDelegate from BaseApp") == true)
        let server = InheritedConformance.note(on: own as any CBPeripheralManagerDelegate)
        #expect(server?.contains("conformance to CBPeripheralManagerDelegate from BaseApp") == true)
    }
}
