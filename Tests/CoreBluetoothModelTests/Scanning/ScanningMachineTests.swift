import BluetoothHost
import BluetoothPort
import BluetoothTypes
import BluetoothWire
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// Scanning alone: no phone, no host.
@Suite struct ScanningMachineTests {
    private static let heartRate = BluetoothUUID(0x180D)
    private static let first = SessionID(1)
    private static let second = SessionID(2)

    /// A scanning machine with what it needs around it.
    private struct Alone {
        var scanning: Scanning
        var peers = PeerMemory(.iOS(18), seed: 42)
        var effects = PhoneEffects()

        init(_ profile: OSProfile = .iOS(18), isReady: Bool = true) {
            scanning = Scanning(profile: profile)
            if isReady { scanning.hostReady() }
        }

        mutating func start(_ session: SessionID, _ services: [BluetoothUUID] = [], duplicates: Bool = false)
        {
            let request = Central.ScanRequest(services: services, allowsDuplicates: duplicates)
            scanning.start(session, request, into: &effects)
        }

        mutating func stop(_ session: SessionID) { scanning.stop(session, into: &effects) }

        mutating func stand(_ session: SessionID, _ presence: Presence, _ reach: Reach = .everyone) {
            scanning.set(AppAccess(presence: presence, reach: reach), of: session)
            scanning.update(restart: false, into: &effects)
        }

        mutating func receive(_ address: DeviceAddress = Bench.peer, response: Bool = false) {
            let slot = peers.meet(address).slot
            let data: [AdvertisingData.Structure] =
                response ? [.completeLocalName("HR")] : [.completeServiceUUIDs(.bits16, [heartRate])]
            let report = Bench.report(address, data, response: response)
            scanning.received(report, from: slot, of: &peers, time: 0, into: &effects)
        }

        /// What left the machine: `scan`, `scan all`, `scan slowly`, `stop`, and the managers that were told of a peer.
        mutating func take() -> [String] {
            var seen: [String] = []
            while let output = effects.nextOutput() {
                switch output {
                case .host(.gap(.startScanning(let parameters))):
                    let isSlow = parameters.interval == OSProfile.iOS(18).backgroundScanInterval
                    seen.append(
                        "scan" + (parameters.filtersDuplicates ? "" : " all") + (isSlow ? " slowly" : ""))
                case .host(.gap(.stopScanning)): seen.append("stop")
                case .central(let session, .discovered): seen.append("\(session.rawValue)")
                default: seen.append("\(output)")
                }
            }
            return seen
        }
    }

    @Test(
        "One scan of the host serves all managers: it filters duplicates unless a manager in the foreground wants them"
    )
    func oneScan() {
        var alone = Alone()
        alone.scanning.open(Self.first, AppAccess())
        alone.scanning.open(Self.second, AppAccess())
        alone.start(Self.first)
        #expect(alone.take() == ["scan"])
        alone.start(Self.second, duplicates: true)
        #expect(alone.take() == ["stop", "scan all"])
        alone.stop(Self.second)
        #expect(alone.take() == ["stop", "scan"])
        alone.scanning.close(Self.first, into: &alone.effects)
        #expect(alone.take() == ["stop"])
        #expect(alone.scanning.brokenRule == nil)
    }

    @Test(
        "Behaviour 2.25, 2.27: where the app is, and whether the scan has a filter, decide whether the host scans, and how",
        arguments: [
            (Presence.foreground, false, ["stop", "scan all"]), (.foreground, true, ["stop", "scan all"]),
            (.background, false, ["stop"]), (.background, true, ["stop", "scan slowly"]),
            (.absent, false, ["stop"]), (.absent, true, ["stop"]),
        ])
    func presence(_ presence: Presence, _ hasFilter: Bool, _ expected: [String]) {
        var alone = Alone()
        alone.scanning.open(Self.first, AppAccess())
        alone.start(Self.first, hasFilter ? [Self.heartRate] : [], duplicates: true)
        _ = alone.take()
        alone.stand(Self.first, presence == .absent ? .background : .absent)
        _ = alone.take()
        alone.stand(Self.first, presence)
        // The way there ended at a scan of another kind, or at none.
        #expect((["stop"] + alone.take()).suffix(expected.count) == expected[...])
        #expect(alone.scanning.isOn == (expected.count == 2))
        #expect(alone.scanning.brokenRule == nil)
    }

    @Test(
        "Behaviour 2.26: a scan that goes on in the background reports no peer again, one in the foreground does"
    )
    func inherits() {
        for presence in [Presence.foreground, .background] {
            var alone = Alone()
            alone.scanning.open(Self.first, AppAccess())
            alone.start(Self.first, [Self.heartRate])
            alone.receive()
            alone.stand(Self.first, presence)
            alone.stop(Self.first)
            _ = alone.take()
            alone.start(Self.first, [Self.heartRate])
            alone.receive()
            let isAgain = presence == .foreground
            #expect(alone.take() == (isAgain ? ["scan", "1"] : ["scan slowly"]))
        }
    }

    @Test("Behaviour 2.26: a device that was connected counts as new for background scans of its app only")
    func countsAsNew() {
        var alone = Alone()
        for session in [Self.first, Self.second] {
            alone.scanning.open(session, AppAccess(presence: .background))
            alone.start(session, [Self.heartRate])
        }
        alone.receive()
        _ = alone.take()
        alone.scanning.countAsNew(0, for: [Self.second], into: &alone.effects)
        alone.receive()
        #expect(alone.take() == ["stop", "scan slowly", "2"])
    }

    @Test("Behaviour 1.37, 1.38: a manager gets the peers in its reach")
    func reach() {
        var alone = Alone()
        let identifier = PeerIdentifier(seed: 42, address: Bench.peer)
        let reaches: [(Reach, Bool)] = [
            (.everyone, true), (.accessories([identifier]), true), (.accessories([]), false),
            (.advertisers([Self.heartRate]), true), (.advertisers([BluetoothUUID(0x1812)]), false),
        ]
        for (index, (reach, _)) in reaches.enumerated() {
            let session = SessionID(UInt32(index))
            alone.scanning.open(session, AppAccess(reach: reach))
            alone.start(session)
        }
        _ = alone.take()
        alone.receive()
        let expected = reaches.indices.filter { reaches[$0].1 }.map { "\($0)" }
        #expect(alone.take() == expected)
    }

    @Test("Behaviour 1.15: without a host nothing is scanned; a scan that is kept starts with the host again")
    func hostLost() {
        for keeps in [true, false] {
            var alone = Alone()
            alone.scanning.open(Self.first, AppAccess())
            alone.start(Self.first)
            _ = alone.take()
            alone.scanning.hostLost(keepsScans: keeps)
            #expect(alone.scanning.hostScan == .unavailable)
            #expect((alone.scanning.request(of: Self.first) != nil) == keeps)
            alone.scanning.hostReady()
            alone.scanning.update(restart: true, into: &alone.effects)
            #expect(alone.take() == (keeps ? ["scan"] : []))
            #expect(alone.scanning.brokenRule == nil)
        }
    }

    @Test("A manager that gets another number keeps its scan; its peers are reported under the new number")
    func renamed() {
        var alone = Alone()
        alone.scanning.open(Self.first, AppAccess())
        alone.start(Self.first)
        alone.scanning.rename(Self.first, to: Self.second)
        _ = alone.take()
        alone.receive()
        #expect(alone.take() == ["2"])
        #expect(alone.scanning.request(of: Self.first) == nil)
    }

    @Test("The rules hold after every input, in any order", arguments: 0..<40)
    func invariant(_ seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var alone = Alone(seed % 2 == 0 ? .iOS(18) : .iOS(12), isReady: false)
        var open: [SessionID] = []
        var last: UInt32 = 0
        for step in 0..<200 {
            let session = open.randomElement(using: &random) ?? SessionID(99)
            let presences = [Presence.foreground, .background, .absent]
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                last += 1
                open.append(SessionID(last))
                alone.scanning.open(SessionID(last), AppAccess())
            case 1:
                alone.scanning.close(session, into: &alone.effects)
                open.removeAll { $0 == session }
            case 2...4:
                alone.start(
                    session, Bool.random(using: &random) ? [Self.heartRate] : [], duplicates: step % 3 == 0)
            case 5: alone.stop(session)
            case 6: alone.stand(session, presences.randomElement(using: &random) ?? .absent)
            case 7:
                alone.scanning.hostReady()
                alone.scanning.update(restart: true, into: &alone.effects)
            case 8: alone.scanning.hostLost(keepsScans: step % 2 == 0)
            case 9: alone.scanning.forget(Int.random(in: 0..<4, using: &random))
            case 10: alone.scanning.countAsNew(0, for: [session], into: &alone.effects)
            default:
                if alone.scanning.isOn { alone.receive(response: step % 2 == 0) }
            }
            #expect(alone.scanning.brokenRule == nil, "seed \(seed), step \(step)")
            #expect(hostAgrees(alone.take()), "seed \(seed), step \(step)")
        }
    }

    /// Whether the host is never asked to scan twice in a row: one input stops and starts it at most once.
    private func hostAgrees(_ outputs: [String]) -> Bool {
        let commands = outputs.filter { $0 == "stop" || $0.hasPrefix("scan") }
        return commands.count < 2 || (commands.count == 2 && commands[0] == "stop")
    }
}
