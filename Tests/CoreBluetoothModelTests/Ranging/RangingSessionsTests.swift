import BluetoothHost
import BluetoothPort
import BluetoothTypes
import RandomCases
import Testing

@testable import CoreBluetoothModel

/// The machine alone.
@Suite struct RangingSessionsTests {
    private static let managers = [SessionID(1), SessionID(2)]
    private static let links = [Host.LinkID(1), Host.LinkID(2), Host.LinkID(3)]

    /// What a host would say of its links, from what it was told.
    private struct PlayedHost {
        enum State { case idle, starting, running, stopping }
        var states: [Host.LinkID: State] = [:]
        var problems: [String] = []

        mutating func take(_ command: Host.Command) {
            guard case .ranging(let ranging) = command else { return problems.append("\(command)") }
            switch ranging {
            case .start(let link, _):
                if states[link] ?? .idle != .idle { problems.append("\(link) started twice") }
                states[link] = .starting
            case .stop(let link):
                let state = states[link] ?? .idle
                if state != .starting, state != .running { problems.append("\(link) stopped in vain") }
                states[link] = .stopping
            case .allow: problems.append("allowed")
            }
        }
    }

    @Test(
        "Whatever happens, the host is started and stopped in turn, and the rules hold",
        arguments: UInt64(0)..<20)
    func anything(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var profile = OSProfile.iOS(27)
        profile.ranging.maximumSessions = seed % 3 == 0 ? 2 : 1
        profile.ranging.endOfLink = [.completesFirst, .completesLast, .staysSilent][Int(seed % 3)]
        profile.ranging.endsWithFailedProcedure = seed % 5 == 0
        var ranging = RangingSessions(profile: profile)
        var effects = PhoneEffects()
        var host = PlayedHost()
        var isInFront = [true, true]
        for step in 0..<200 {
            let link = Self.links[Int.random(in: 0..<3, using: &numbers)]
            let manager = Int.random(in: 0..<2, using: &numbers)
            let session = Self.managers[manager]
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0, 1:
                ranging.start(
                    .init(
                        session: session, peer: PeerIdentifier(high: 1, low: UInt64(link.rawValue)),
                        link: link, isSetUp: Int.random(in: 0..<8, using: &numbers) > 0,
                        isInFront: isInFront[manager]),
                    into: &effects)
            case 2: ranging.cancel(session, on: link, into: &effects)
            case 3: ranging.forget(session, into: &effects)
            case 4: ranging.connectionCancelled(on: link, session, reports: true, into: &effects)
            case 5:
                isInFront[manager].toggle()
                ranging.set(isInFront: isInFront[manager], of: session, into: &effects)
            case 6:
                ranging.linkEnds(link, .connectionTimeout, isTold: false, into: &effects)
                ranging.linkEnds(link, .connectionTimeout, isTold: true, into: &effects)
                host.states[link] = .idle
            default: event(&ranging, link, &host, &numbers, &effects)
            }
            while let output = effects.nextOutput() {
                if case .host(let command) = output { host.take(command) }
            }
            if let rule = ranging.brokenRule ?? host.problems.first {
                Issue.record("seed \(seed), step \(step): \(rule)")
                return
            }
        }
    }

    private func event(
        _ ranging: inout RangingSessions, _ link: Host.LinkID, _ host: inout PlayedHost,
        _ numbers: inout SeededNumbers, _ effects: inout PhoneEffects
    ) {
        switch host.states[link] ?? .idle {
        case .idle: break
        case .starting where Int.random(in: 0..<4, using: &numbers) > 0:
            host.states[link] = .running
            ranging.handle(.started(Host.RangingSession(role: .initiator)), on: link, into: &effects)
        case .running where Int.random(in: 0..<4, using: &numbers) > 0:
            ranging.handle(
                .missed(Host.RangingGap(procedureCounter: 0, time: .zero, reason: .weakSignal)), on: link,
                into: &effects)
        case .starting, .running:
            host.states[link] = .idle
            ranging.handle(.ended(.endedByPeer), on: link, into: &effects)
        case .stopping:
            host.states[link] = .idle
            ranging.handle(.ended(nil), on: link, into: &effects)
        }
    }
}
