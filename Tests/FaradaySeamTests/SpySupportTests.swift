import Foundation
import Testing

/// What spies are made of, used as a generated spy uses it.
@Suite struct SpySupportTests {
    private let journal = SpyJournal("S")

    private func function<Arguments, Value>(
        _ member: String = "scan()", stub: String = "onScan"
    ) -> SpiedFunction<Arguments, Value> {
        SpiedFunction("ScannerSpy", member, stub: stub, journal: journal)
    }

    private var texts: [String] { journal.calls.map(\.description) }

    @Test func callsOfAllMembersAreInOrder() {
        let arm: SpiedFunction<String, Void> = function("arm(deviceId:)")
        let scan: SpiedFunction<Void, Void> = function()
        let state = SpiedProperty<Int>("ScannerSpy", "state", stub: "onState", journal: journal)
        scan.call((), [])
        arm.call("1", ["deviceId"])
        state.set(5)
        #expect(state.get() == 5)
        arm.call("2", ["deviceId"])
        #expect(texts == [#"scan()"#, #"arm(deviceId: "1")"#, "state = 5", #"arm(deviceId: "2")"#])
        #expect(journal.calls.map(\.member) == ["scan()", "arm(deviceId:)", "state", "arm(deviceId:)"])
        #expect(journal.calls[1] == SpyCall(member: "arm(deviceId:)", description: #"arm(deviceId: "1")"#))
        #expect(arm.calls == ["1", "2"])
        #expect(scan.calls.count == 1)
    }

    @Test func absenceIsSeen() {
        let scan: SpiedFunction<Void, [String]> = function()
        #expect(!scan.wasCalled)
        #expect(scan.calls.isEmpty && journal.calls.isEmpty)
        scan.returns([])
        _ = scan.call((), [])
        #expect(scan.wasCalled)
    }

    @Test func stubsAreValuesSequencesAndBodies() {
        let double: SpiedFunction<Int, Int> = function("double(_:)")
        double.returns(7)
        #expect((1...2).map { double.call($0, ["_"]) } == [7, 7])
        double.returns(inOrder: [1, 2])
        #expect((1...2).map { double.call($0, ["_"]) } == [1, 2])
        double.does { $0 * 2 }
        #expect(double.call(21, ["_"]) == 42)
        let place: SpiedFunction<(x: Int, y: Int), Int> = function("place(x:y:)")
        place.does { x, y in x - y }
        #expect(place.call((5, 3), ["x", "y"]) == 2)
        let now: SpiedFunction<Void, Int> = function("now()")
        now.does { 3 }
        #expect(now.call((), []) == 3)
        #expect(place.calls.first?.x == 5)
    }

    @Test func errorsAreThrownWithTheirType() {
        struct Refusal: Error, Equatable { var id: Int }
        let arm = SpiedThrowingFunction<Int, String, Refusal>(
            "ScannerSpy", "arm(_:)", stub: "onArm", journal: journal)
        func outcome(_ id: Int) -> Result<String, Refusal> {
            do throws(Refusal) { return .success(try arm.call(id, ["_"])) } catch { return .failure(error) }
        }
        arm.throws(Refusal(id: 0))
        #expect(outcome(1) == .failure(Refusal(id: 0)))
        arm.does { id throws(Refusal) in
            guard id < 3 else { throw Refusal(id: id) }
            return "armed"
        }
        #expect(outcome(2) == .success("armed"))
        #expect(outcome(3) == .failure(Refusal(id: 3)))
        let any = SpiedThrowingFunction<Void, Void, any Error>("S", "go()", stub: "onGo", journal: journal)
        any.does { throw Refusal(id: 9) }
        #expect(throws: Refusal(id: 9)) { try any.call((), []) }
    }

    @Test func aBodyMayCallTheSpyAgain() {
        let count: SpiedFunction<Int, Int> = function("count(_:)")
        count.does { [unowned count] number in number == 0 ? 0 : 1 + count.call(number - 1, ["_"]) }
        #expect(count.call(3, ["_"]) == 3)
        #expect(texts == ["count(3)", "count(2)", "count(1)", "count(0)"])
    }

    @Test func callsFromManyThreadsAreAllRecorded() {
        let add: SpiedFunction<Int, Int> = function("add(_:)")
        add.returns(inOrder: Array(0..<1000))
        let sum = SpiedFunction<Int, Void>("S", "sum(_:)", stub: "onSum", journal: journal)
        DispatchQueue.concurrentPerform(iterations: 1000) { sum.call(add.call($0, ["_"]), ["_"]) }
        #expect(Set(add.calls) == Set(0..<1000))
        #expect(Set(sum.calls) == Set(0..<1000))
        #expect(journal.calls.count == 2000)
    }

    @Test func aPropertyGivesWhatWasStubbedOrWrittenLast() {
        let state = SpiedProperty<Int>("ScannerSpy", "state", stub: "onState", journal: journal)
        state.returns(1)
        #expect(state.get() == 1)
        state.set(2)
        #expect(state.get() == 2)
        state.returns(inOrder: [3, 4])
        #expect((0..<2).map { _ in state.get() } == [3, 4])
        state.does { 5 }
        #expect(state.get() == 5)
        #expect(state.reads == 5)
        #expect(state.writes == [2])
        #expect(texts == ["state = 2"])
    }
}

/// The text of a call is the same in each run, and is what one would write.
@Suite struct SpyTextTests {
    private let journal = SpyJournal("S")

    private func text<Arguments>(_ member: String, _ arguments: Arguments, _ labels: [String]) -> String? {
        SpiedFunction<Arguments, Void>("S", member, stub: "onIt", journal: journal).call(arguments, labels)
        return journal.calls.last?.description
    }

    @Test func labelsStandWhereTheyAreWritten() {
        #expect(text("scan()", (), []) == "scan()")
        #expect(text("arm(deviceId:)", "1", ["deviceId"]) == #"arm(deviceId: "1")"#)
        #expect(text("connect(_:options:)", ("T", 5), ["_", "options"]) == #"connect("T", options: 5)"#)
        // An argument that is a tuple itself, and one that can't be kept.
        #expect(text("move(to:)", (1, 2), ["to"]) == "move(to: (1, 2))")
        #expect(text("each(of:do:)", [1], ["of"]) == "each(of: [1])")
        #expect(text("subscript(_:)", 5, ["_"]) == "subscript(5)")
        #expect(text("content", (), []) == "content")
    }

    @Test func valuesAreAsInSource() {
        let rows: [(Any, String)] = [
            ("a\"b\n", #""a\"b\n""#), ("ab".dropFirst(), "\"b\""), (Character("c"), "\"c\""), (5, "5"),
            (1.5, "1.5"),
            (true, "true"), (Int?.none as Any, "nil"), (String?("x") as Any, "\"x\""),
            (["1", nil] as [String?], #"["1", nil]"#), ([String: Int](), "[:]"), ([Int](), "[]"),
            (["b": 1, "a": 2], #"["a": 2, "b": 1]"#), (Set(["z", "y", "x"]), #"["x", "y", "z"]"#),
            (1..<3, "1..<3"), (Data([1, 2]), "2 bytes"), (Int.self, "Int"), (Level.high, "high"),
            (Level.at(3), "at(3)"), (Place(x: 1, name: "p"), #"Place(x: 1, name: "p")"#),
            (URL(string: "https://x.org/y")!, "https://x.org/y"),
        ]
        for (value, expected) in rows { #expect(text("go(_:)", value, ["_"]) == "go(\(expected))") }
    }

    @Test func thereAreNoAddresses() {
        final class Local {}
        var byte: UInt8 = 0
        #expect(text("go(_:)", App(), ["_"]) == "go(App)")
        #expect(text("go(_:)", Local(), ["_"]) == "go(Local)")
        #expect(text("go(_:)", NSObject(), ["_"]) == "go(NSObject)")
        #expect(text("go(_:)", [Thing()], ["_"]) == "go([Thing])")
        #expect(text("go(_:)", Named(), ["_"]) == "go(the one)")
        #expect(text("go(_:)", { () -> Void in }, ["_"]) == "go((Function))")
        withUnsafePointer(to: &byte) { #expect(text("go(_:)", $0, ["_"]) == "go(0x...)") }
    }
}

#if os(macOS) || os(Linux)
/// A spy that can't answer ends the test, with one line.
@Suite struct SpyFailureTests {
    private func line(
        _ body: @escaping @Sendable () async -> ExitTest.Result?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let output = try #require(await body(), sourceLocation: sourceLocation).standardErrorContent
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        let line = try #require(lines.first { $0.contains("Fatal error: ") }, sourceLocation: sourceLocation)
        return String(line[line.range(of: "Fatal error: ")!.upperBound...])
    }

    @Test func anUnstubbedCall() async throws {
        let line = try await line {
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let find = SpiedFunction<(String, Int), [String]>(
                    "DeviceControllerSpy", "find(name:within:)", stub: "onFind", journal: SpyJournal("S"))
                _ = find.call(("caf\u{E9}", 5), ["name", "within"])
            }
        }
        #expect(
            line
                == #"DeviceControllerSpy: find(name: "caf\u{00E9}", within: 5) was called, but the test has not said "#
                + "what it returns. Stub it: spy.onFind.returns(...)")
    }

    @Test func aSequenceThatIsTooShort() async throws {
        let line = try await line {
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scan = SpiedFunction<Void, Int>("S", "scan()", stub: "onScan", journal: SpyJournal("S"))
                scan.returns(inOrder: [1, 2])
                for _ in 0..<3 { _ = scan.call((), []) }
            }
        }
        #expect(line == "S: scan() was called, but spy.onScan.returns(inOrder:) got only 2 values")
    }

    @Test func anUnstubbedProperty() async throws {
        let line = try await line {
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = SpiedProperty<Int>("S", "state", stub: "onState", journal: SpyJournal("S")).get()
            }
        }
        #expect(
            line
                == "S: state was read, but the test has not said what it is. Stub it: spy.onState.returns(...)"
        )
    }

    @Test func aCallThatDoesNotWait() async throws {
        let line = try await line {
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let load = SpiedAsyncFunction<Void, Int>(
                    "S", "load()", stub: "onLoad", journal: SpyJournal("S"))
                load.returns(5)
                load.resume(returning: 6)
            }
        }
        #expect(line == "S: no call of load() waits to be resumed. First: spy.onLoad.suspends()")
    }
}
#endif

private final class App {}
private final class Thing: NSObject {}
private final class Named: CustomStringConvertible { var description: String { "the one" } }
private enum Level { case high, at(Int) }
private struct Place { var x: Int, name: String }
