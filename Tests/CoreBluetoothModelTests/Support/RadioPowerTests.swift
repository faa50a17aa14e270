import BluetoothPort
import RandomCases
import Testing

@testable import CoreBluetoothModel

@Suite struct RadioPowerTests {
    private static let states = [RadioState.on, .off, .resetting, .unsupported, .unknown]

    @Test("The host runs only while the radio is on; a host that runs is stopped once")
    func requests() {
        for state in Self.states.dropFirst() {
            var power = RadioPower()
            #expect(power.start() == .powerOn)
            #expect(power.start() == nil)
            #expect(power.level == nil)
            #expect(power.hostReady() == true)
            #expect(power.level == .poweredOn)
            #expect(power.set(state) == .powerOff)
            #expect(power.hostReady() == false, "the host was late")
            #expect(power.hostFailed() == nil)
            #expect(power.host == .down)
            #expect(power.set(.on) == .powerOn)
            #expect(power.host == .starting)
        }
    }

    @Test("Behaviour 1.15, 1.22, 1.25: the radio's state alone gives the managers' state")
    func levels() {
        let expected: [ManagerState?] = [nil, .poweredOff, .resetting, .unsupported, .unknown]
        for (state, level) in zip(Self.states, expected) {
            var power = RadioPower()
            if state != .on { _ = power.set(state) }
            #expect(power.level == level)
        }
    }

    @Test(
        "Behaviour 1.22: a controller that fails while it works is restarted; one that does not start is not")
    func failures() {
        var power = RadioPower()
        _ = power.start()
        #expect(power.hostFailed() == .isFinal)
        #expect(power.level == .unsupported)
        power = RadioPower()
        _ = power.start()
        _ = power.hostReady()
        #expect(power.hostFailed() == .restarts)
        #expect(power.level == .resetting)
        #expect(power.set(.on) == .powerOn)
    }

    @Test("The rules hold after every input, in any order", arguments: 0..<20)
    func invariant(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var power = RadioPower()
        for step in 0..<100 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: _ = power.start()
            case 1: _ = power.hostReady()
            case 2: _ = power.hostFailed()
            default:
                let next = Self.states.randomElement(using: &random) ?? .off
                if next != power.state { _ = power.set(next) }
            }
            #expect(power.brokenRule == nil, "seed \(seed), step \(step)")
        }
    }
}
