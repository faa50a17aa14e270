import BluetoothPort
import Foundation
import Testing

@testable import FaradayCoreBluetooth

@Suite struct ConnectionTests {
    func discovered() -> CentralApp {
        let app = CentralApp()
        app.port.tell(
            .stateChanged(.poweredOn),
            .discovered(.init(identifier: peerA, name: "HR-1"), Advertisement(), rssi: -40))
        app.log = []
        return app
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @Test func connectReadsConnectingAtOnceAndCarriesOptions() {
        let app = discovered()
        app.manager.connect(
            app.peripheral,
            options: [
                CBConnectPeripheralOptionStartDelayKey: NSNumber(value: 3),
                CBConnectPeripheralOptionEnableAutoReconnect: true,
            ])
        #expect(app.peripheral.state == .connecting)
        app.port.tell(.connected(.init(identifier: peerA, name: "HR")))
        #expect(app.log == ["connected connected services=-1"])
        #expect(app.peripheral.name == "HR")
        #expect(
            app.port.commands == [.connect(peerA, .init(startDelay: 3, enablesAutoReconnect: true))])
    }

    @Test func refusedCallsLeaveTheStateAlone() {
        let app = discovered()
        app.manager.connect(app.peripheral)
        app.port.tell(.connected(.init(identifier: peerA, name: nil)))
        app.port.refuseAll()
        app.manager.cancelPeripheralConnection(app.peripheral)
        #expect(app.peripheral.state == .connected)
        app.port.tell(.disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
        app.manager.connect(app.peripheral)
        #expect(app.peripheral.state == .disconnected)
    }

    @Test("Regression 26: after a failed connect the state is disconnected")
    func failureReadsDisconnected() {
        let app = discovered()
        app.manager.connect(app.peripheral)
        app.port.tell(.failedToConnect(peerA, .connectionFailed))
        #expect(app.log == ["failed disconnected error=10"])
    }

    @Test("An answer to the first connect crosses the second: the link of the second still comes up")
    func failureCrossesAnotherConnect() {
        let app = discovered()
        app.manager.connect(app.peripheral)
        app.manager.connect(app.peripheral)
        app.port.tell(.failedToConnect(peerA, .connectionFailed))
        app.port.tell(.connected(.init(identifier: peerA, name: nil)))
        #expect(app.log.first == "failed disconnected error=10" && app.log.count == 2)
        #expect(app.peripheral.state == .connected)
    }

    @Test func cancelOfALinkReadsDisconnectingUntilTheCallback() {
        let app = discovered()
        app.manager.connect(app.peripheral)
        app.port.tell(.connected(.init(identifier: peerA, name: nil)))
        app.manager.cancelPeripheralConnection(app.peripheral)
        #expect(app.peripheral.state == .disconnecting)
        app.port.tell(.disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
        #expect(app.log.last == "disconnected disconnected services=-1")
    }

    @Test func cancelOfAnAttemptReadsDisconnectedAtOnce() {
        let app = discovered()
        app.manager.connect(app.peripheral)
        app.manager.cancelPeripheralConnection(app.peripheral)
        #expect(app.peripheral.state == .disconnected)
    }

    @Test func lateAnswerToACancelDoesNotEndTheNextAttempt() {
        let app = discovered()
        app.manager.connect(app.peripheral)
        app.manager.cancelPeripheralConnection(app.peripheral)
        app.manager.connect(app.peripheral)
        app.port.tell(.disconnected(peerA, nil, timestamp: 0, isReconnecting: false))
        #expect(app.log == ["disconnected connecting services=-1"])
        #expect(app.peripheral.state == .connecting)
    }

    @Test("Regression 35: services are removed before didDisconnect")
    func servicesAreGoneBeforeDidDisconnect() {
        let app = CentralApp()
        app.link()
        app.port.tell(.servicesDiscovered(peerA, [service(1, 0x180D)], nil))
        app.port.tell(.disconnected(peerA, .connectionTimeout, timestamp: 0, isReconnecting: false))
        #expect(app.log.last == "disconnected disconnected services=-1 error=6")
    }

    @Test("Regression 34: after connect inside didDisconnect the state is connecting")
    func connectInsideDidDisconnectReadsConnecting() {
        let app = CentralApp()
        app.link()
        app.onEvent = { event in
            if event.hasPrefix("disconnected") { app.manager.connect(app.peripheral) }
        }
        app.port.tell(.disconnected(peerA, .connectionTimeout, timestamp: 0, isReconnecting: false))
        #expect(app.peripheral.state == .connecting)
        app.onEvent = { _ in }
    }

    @Test(
        "Behaviour 1.16; regression 48: the state of peripherals is disconnected in the poweredOff callback")
    func powerOffEndsLinksWithoutDidDisconnect() {
        let app = CentralApp()
        app.link()
        app.port.tell(.servicesDiscovered(peerA, [service(1, 0x180D)], nil))
        app.log = []
        app.onEvent = { _ in
            #expect(app.peripheral.state == .disconnected)
            #expect(app.peripheral.services == nil)
        }
        app.port.tell(.stateChanged(.poweredOff))
        #expect(app.log == ["state poweredOff scanning=false"])
        app.onEvent = { _ in }
    }

    @Test func connectedAgainWithoutALossKeepsServices() {
        let app = CentralApp()
        app.link()
        app.port.tell(.servicesDiscovered(peerA, [service(1, 0x180D)], nil))
        app.manager.connect(app.peripheral)
        #expect(app.peripheral.state == .connected)
        app.port.tell(.connected(.init(identifier: peerA, name: "HR-1")))
        #expect(app.log.last == "connected connected services=1")
    }

    @Test func foreignPeripheralsAreReported() {
        let first = discovered()
        let second = discovered()
        second.manager.connect(first.peripheral)
        second.manager.cancelPeripheralConnection(first.peripheral)
        #expect(
            second.port.misuses.map(\.call) == [
                "CBCentralManager.connect(_:options:)", "CBCentralManager.cancelPeripheralConnection(_:)",
            ])
        #expect(second.port.misuses.allSatisfy { $0.kind == .foreignObject })
        #expect(first.peripheral.state == .disconnected)
    }

    @Test("Behaviour 1.35: a description has identifier, name, MTU and state")
    func descriptionNamesIdentifierNameMTUAndState() {
        let app = CentralApp()
        app.link()
        app.port.answer { $0.mtus[peerA] = 185 }
        let text = app.peripheral.description
        #expect(text.hasPrefix("<CBPeripheral: 0x"))
        #expect(
            text.hasSuffix(
                ", identifier = 0B652640-0000-4000-8000-00000000000A, name = HR-1, mtu = 185, "
                    + "state = connected>"))
    }

    @Test("Behaviour 1.34: peers are keys, copy as themselves and have an identifier")
    func peersAreDictionaryKeysByIdentity() {
        let app = CentralApp()
        app.link()
        let names = [app.peripheral: "strap"]
        #expect(names[app.peripheral] == "strap")
        #expect(app.peripheral.copy() as AnyObject === app.peripheral)
        #expect(app.peripheral.identifier == UUID(peerA) && app.peripheral.hash == app.peripheral.hash)
    }
}

@Suite struct ConnectionMirrorTests {
    @Test func eachCancelIsAnsweredOnceAndTheLastCallWins() {
        var mirror = ConnectionMirror()
        for _ in 0..<3 {
            mirror.connectCalled()
            mirror.cancelCalled()
        }
        mirror.connectCalled()
        for _ in 0..<3 {
            let isTold1 = mirror.ended()
            #expect(isTold1)
            #expect(mirror.state == .connecting)
        }
        let isNew2 = mirror.connected()
        #expect(isNew2)
        let isTold3 = mirror.ended()
        #expect(isTold3)
        #expect(mirror.state == .disconnected)
    }

    @Test(
        "Behaviour 3.9: a link that came up before the cancel was taken ends, and the next connect gets its own"
    )
    func theLinkCrossesTheCancel() {
        var mirror = ConnectionMirror()
        mirror.connectCalled()
        mirror.cancelCalled()
        mirror.connectCalled()
        let isNew = mirror.connected()
        #expect(isNew && mirror.state == .connected)
        let isTold = mirror.ended()
        #expect(isTold && mirror.state == .connecting && mirror.expectsLink)
        let isNewAgain = mirror.connected()
        #expect(isNewAgain)
        _ = mirror.ended()
        #expect(mirror == ConnectionMirror())
    }

    @Test func cancelAfterTheLastConnectEndsDisconnected() {
        var mirror = ConnectionMirror()
        mirror.connectCalled()
        mirror.cancelCalled()
        mirror.connectCalled()
        mirror.cancelCalled()
        let isTold4 = mirror.ended()
        #expect(isTold4)
        let isTold5 = mirror.ended()
        #expect(isTold5)
        #expect(mirror.state == .disconnected)
        #expect(mirror == ConnectionMirror())
    }

    @Test func hiddenCancelIsNotTold() {
        var mirror = ConnectionMirror()
        let isSent6 = mirror.hiddenCancelCalled()
        #expect(isSent6)
        mirror.connectCalled()
        let isTold7 = mirror.ended()
        #expect(!isTold7)
        #expect(mirror.state == .connecting)
        let isTold8 = mirror.ended()
        #expect(isTold8)
    }
}
