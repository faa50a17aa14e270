import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

/// Only the disconnect method of iOS 17.
private final class NewerApp: NSObject, CBCentralManagerDelegate {
    var log: [String] = []
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        log.append("new \(timestamp) \(isReconnecting) \(peripheral.state)")
    }
}

/// Both of them; the older one forwards to a delegate that lacks it.
private final class BothApp: NSObject, CBCentralManagerDelegate {
    var log: [String] = []
    let other = NewerApp()
    var onDisconnect: (CBCentralManager, CBPeripheral) -> Void = { _, _ in }
    func centralManagerDidUpdateState(_ central: CBCentralManager) {}
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        other.centralManager(central, didDisconnectPeripheral: peripheral, error: error)
        log.append("old \(peripheral.state)")
        onDisconnect(central, peripheral)
    }
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        timestamp: CFAbsoluteTime, isReconnecting: Bool, error: (any Error)?
    ) {
        log.append("new")
    }
}

@Suite struct DelegateProbeTests {
    func linked(_ delegate: any CBCentralManagerDelegate) -> CentralApp {
        let app = CentralApp()
        app.link()
        app.manager.delegate = delegate
        return app
    }

    @Test(arguments: [true, false])
    func newerMethodIsCalledWhereTheOlderIsAbsent(isReconnecting: Bool) {
        let delegate = NewerApp()
        let app = linked(delegate)
        app.port.tell(
            .disconnected(peerA, .connectionTimeout, timestamp: 4.5, isReconnecting: isReconnecting))
        let state = isReconnecting ? "connecting" : "disconnected"
        #expect(delegate.log == ["new 4.5 \(isReconnecting) \(state)"])
        #expect(app.port.commands.count == 1)
    }

    @Test("Behaviour 3.18; regression 38: the older disconnect method has precedence")
    func olderMethodHasPrecedence() {
        let delegate = BothApp()
        let app = linked(delegate)
        app.port.tell(.disconnected(peerA, nil, timestamp: 4.5, isReconnecting: false))
        #expect(delegate.log == ["old disconnected"])
        #expect(delegate.other.log.isEmpty)
    }

    @Test("Behaviour 3.20: with the older method the app gets no callback for a reconnection")
    func olderMethodEndsAutomaticReconnection() {
        let delegate = BothApp()
        let app = linked(delegate)
        app.port.tell(.disconnected(peerA, .connectionTimeout, timestamp: 4.5, isReconnecting: true))
        #expect(delegate.log == ["old disconnected"])
        #expect(app.peripheral.state == .disconnected)
        #expect(app.port.commands.last == .cancelConnection(peerA))
        app.manager.connect(app.peripheral)
        app.port.tell(.disconnected(peerA, nil, timestamp: 5, isReconnecting: false))
        #expect(delegate.log == ["old disconnected"])
        #expect(app.peripheral.state == .connecting)
    }

    @Test func reconnectionThatTheAppAsksForItselfStays() {
        let delegate = BothApp()
        delegate.onDisconnect = { $0.connect($1) }
        let app = linked(delegate)
        app.port.tell(.disconnected(peerA, .connectionTimeout, timestamp: 4.5, isReconnecting: true))
        #expect(!app.port.commands.contains(.cancelConnection(peerA)))
        #expect(app.peripheral.state == .connecting)
    }

    private static let found: [Central.Event] = [
        .servicesDiscovered(peerA, [service(1, 0x180D)], nil),
        .characteristicsDiscovered(peerA, service: attribute(1), [characteristic(2, 0x2A37)], nil),
        .notifyStateChanged(peerA, attribute(2), isNotifying: true, nil),
    ]
    private static func lost(_ isReconnecting: Bool) -> Central.Event {
        .disconnected(peerA, .connectionTimeout, timestamp: 1, isReconnecting: isReconnecting)
    }
    private static let connected = Central.Event.connected(.init(identifier: peerA, name: nil))

    @Test(
        "Behaviour 3.19; regression 36: services stay while the system reconnects, and work on the next link"
    )
    func servicesStay() throws {
        let delegate = NewerApp()
        let app = linked(delegate)
        for event in Self.found { app.port.tell(event) }
        let services = try #require(app.peripheral.services)
        let rate = try #require(services.first?.characteristics?.first)
        app.port.tell(Self.lost(true))
        #expect(app.peripheral.state == .connecting && app.peripheral.services == services)
        #expect(!rate.isNotifying, "5.25")
        app.port.tell(Self.connected)
        #expect(app.peripheral.services == services && services[0].characteristics == [rate])
        app.peripheral.readValue(for: rate)
        #expect(app.port.commands.last == .readCharacteristic(peerA, attribute(2)))
        // Found again it is the same; another thing in its place is not.
        app.port.tell(.servicesDiscovered(peerA, [service(1, 0x180D)], nil))
        #expect(app.peripheral.services == services)
        app.port.tell(
            .characteristicsDiscovered(peerA, service: attribute(1), [characteristic(2, 0x2A38)], nil))
        let other = try #require(services[0].characteristics?.first)
        #expect(other !== rate && other.uuid == CBUUID(string: "2A38"))
        app.port.tell(.servicesDiscovered(peerA, [service(1, 0x180F)], nil))
        #expect(app.peripheral.services?.map(\.uuid) == [CBUUID(string: "180F")])
    }

    @Test(
        "Behaviour 3.19, 3.20: they are removed if the app gets a disconnect, or connects by itself"
    )
    func servicesGo() {
        for way in 0..<4 {
            let newer = NewerApp()
            let both = BothApp()
            let app = linked(way == 1 ? both : newer)
            for event in Self.found { app.port.tell(event) }
            var seen: Int?
            both.onDisconnect = { seen = $1.services?.count }
            app.port.tell(Self.lost(way != 0))
            switch way {
            case 0: #expect(app.peripheral.services == nil)
            case 1: #expect(seen == nil && app.peripheral.services == nil, "the older method")
            case 2:
                app.manager.connect(app.peripheral)
                app.port.tell(Self.connected)
            default:
                app.manager.cancelPeripheralConnection(app.peripheral)
                app.port.tell(.disconnected(peerA, nil, timestamp: 2, isReconnecting: false))
                app.manager.connect(app.peripheral)
                app.port.tell(Self.connected)
            }
            #expect(app.peripheral.services == nil, "way \(way)")
        }
    }

    @Test func discoveryWithoutADelegateIsReported() {
        let app = CentralApp()
        app.link()
        app.peripheral.delegate = nil
        app.peripheral.discoverServices(nil)
        #expect(app.port.misuses.map(\.kind) == [.noDelegateForDiscovery])
        let message = app.port.misuses[0].message
        #expect(message.hasPrefix("API MISUSE: Discovering services for peripheral <CBPeripheral: 0x"))
        #expect(
            message.hasSuffix(
                "> while delegate is either nil or does not implement peripheral:didDiscoverServices:"))
        #expect(app.port.commands.last == .discoverServices(peerA, nil))
    }

    @Test func discoveryThatTheDelegateCannotHearIsReported() {
        final class Deaf: NSObject, CBPeripheralDelegate {}
        let app = CentralApp()
        app.link()
        app.port.tell(.servicesDiscovered(peerA, [], nil))
        #expect(app.port.misuses.isEmpty)
        let deaf = Deaf()
        app.peripheral.delegate = deaf
        app.port.tell(.servicesDiscovered(peerA, [], nil))
        #expect(app.port.misuses.map(\.kind) == [.noDelegateForDiscovery])
    }

    /// The required method alone: every other callback falls on an empty body.
    @Test("Regression 95: delegates without optional methods get no callbacks, and nothing breaks")
    func optionalMethodsMayBeMissing() {
        final class Least: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
            var states: [CBManagerState] = []
            func centralManagerDidUpdateState(_ central: CBCentralManager) { states.append(central.state) }
        }
        let least = Least()
        let app = CentralApp()
        app.link()
        app.manager.delegate = least
        app.peripheral.delegate = least
        let peer = Central.Peer(identifier: peerA, name: "HR-1")
        app.port.tell(
            .discovered(peer, Advertisement(), rssi: -40), .connected(peer),
            .servicesDiscovered(peerA, [service(1, 0x180D)], nil),
            .characteristicsDiscovered(peerA, service: attribute(1), [characteristic(2, 0x2A37)], nil),
            .descriptorsDiscovered(peerA, characteristic: attribute(2), [descriptor(3, 0x2902)], nil),
            .includedServicesDiscovered(peerA, service: attribute(1), [], nil),
            .characteristicValue(peerA, attribute(2), .success([1])),
            .characteristicWritten(peerA, attribute(2), nil),
            .notifyStateChanged(peerA, attribute(2), isNotifying: true, nil),
            .descriptorValue(peerA, attribute(3), .success([1, 0])),
            .descriptorWritten(peerA, attribute(3), nil),
            .rssi(peerA, .success(-61)), .nameChanged(peerA, "Strap"), .readyToWriteWithoutResponse(peerA),
            .servicesModified(peerA, invalidated: []), .failedToConnect(peerA, .connectionTimeout),
            .disconnected(peerA, nil, timestamp: 0, isReconnecting: false), .stateChanged(.poweredOff))
        #expect(least.states == [.poweredOff])
        #expect(app.peripheral.name == "Strap" && app.log.isEmpty)
    }
}
