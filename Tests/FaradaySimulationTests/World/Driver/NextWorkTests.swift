import Testing

@testable import FaradaySimulation

/// What a worker's thread keeps for itself, and what goes to another thread.
@Suite struct NextWorkTests {
    struct Row: Sendable {
        let followers: NextWork.Followers
        let isJob: Bool
        let isKept: Bool
    }

    static let rows = [
        Row(followers: .none, isJob: false, isKept: false),
        Row(followers: .none, isJob: true, isKept: false),
        Row(followers: .jobs, isJob: false, isKept: false),
        Row(followers: .jobs, isJob: true, isKept: true),
        Row(followers: .any, isJob: false, isKept: true),
        Row(followers: .any, isJob: true, isKept: true),
    ]

    @Test("A thread that is free soon keeps what follows; a drain keeps only a job", arguments: rows)
    func keeping(row: Row) {
        var next = NextWork()
        next.followers = row.followers
        #expect(next.keep({ _ in }, isJob: row.isJob) == row.isKept)
        #expect((next.take() != nil) == row.isKept)
    }

    @Test("A second one goes to another thread, until the first is taken out")
    func onlyOne() {
        var next = NextWork()
        next.followers = .any
        let first = next.keep({ _ in }, isJob: true)
        let second = next.keep({ _ in }, isJob: true)
        #expect(first && !second)
        let taken = next.take() != nil
        let third = next.keep({ _ in }, isJob: true)
        #expect(taken && third)
    }

    @Test("When the thread has done what it ran, nothing may follow but what it has kept")
    func ending() {
        var next = NextWork()
        next.followers = .any
        let isKept = next.keep({ _ in }, isJob: false)
        let hasKept = next.end() != nil
        #expect(isKept && hasKept)
        let isKeptLater = next.keep({ _ in }, isJob: true)
        #expect(!isKeptLater)
        #expect(next.end() == nil)
    }
}
