import BluetoothPort
@testable import CoreBluetoothMock
import FaradayTesting
import Testing

/// Links that a spec delegate accepts or refuses.
@Suite struct AdmissionTests {
    @Test(
        "An accepted link is reported once, on every kind of queue", .simulated(seed: 1), .coreBluetooth,
        arguments: [false, true])
    func admitted(hasOwnQueue: Bool) async throws {
        let delegate = Spec()
        let app = app(on: hasOwnQueue ? DispatchQueue(label: "app") : nil, delegate)
        let peripheral = try await app.connect()
        #expect(peripheral.state == .connected)
        #expect(delegate.requests == 1)
        try await World.current.run(for: .seconds(1))
        #expect(app.log.filter { $0 == "connected" }.count == 1)
    }

    @Test(
        "A refused link is a failure with the delegate's error and no disconnect, and may be tried again",
        .simulated(seed: 2), .coreBluetooth, arguments: [false, true])
    func refused(hasOwnQueue: Bool) async throws {
        let delegate = Spec()
        delegate.answer = .failure(CBMError(.encryptionTimedOut))
        let app = app(on: hasOwnQueue ? DispatchQueue(label: "app") : nil, delegate)
        let peripheral = try await app.discover()
        app.manager.connect(peripheral)
        try await World.current.run(until: { app.log.last?.hasPrefix("failed") == true })
        #expect((app.failure as? CBMError)?.code == .encryptionTimedOut)
        #expect(peripheral.state == .disconnected)
        try await World.current.run(for: .seconds(1))
        #expect(app.log.filter { $0 != "discovered" } == ["poweredOn", app.log.last])
        delegate.answer = .success(())
        app.manager.connect(peripheral)
        try await World.current.run(until: { app.log.last == "connected" })
        #expect(delegate.requests == 2)
    }

    @Test(
        "Until the delegate has decided, and while a refused link ends, the state is connecting",
        .simulated(seed: 4), .coreBluetooth)
    func connecting() async throws {
        let delegate = Spec()
        delegate.answer = .failure(CBMError(.connectionFailed))
        let app = app(on: nil, delegate)
        let peripheral = try await app.discover()
        let device = try #require(app.spec.flatMap(CBMCentralManagerMock.simulatedDevice))
        app.manager.connect(peripheral)
        try await World.current.run(until: { delegate.requests == 1 })
        #expect(device.connectionCount == 1)
        #expect(peripheral.state == .connecting)
        try await World.current.run(until: { device.connectionCount == 0 })
        #expect(peripheral.state == .disconnected)
        #expect(app.log.last?.hasPrefix("failed") == true)
    }

    @Test(
        "With the line: cancelling before the spec delegate has answered the connection", .simulated(seed: 5),
        .coreBluetooth)
    func cancelled() async throws {
        let delegate = Spec()
        let app = app(on: nil, delegate)
        let peripheral = try await app.discover()
        delegate.onRequest = { app.manager.cancelPeripheralConnection(peripheral) }
        app.manager.connect(peripheral)
        try await World.current.run(until: { delegate.requests == 1 })
        #expect(app.log.last == "discovered", "not before the link has ended")
        try await World.current.run(until: { app.log.last == "disconnected" })
        #expect(peripheral.state == .disconnected && app.failure == nil)
        try await World.current.run(for: .seconds(1))
        #expect(app.count(of: "disconnected") == 1 && !app.log.contains("connected"))
        #expect(app.spec?.isConnected == false)
    }

    @Test(
        "If a peer ends its link before the delegate has decided, the connection fails", .simulated(seed: 6),
        .coreBluetooth)
    func ended() async throws {
        let delegate = Spec()
        let app = app(on: nil, delegate)
        let peripheral = try await app.discover()
        app.manager.connect(peripheral)
        let core = try #require(app.manager.engine as? FacadeCentral)
        let behind = try #require(FacadeCentral.behind(peripheral))
        try await World.current.run(until: { peripheral.state == .connected })
        // Like a link on which the delegate has not decided.
        behind.admission.withLock { $0 = .open(0) }
        #expect(peripheral.state == .connecting)
        app.spec?.simulateDisconnection()
        try await World.current.run(until: { app.log.last?.hasPrefix("failed") == true })
        #expect((app.failure as? CBMError)?.code == .peripheralDisconnected)
        #expect(core.state == .poweredOn)
    }

    @Test(
        "What a link brings by itself follows its didConnect; of a link that the app never gets, it is told nothing",
        .simulated(seed: 7), .coreBluetooth, arguments: [true, false])
    func unasked(isGiven: Bool) async throws {
        let app = app(on: nil, Spec())
        let peripheral = try await app.connect()
        let log = PeripheralLog()
        peripheral.delegate = log
        let core = try #require(app.manager.engine as? FacadeCentral)
        let behind = try #require(FacadeCentral.behind(peripheral))
        let device = try #require(behind.mock?.mockDevice(behind.facade.identifier))
        // Like a link on which the delegate has not decided.
        behind.admission.withLock { $0 = isGiven ? nil : .open(0) }
        if isGiven { core.hold(behind.facade, of: device) }
        behind.peripheral(behind.facade, didModifyServices: [])
        behind.peripheralIsReady(toSendWriteWithoutResponse: behind.facade)
        #expect(log.lines.isEmpty)
        if !isGiven {
            app.spec?.simulateDisconnection()
            try await World.current.run(until: { app.log.last?.hasPrefix("failed") == true })
            app.manager.connect(peripheral)
        }
        try await World.current.run(until: { app.count(of: "connected") == 2 })
        #expect(log.lines == (isGiven ? ["modified", "ready"] : []))
    }

    @Test("The error of a disconnect is the one that was simulated", .simulated(seed: 3), .coreBluetooth)
    func disconnectError() async throws {
        struct Custom: Error, Equatable {}
        let app = app(on: nil, Spec())
        let peripheral = try await app.connect()
        app.spec?.simulateDisconnection(withError: Custom())
        try await World.current.run(until: { peripheral.state == .disconnected })
        #expect(app.failure is Custom)
        #expect(app.log.last?.hasPrefix("disconnected ") == true)
    }

    private func app(on queue: DispatchQueue?, _ delegate: Spec) -> App {
        let spec = CBMPeripheralSpec.simulatePeripheral()
            .advertising(advertisementData: [
                CBMAdvertisementDataLocalNameKey: "mock",
                CBMAdvertisementDataIsConnectable: true as NSNumber,
            ])
            .connectable(
                name: "mock", services: [CBMServiceMock(type: CBMUUID(string: "180F"), primary: true)],
                delegate: delegate
            ).build()
        CBMCentralManagerMock.simulatePeripherals([spec])
        let app = App { CBMCentralManagerMock(delegate: $0, queue: queue) }
        app.spec = spec
        return app
    }
}

/// Answers connection requests, and counts them; always called on the main queue.
final class Spec: CBMPeripheralSpecDelegate, Sendable {
    private struct State {
        var answer = Result<Void, Error>.success(())
        var requests = 0
        var onRequest: (() -> Void)?
    }

    private let state = Lock(State())

    var answer: Result<Void, Error> {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }
    var requests: Int { state.withLock { $0.requests } }

    /// Runs inside the request, before the answer.
    var onRequest: (() -> Void)? {
        get { state.withLock { $0.onRequest } }
        set {
            nonisolated(unsafe) let newValue = newValue
            state.withLock { $0.onRequest = newValue }
        }
    }

    func peripheralDidReceiveConnectionRequest(_ peripheral: CBMPeripheralSpec) -> Result<Void, Error> {
        onRequest?()
        return state.withLock { state in
            state.requests += 1
            return state.answer
        }
    }
}
