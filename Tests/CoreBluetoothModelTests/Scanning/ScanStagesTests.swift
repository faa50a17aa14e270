import BluetoothHost
import BluetoothPort
import BluetoothTypes
import Testing

@testable import CoreBluetoothModel

/// Scans that slow down in the background.
@Suite struct ScanStagesTests {
    private static let request = Central.ScanRequest(services: [HeartRate.service])

    private static func intervals(_ commands: [Host.Command]) -> [Nanoseconds] {
        commands.compactMap {
            if case .gap(.startScanning(let parameters)) = $0 { parameters.interval } else { nil }
        }
    }

    /// A phone whose app scans in the background.
    private func behind(_ profile: OSProfile) -> Bench {
        var bench = Bench.poweredOn(profile)
        let session = bench.central()
        bench.model.configure(Bench.app, AppManifest(backgroundModes: .central), at: bench.now)
        bench.send(.scan(Self.request), session)
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        return bench
    }

    @Test("Behaviour 27.22: a scan in the background slows down in stages from iOS 26 on")
    func stages() {
        let profile = OSProfile.iOS(26)
        var bench = behind(profile)
        #expect(Self.intervals(bench.takeHost()).last == profile.backgroundScanInterval)
        var found: [Nanoseconds] = []
        for _ in 0..<120 {
            bench.advance(.seconds(5))
            found += Self.intervals(bench.takeHost())
        }
        #expect(found == profile.backgroundScanStages.map(\.interval) && found == found.sorted())
        #expect(found.count > 1)
        bench.model.enterForeground(Bench.app, at: bench.now)
        bench.drain()
        #expect(Self.intervals(bench.takeHost()) == [profile.scanInterval])
        bench.model.enterBackground(Bench.app, at: bench.now)
        bench.drain()
        #expect(Self.intervals(bench.takeHost()) == [profile.backgroundScanInterval], "it begins anew")
    }

    @Test("Behaviour 27.22: older systems scan at the same pace all the time")
    func older() {
        var bench = behind(.iOS(18))
        bench.seen = []
        bench.advance(.minutes(60))
        #expect(Self.intervals(bench.takeHost()).isEmpty)
        #expect(OSProfile.macOS(26).backgroundScanStages.isEmpty)
    }

    @Test("Behaviour 27.22: without a scan there is no stage, and after the radio was off none goes on")
    func ends() {
        var bench = behind(.iOS(26))
        bench.model.setRadio(.off, at: bench.now)
        bench.drain()
        bench.seen = []
        bench.advance(.minutes(60))
        #expect(Self.intervals(bench.takeHost()).isEmpty)
        #expect(bench.model.scanning.backgroundStage == 0)
    }

    @Test("Behaviour 27.23: where the switch is on, an input device's parameters change every 120 ms")
    func inputDevices() {
        for isKeyboard in [true, false] {
            var profile = OSProfile.plain(iOS: 26)
            profile.inputUpdatePeriod = .milliseconds(120)
            var bench = Bench.poweredOn(profile)
            let session = bench.central()
            let peer = bench.discover(by: session)
            let service = isKeyboard ? BluetoothUUID(0x1812) : HeartRate.service
            bench.send(.scan(Central.ScanRequest()), session)
            bench.host(
                .advertisementReceived(
                    Bench.report(Bench.peer, [.completeServiceUUIDs(.bits16, [service])])))
            bench.send(.connect(peer, Central.ConnectOptions()), session)
            bench.linkUp()
            bench.seen = []
            var changes: [Host.ConnectionParameters] = []
            for _ in 0..<10 {
                bench.advance(.milliseconds(120))
                changes += bench.takeHost().compactMap {
                    if case .link(.updateParameters(_, let parameters)) = $0 { parameters } else { nil }
                }
            }
            #expect(changes.count == (isKeyboard ? 10 : 0))
            #expect(zip(changes, changes.dropFirst()).allSatisfy { $0 != $1 }, "each differs from the last")
            bench.host(.disconnected(Bench.link, .connectionTimeout))
            #expect(!bench.model.effects.timers.contains { $0.timer == .inputUpdate(Bench.link) })
        }
        #expect(OSProfile.iOS(26).inputUpdatePeriod == nil)
    }
}
