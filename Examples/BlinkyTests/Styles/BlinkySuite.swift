import CoreBluetoothMock
import FaradayTesting
import Foundation
import Testing

/// A suite of Swift Testing on the phone of the process: its tests run one after the other, beside those of other suites.
/// So in real time their timeouts are long, and each test tears its simulation down also when it fails: the tests behind it
/// wait for the process's clock.
@Suite(.serialized) struct BlinkySuite {
    /// Seconds that a busy main thread may take.
    private static let patience: TimeInterval = 1_200

    private let firmware = BlinkyMockDelegate()
    private let blinky: CBMPeripheralSpec

    init() {
        CBMCentralManagerMock.tearDownSimulation()
        blinky = .blinky(supervisionTimeout: 0.5, delegate: firmware)
        CBMCentralManagerMock.simulatePeripherals([blinky])
        CBMCentralManagerMock.simulateInitialState(.poweredOn)
    }

    private func useTime(isVirtual: Bool) {
        if isVirtual { CBMCentralManagerMock.simulateVirtualTime() }
    }

    @Test(arguments: [false, true]) func readsAndWrites(isVirtual: Bool) async throws {
        useTime(isVirtual: isVirtual)
        defer { CBMCentralManagerMock.tearDownSimulation() }
        let app = AsyncBlinky()
        try await app.connect(timeout: Self.patience)
        try await app.turnLED(on: true, timeout: Self.patience)
        #expect(try await app.isLEDOn(timeout: Self.patience))
        try await app.disconnect()
        #expect(firmware.disconnectionCount == 1)
    }

    @Test(arguments: [false, true]) func aLossIsAnError(isVirtual: Bool) async throws {
        useTime(isVirtual: isVirtual)
        defer { CBMCentralManagerMock.tearDownSimulation() }
        let app = AsyncBlinky()
        try await app.connect(timeout: Self.patience)
        let states = try await app.buttonStates()
        let reset = Task {
            try await Task.sleep(nanoseconds: 50_000_000)
            blinky.simulateReset()
        }
        for await _ in states {}
        try await reset.value
        #expect(!blinky.isConnected)
    }

    @Test(arguments: [false, true]) func nobodyIsThere(isVirtual: Bool) async throws {
        useTime(isVirtual: isVirtual)
        defer { CBMCentralManagerMock.tearDownSimulation() }
        blinky.simulateProximityChange(.outOfRange)
        let app = AsyncBlinky()
        await #expect(throws: AsyncBlinky.Failure.timeout) { try await app.connect(timeout: 0.2) }
    }

    @MainActor @Test(arguments: [false, true]) func onTheMainActor(isVirtual: Bool) async throws {
        useTime(isVirtual: isVirtual)
        defer { CBMCentralManagerMock.tearDownSimulation() }
        let app = AsyncBlinky()
        try await app.connect(timeout: Self.patience)
        try await Task.sleep(nanoseconds: 20_000_000)
        #expect(try await !app.isLEDOn(timeout: Self.patience))
    }
}

/// The same with a world for each test: the tests run in parallel, and tasks and their sleeps use virtual
/// time.
@Suite struct BlinkyWorldSuite {
    private let firmware = BlinkyMockDelegate()

    #if os(Linux)
    @Test(.simulated(seed: 1), arguments: [false, true])
    func triesUntilTheBlinkyComes(isCoreBluetooth: Bool) async throws {
        CBMCentralManagerMock.simulateCoreBluetooth(isCoreBluetooth)
        let blinky = CBMPeripheralSpec.blinky(proximity: .outOfRange, delegate: firmware)
        CBMCentralManagerMock.simulatePeripherals([blinky])
        CBMCentralManagerMock.simulatePowerOn()
        let app = AsyncBlinky()
        let phone = CBMCentralManagerMock.simulatedPhone
        let arrival = Task {
            try await Task.sleep(nanoseconds: 6_000_000_000)
            phone.run { blinky.simulateProximityChange(.near) }
        }
        var attempts = 0
        while true {
            attempts += 1
            do {
                try await app.connect(timeout: 3)
                break
            } catch {
                try await Task.sleep(nanoseconds: 1_000_000_000)
            }
        }
        #expect(attempts == 2)
        try await arrival.value
    }
    #endif

    @Test(.simulated(seed: 2), arguments: [false, true]) func readsAndWrites(isCoreBluetooth: Bool)
        async throws
    {
        CBMCentralManagerMock.simulateCoreBluetooth(isCoreBluetooth)
        CBMCentralManagerMock.simulatePeripherals([.blinky(delegate: firmware)])
        CBMCentralManagerMock.simulatePowerOn()
        let app = AsyncBlinky()
        try await app.connect(timeout: 120)
        try await app.turnLED(on: true, timeout: 120)
        #expect(try await app.isLEDOn(timeout: 120))
        #expect(firmware.isLEDOn)
    }
}
