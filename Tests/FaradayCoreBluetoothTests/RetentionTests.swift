import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct RetentionTests {
    @Test("Behaviour 1.30: a discovered peripheral that the app does not retain is released")
    func discoveriesAreForgottenUnlessTheAppKeepsThem() {
        let app = CentralApp()
        app.keepsDiscoveries = false
        let event = Central.Event.discovered(.init(identifier: peerA, name: nil), Advertisement(), rssi: 0)
        app.port.tell(event)
        #expect(app.manager.inbox.peers.live(peerA) == nil)
        app.keepsDiscoveries = true
        app.port.tell(event, event)
        #expect(app.peripherals.count == 1)
        #expect(app.manager.inbox.peers.live(peerA) === app.peripheral)
        app.port.tell(.stateChanged(.poweredOn))
        #expect(app.port.commands.isEmpty)
    }

    @Test(arguments: [true, false])
    func lastReferenceReleasesAnAttemptOrALink(isConnected: Bool) {
        let app = CentralApp()
        app.link()
        if !isConnected {
            app.port.tell(.disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
            app.manager.connect(app.peripheral)
        }
        let before = app.port.commands.count
        app.peripherals = []
        #expect(app.port.commands.dropFirst(before) == [.release(peerA)])
        app.log = []
        app.port.tell(
            .connected(.init(identifier: peerA, name: nil)),
            .disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
        #expect(app.log.isEmpty)
    }

    @Test("A link of an object that the app released is no news of the peer's next object")
    func theNextObjectHearsNothingOfTheOldOne() throws {
        let app = CentralApp()
        app.link()
        app.port.tell(.disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
        app.manager.connect(app.peripheral)
        app.peripherals = []
        app.log = []
        app.port.tell(.discovered(.init(identifier: peerA, name: nil), Advertisement(), rssi: 0))
        let next = try #require(app.peripherals.first)
        app.log = []
        app.port.tell(.connected(.init(identifier: peerA, name: nil)))
        #expect(app.log.isEmpty)
        #expect(next.state == .disconnected)
        app.manager.connect(next)
        app.port.tell(.connected(.init(identifier: peerA, name: nil)))
        #expect(next.state == .connected)
    }

    @Test func lastReferenceOfADisconnectedPeripheralSaysNothing() {
        let app = CentralApp()
        app.link()
        app.port.tell(.disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
        let before = app.port.commands.count
        app.peripherals = []
        #expect(app.port.commands.count == before)
    }

    @Test func managerEndsWithItsLastReference() {
        let app = CentralApp()
        app.link()
        let port = app.port
        app.forgetManager()
        #expect(port.isClosed)
        #expect(app.peripheral.state == .disconnected)
        app.log = []
        port.tell(.stateChanged(.poweredOff))
        #expect(app.log.isEmpty)
        app.peripherals = []
        #expect(!port.commands.contains(.release(peerA)))
        #expect(!port.hasSink)
    }

    @Test func managerMayGoDuringItsOwnCallback() {
        let app = CentralApp()
        app.onEvent = { _ in app.forgetManager() }
        let port = app.port
        port.tell(.stateChanged(.poweredOn), .stateChanged(.poweredOff))
        #expect(app.log == ["state poweredOn scanning=false"])
        #expect(port.isClosed)
        app.onEvent = { _ in }
    }

    @Test func delegateIsWeak() {
        let phone = FakePhone()
        let queue = DispatchQueue(label: "app")
        final class Delegate: NSObject, CBCentralManagerDelegate {
            func centralManagerDidUpdateState(_ central: CBCentralManager) {}
        }
        let manager = CBCentralManager(delegate: Delegate(), queue: queue, options: nil, provider: phone)
        #expect(manager.delegate == nil)
        phone.central.tell(.stateChanged(.poweredOn))
        #expect(manager.state == .poweredOn)
    }

    @Test func objectsOfDeadPeersLeaveNoEntry() {
        let table = WeakTable<NSObject>()
        var object: NSObject? = NSObject()
        _ = table.object(for: peerA) { object! }
        #expect(table.allLive().count == 1)
        object = nil
        #expect(table.live(peerA) == nil)
        #expect(table.forget(peerA))
        let successor = NSObject()
        _ = table.object(for: peerA) { successor }
        #expect(table.forget(peerA))
        #expect(table.live(peerA) === successor)
        table.close()
        #expect(table.live(peerA) == nil)
        #expect(!table.forget(peerA))
    }
}
