import Testing

/// Spied functions that are `async`: they suspend until the test resumes them.
@Suite struct SpySuspensionTests {
    private struct Refusal: Error, Equatable {}

    private let journal = SpyJournal("S")

    private func function<Value, Failure: Error>(
        _ value: Value.Type = Value.self, _ failure: Failure.Type = Never.self
    ) -> SpiedAsyncThrowingFunction<Int, Value, Failure> {
        SpiedAsyncThrowingFunction("LoaderSpy", "load(_:)", stub: "onLoad", journal: journal)
    }

    @Test func stubsAreAsForFunctionsThatReturnAtOnce() async throws {
        let load = function(String.self, Refusal.self)
        load.returns("a")
        #expect(try await load.call(1, ["_"]) == "a")
        load.returns(inOrder: ["b", "c"])
        #expect(try await load.call(2, ["_"]) + load.call(3, ["_"]) == "bc")
        load.throws(Refusal())
        await #expect(throws: Refusal()) { try await load.call(4, ["_"]) }
        load.does { number throws(Refusal) in
            await Task.yield()
            guard number < 6 else { throw Refusal() }
            return "\(number)"
        }
        #expect(try await load.call(5, ["_"]) == "5")
        await #expect(throws: Refusal()) { try await load.call(6, ["_"]) }
        #expect(load.calls == Array(1...6))
        #expect(journal.calls.first?.description == "load(1)")
    }

    @Test func aCallWaitsUntilItIsResumed() async throws {
        let load = function(String.self, Refusal.self)
        load.suspends()
        async let first = load.call(1, ["_"])
        await load.waitUntilCalled()
        load.resume(returning: "one")
        #expect(try await first == "one")
        let second = Task { try await load.call(2, ["_"]) }
        await load.waitUntilCalled(times: 2)
        load.resume(throwing: Refusal())
        await #expect(throws: Refusal()) { try await second.value }
    }

    @Test func callsAreResumedInTheirOrder() async {
        let load = function(String.self)
        load.suspends()
        let calls = await withTaskGroup(of: (Int, String).self, returning: [Int: String].self) { group in
            for number in 1...5 {
                group.addTask { (number, await load.call(number, ["_"])) }
                await load.waitUntilCalled(times: number)
            }
            for number in 1...5 { load.resume(returning: "end \(number)") }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(calls == [1: "end 1", 2: "end 2", 3: "end 3", 4: "end 4", 5: "end 5"])
    }

    @Test func itMayBeResumedBeforeItIsCalled() async {
        let load = function(String.self)
        load.suspends()
        load.resume(returning: "early")
        load.resume(returning: "too")
        #expect(await load.call(1, ["_"]) == "early")
        #expect(await load.call(2, ["_"]) == "too")
    }

    @Test func aCancelledCallThrowsIfItCan() async throws {
        let load = function(String.self, (any Error).self)
        load.suspends()
        let task = Task { try await load.call(1, ["_"]) }
        await load.waitUntilCalled()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // The end is for the next call, not for the one that is gone.
        load.resume(returning: "next")
        #expect(try await load.call(2, ["_"]) == "next")
    }

    @Test func aCallOfACancelledTaskThrowsAtOnce() async {
        let load = function(String.self, (any Error).self)
        load.suspends()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await load.call(1, ["_"])
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aCancelledCallWithoutAResultReturns() async {
        let load = function(Void.self)
        load.suspends()
        let task = Task { await load.call(1, ["_"]) }
        await load.waitUntilCalled()
        task.cancel()
        await task.value
    }

    @Test func aCancelledCallThatCannotThrowWaitsOn() async {
        let load = function(String.self)
        load.suspends()
        let task = Task { await load.call(1, ["_"]) }
        await load.waitUntilCalled()
        task.cancel()
        load.resume(returning: "still there")
        #expect(await task.value == "still there")
    }

    @Test func waitingForACallEndsWhenCancelled() async {
        let load = function(Void.self)
        let task = Task { await load.waitUntilCalled() }
        task.cancel()
        await task.value
        #expect(!load.wasCalled)
    }

    @Test func aFunctionThatReturnsAtOnceCanBeWaitedForToo() async {
        let scan = SpiedFunction<Void, Void>("S", "scan()", stub: "onScan", journal: journal)
        let task = Task { await scan.waitUntilCalled(times: 2) }
        scan.call((), [])
        scan.call((), [])
        await task.value
    }

    @Test func aBodyMayCallTheSpyAgain() async {
        let load = function(Int.self)
        load.does { [unowned load] number in number == 0 ? 0 : 1 + (await load.call(number - 1, ["_"])) }
        #expect(await load.call(3, ["_"]) == 3)
    }

    /// An actor may call with values that can't leave it.
    @MainActor @Test func aCallStaysOnItsActor() async {
        final class Box { var value = 0 }
        let fill = SpiedAsyncFunction<Box, Box>("S", "fill(_:)", stub: "onFill", journal: journal)
        fill.does { box in
            MainActor.assertIsolated()
            box.value = 5
            return box
        }
        #expect(await fill.call(Box(), ["_"]).value == 5)
    }
}
