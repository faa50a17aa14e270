import BluetoothPort
import Dispatch
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct DeliveryTests {
    @Test func waitingDeliveryIncludesWhatTheCallbackQueued() {
        let app = CentralApp()
        var log: [String] = []
        app.onEvent = { event in
            log.append(event)
            nonisolated(unsafe) let note = { log.append("queued") }
            app.queue.async { note() }
        }
        app.port.tell(.stateChanged(.poweredOn), .stateChanged(.poweredOff))
        #expect(
            log == [
                "state poweredOn scanning=false", "queued", "state poweredOff scanning=false", "queued",
            ])
        app.onEvent = { _ in }
    }

    @Test func postingDeliveryReturnsAtOnceAndKeepsTheOrder() {
        let app = CentralApp()
        app.queue.suspend()
        app.port.tell(.stateChanged(.poweredOn), .stateChanged(.poweredOff), delivery: .posting)
        app.port.tell(.stateChanged(.poweredOn), delivery: .posting)
        #expect(app.log.isEmpty)
        app.queue.resume()
        app.queue.sync {}
        #expect(app.log.map { $0.split(separator: " ")[1] } == ["poweredOn", "poweredOff", "poweredOn"])
    }

    @Test func deliveryFromTheSameQueueRunsInline() {
        let app = CentralApp()
        app.queue.sync { app.port.tell(.stateChanged(.poweredOn)) }
        #expect(app.log.count == 1)
        app.onEvent = { event in
            if event.contains("poweredOff") { app.port.tell(.stateChanged(.resetting)) }
        }
        app.port.tell(.stateChanged(.poweredOff))
        #expect(app.log.count == 3)
        app.onEvent = { _ in }
    }

    @Test(
        "Behaviour 1.13; regression 117: callbacks come on the queue given at init, also when two managers share it"
    )
    func twoManagersShareAQueue() {
        let queue = DispatchQueue(label: "shared")
        let first = CentralApp(queue: queue)
        var second: CentralApp? = CentralApp(queue: queue)
        first.onEvent = { _ in second?.port.tell(.stateChanged(.poweredOn)) }
        first.port.tell(.stateChanged(.poweredOn))
        #expect(second?.log.count == 1)
        second = nil
        queue.sync { first.port.tell(.stateChanged(.poweredOff)) }
        #expect(first.log.count == 2)
        first.onEvent = { _ in }
    }

    @Test func concurrentQueuesWork() {
        let app = CentralApp(queue: DispatchQueue(label: "concurrent", attributes: .concurrent))
        app.port.tell(.stateChanged(.poweredOn))
        let global = CentralApp(queue: DispatchQueue.global())
        global.port.tell(.stateChanged(.poweredOn))
        #expect(app.log.count == 1 && global.log.count == 1)
    }

    @Test("Behaviour 1.13: without a queue callbacks come on the main queue", arguments: [true, false])
    func withoutAQueueCallbacksComeOnTheMainQueue(isExplicit: Bool) {
        final class Delegate: NSObject, CBCentralManagerDelegate {
            var states: [CBManagerState] = []
            func centralManagerDidUpdateState(_ central: CBCentralManager) {
                dispatchPrecondition(condition: .onQueue(.main))
                states.append(central.state)
            }
        }
        let phone = FakePhone()
        let delegate = Delegate()
        let manager = CBCentralManager(
            delegate: delegate, queue: isExplicit ? .main : nil, options: nil, provider: phone)
        phone.central.tell(.stateChanged(.poweredOn))
        #expect(delegate.states == [.poweredOn])
        DispatchQueue.main.sync { phone.central.tell(.stateChanged(.poweredOff)) }
        #expect(delegate.states == [.poweredOn, .poweredOff])
        withExtendedLifetime(manager) {}
    }

    @Test func managersMadeInACallbackFindTheSamePhone() {
        let app = CentralApp()
        var inner: CBCentralManager?
        app.onEvent = { _ in inner = CBCentralManager(delegate: nil, queue: app.queue) }
        app.port.tell(.stateChanged(.poweredOn))
        #expect(app.phone.centralCount == 2)
        #expect(inner?.inbox.provider === app.phone)
        app.onEvent = { _ in }
    }

    @Test func managersOfATaskFindItsPhone() {
        let phone = FakePhone()
        PortEnvironment.$current.withValue(phone) {
            let central = CBCentralManager()
            let peripheral = CBPeripheralManager()
            #expect(central.inbox.provider === phone && peripheral.inbox.provider === phone)
        }
    }

    @Test func subclassesOverrideTheDesignatedInitialiserOnly() {
        final class Manager: CBCentralManager {
            var isOwn = false
            override init(
                delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]?
            ) {
                super.init(delegate: delegate, queue: queue, options: options)
                isOwn = true
            }
        }
        let phone = FakePhone()
        let manager = Manager(delegate: nil, queue: nil, provider: phone)
        #expect(manager.isOwn && manager.inbox.provider === phone)
    }

    @Test func mirrorsAreReadFromOtherThreads() {
        let app = CentralApp()
        app.link()
        app.port.tell(
            .servicesDiscovered(peerA, [service(1, 0x180D)], nil),
            .characteristicsDiscovered(peerA, service: attribute(1), [characteristic(2, 0x2A37)], nil))
        app.onEvent = { _ in app.log.removeAll() }
        nonisolated(unsafe) let peripheral = app.peripheral
        nonisolated(unsafe) let manager = app.manager!
        let reader = DispatchQueue(label: "reader")
        let stop = Lock(false)
        reader.async {
            while !stop.withLock({ $0 }) {
                _ = (manager.state, manager.isScanning, manager.delegate)
                _ = (peripheral.state, peripheral.name, peripheral.delegate)
                _ = peripheral.services?.first?.characteristics?.first?.value
            }
        }
        for number in 0..<500 {
            app.port.tell(.characteristicValue(peerA, attribute(2), .success([UInt8(number & 255)])))
            if number % 100 == 99 { app.port.tell(.stateChanged(.poweredOn)) }
        }
        #expect(peripheral.services?.first?.characteristics?.first?.value == Data([243]))
        stop.withLock { $0 = true }
        reader.sync {}
        app.onEvent = { _ in }
    }
}
