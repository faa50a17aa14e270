import RandomCases
import Testing

@testable import FaradayAppTime

/// Which pieces of an app's work may run next: what dispatch promises of its queues, and nothing more.
@Suite struct WorkQueuesTests {
    private static let context = AppContext(AppClock(start: 0)) { nil }

    private static func piece(_ number: UInt64, isBarrier: Bool = false) -> Piece {
        let piece = Piece(.closure {}, of: context, isBarrier: isBarrier)
        piece.number = number
        return piece
    }

    /// Queues by numbers: 10 to 19 are serial, 20 to 29 concurrent, 30 to 39 global; 11 sends its work to 10.
    private static func describe(_ key: UInt) -> WorkQueues.Description {
        switch key {
        case 11: WorkQueues.Description(.serial, target: 10)
        case 10..<20: WorkQueues.Description(.serial)
        case 20..<30: WorkQueues.Description(.concurrent)
        default: WorkQueues.Description(.global)
        }
    }

    private static func queues(_ pieces: [(UInt, Piece)]) -> WorkQueues {
        var queues = WorkQueues()
        for (key, piece) in pieces { queues.add(piece, to: key, describe) }
        return queues
    }

    private func candidates(_ queues: WorkQueues) -> [UInt64] {
        queues.candidates(atMost: 16).map(\.number).sorted()
    }

    @Test("A serial queue offers its first piece, a concurrent and a global one all of theirs")
    func kinds() {
        let queues = Self.queues([
            (12, Self.piece(1)), (12, Self.piece(2)), (20, Self.piece(3)), (20, Self.piece(4)),
            (30, Self.piece(5)), (30, Self.piece(6)),
        ])
        #expect(candidates(queues) == [1, 3, 4, 5, 6])
        #expect(queues.first()?.number == 1)
    }

    @Test("Nothing passes a barrier, and a barrier waits until nobody is on its queue")
    func barriers() throws {
        var queues = Self.queues([
            (20, Self.piece(1)), (20, Self.piece(2, isBarrier: true)), (20, Self.piece(3)),
        ])
        #expect(candidates(queues) == [1])
        let first = try #require(queues.first())
        _ = queues.take(first)
        queues.occupy(20, isBarrier: false, Self.describe)
        #expect(candidates(queues) == [])
        queues.leave(20, isBarrier: false)
        #expect(candidates(queues) == [2])
        let barrier = try #require(queues.first())
        _ = queues.take(barrier)
        queues.occupy(20, isBarrier: true, Self.describe)
        #expect(candidates(queues) == [])
        queues.leave(20, isBarrier: true)
        #expect(candidates(queues) == [3])
    }

    @Test("A queue waits while somebody is on it, or on the queue that its work goes to")
    func targets() {
        var queues = Self.queues([(10, Self.piece(1)), (11, Self.piece(2)), (12, Self.piece(3))])
        #expect(candidates(queues) == [1, 2, 3])
        queues.occupy(11, isBarrier: false, Self.describe)
        #expect(candidates(queues) == [3])
        queues.leave(11, isBarrier: false)
        queues.occupy(10, isBarrier: false, Self.describe)
        #expect(candidates(queues) == [3])
        queues.leave(10, isBarrier: false)
        #expect(queues.goes(11, to: 10) && !queues.goes(12, to: 10))
    }

    @Test("A suspended queue offers nothing until it was resumed as often")
    func suspended() {
        var queues = Self.queues([(12, Self.piece(1))])
        queues.suspend(12, Self.describe)
        queues.suspend(12, Self.describe)
        #expect(!queues.hasCandidate)
        #expect(queues.resume(12) && !queues.hasCandidate)
        #expect(queues.resume(12) && queues.hasCandidate)
        let isResumedTooOften = queues.resume(12)
        #expect(!isResumedTooOften)
    }

    @Test("A queue is free for somebody who came last if nothing waits there and nobody is in the way")
    func free() {
        var queues = WorkQueues()
        #expect(queues.isFree(12, isBarrier: false))
        queues.add(Self.piece(1), to: 12, Self.describe)
        #expect(!queues.isFree(12, isBarrier: false))
        queues.occupy(20, isBarrier: false, Self.describe)
        #expect(queues.isFree(20, isBarrier: false) && !queues.isFree(20, isBarrier: true))
    }

    @Test(
        "A queue without pieces, without somebody on it and without sources is forgotten, and its target too")
    func forgotten() throws {
        var queues = Self.queues([(11, Self.piece(1))])
        #expect(queues.takeForgotten() == [])
        let only = try #require(queues.first())
        _ = queues.take(only)
        #expect(queues.takeForgotten() == [11, 10])
        #expect(queues.isEmpty)
    }

    @Test("A queue that takes the place of a forgotten one has nothing of it")
    func reused() throws {
        var queues = Self.queues([(20, Self.piece(1)), (20, Self.piece(2, isBarrier: true))])
        while let next = queues.first() { _ = queues.take(next) }
        queues.occupy(21, isBarrier: true, Self.describe)
        queues.leave(21, isBarrier: true)
        queues.suspend(11, Self.describe)
        #expect(!queues.isFree(11, isBarrier: false) && queues.isFree(10, isBarrier: false))
        #expect(queues.resume(11) && queues.isEmpty)
        queues.add(Self.piece(3), to: 12, Self.describe)
        #expect(candidates(queues) == [3] && queues.isSerial(12))
    }

    @Test("Each serial queue is first in, first out, whichever candidate is taken")
    func firstInFirstOut() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<randomCases(100) {
            let count = UInt64.random(in: 1...80, using: &random)
            var queues = Self.queues(
                (1...count).map { (UInt.random(in: 10...14, using: &random), Self.piece($0)) })
            var last: [UInt: UInt64] = [:]
            var taken = 0
            while let candidate = queues.candidates(atMost: 16).randomElement(using: &random) {
                let piece = queues.take(candidate)
                #expect(piece.number > last[candidate.queue] ?? 0)
                last[candidate.queue] = piece.number
                taken += 1
            }
            #expect(taken == Int(count) && queues.isEmpty)
        }
    }
}
