#if !canImport(Darwin) || os(iOS)
import CoreBluetooth
import FaradayTesting
import TagFinder
import Testing

/// A session that stops and starts again, at any moment.
extension TagFinderTests {
    /// Moments from the start of a session on: most of them lie in its set-up.
    private static var moments: [Int] {
        Array(stride(from: 0, through: 500, by: 15)) + [600, 700, 850, 1000]
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.9: a session that is cancelled at any moment can be started again in its didComplete",
        .simulated(seed: 2774), arguments: Self.moments)
    func startsAgain(_ moment: Int) async throws {
        let world = World.current
        let found = try await find(Self.tag())
        let (app, said) = (found.app, found.said)
        app.onEvent = { [weak app] line in
            let isFirst = said.withLock { lines in
                lines.append(line)
                return lines.filter { $0.hasPrefix("the session") }.count == 1
            }
            if isFirst, line == "the session has ended" { app?.startMeasuring() }
        }
        try await world.run(for: .milliseconds(moment))
        app.stopMeasuring()
        try await world.run(until: { found.lines.contains("the session has ended") })
        try await measures(found, said: ["set up Tag", "connected", "the session has ended"], moment)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.11: a session goes on whenever its app leaves, and however soon it returns",
        .simulated(seed: 2775), arguments: Self.moments)
    func returnsSoon(_ moment: Int) async throws {
        let world = World.current
        let found = try await find(Self.tag())
        try await world.run(for: .milliseconds(moment))
        found.phone.enterBackground()
        try await world.run(for: .milliseconds(moment % 7 * 20))
        found.phone.enterForeground()
        try await measures(found, said: ["set up Tag", "connected"], moment)
    }

    @available(iOS 27.0, macCatalyst 27.0, *)
    @Test(
        "Behaviour 27.6: a session that is started right after a cancel begins when the first has completed",
        .simulated(seed: 2776), arguments: [0, 100, 250, 1000])
    func startsInTheSameTurn(_ moment: Int) async throws {
        let world = World.current
        let found = try await find(Self.tag())
        try await world.run(for: .milliseconds(moment))
        found.app.stopMeasuring()
        found.app.startMeasuring()
        try await measures(found, said: ["set up Tag", "connected", "the session has ended"], moment)
    }

    /// The app gets more than three distances within 2 s from now on, and has said these lines by then.
    @available(iOS 27.0, macCatalyst 27.0, *)
    private func measures(_ found: Found, said lines: [String], _ moment: Int) async throws {
        let count = found.app.distances.count
        try await World.current.run(for: .seconds(2))
        #expect(found.lines == lines, "after \(moment) ms")
        #expect(found.app.distances.count > count + 3, "after \(moment) ms")
    }
}
#endif
