// What the spies in this folder are made of. `faraday seam` writes this file; don't edit it.

import Foundation

/// A call that a spy got.
nonisolated struct SpyCall: CustomStringConvertible, Equatable, Sendable {
    /// `arm(deviceId:)`
    let member: String
    /// `arm(deviceId: "1")`
    let description: String
}

/// The calls of all members of a spy, in their order. Reads of properties are only counted, by the property.
nonisolated final class SpyJournal: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [SpyCall] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var stubs: [String: AnyObject] = [:]
    private let spy: String

    init(_ spy: String) { self.spy = spy }

    /// The stub of a member: the same one each time.
    func stub<Stub: SpyStub>(_ member: String, key: String = #function) -> Stub {
        locked {
            if let stub = stubs[key] as? Stub { return stub }
            let stub = Stub(spy, member, stub: key, journal: self)
            stubs[key] = stub
            return stub
        }
    }

    /// What a test has said for a generic function, as the type that this call wants.
    static func cast<Value>(_ value: Any, to type: Value.Type, of member: String) -> Value {
        guard let value = value as? Value else {
            fatalError("\(member) is to return a \(type), but the test said a \(Swift.type(of: value))")
        }
        return value
    }

    var calls: [SpyCall] { locked { recorded } }

    /// Guards what the spy and its members remember. Code of the test never runs inside.
    fileprivate func locked<Value>(_ body: () -> Value) -> Value { lock.withLock(body) }

    /// Call it inside `locked`.
    fileprivate func append(_ call: SpyCall) { recorded.append(call) }

    /// Lets tasks that wait ask again.
    fileprivate func notify() {
        var tasks: [CheckedContinuation<Void, Never>] = []
        locked { swap(&tasks, &waiting) }
        tasks.forEach { $0.resume() }
    }

    /// Waits until there is a value. Asks at first, when notified, and when the task is cancelled.
    nonisolated(nonsending) fileprivate func wait<Value>(for value: () -> Value?) async -> Value {
        await withTaskCancellationHandler {
            var found: Value?
            while true {
                await withCheckedContinuation { task in
                    found = locked {
                        let found = value()
                        if found == nil { waiting.append(task) }
                        return found
                    }
                    if found != nil { task.resume() }
                }
                if let found { return found }
            }
        } onCancel: {
            notify()
        }
    }
}

/// What a test sees of a spy's member.
nonisolated protocol SpyStub: AnyObject {
    init(_ spy: String, _ member: String, stub: String, journal: SpyJournal)
}

/// What functions of all kinds have in common: they remember their calls, and return what the test has said.
/// `Arguments` is `Void`, the type of the one argument, or a tuple with labels.
nonisolated class SpiedMember<Arguments, Value, Failure: Error>: SpyStub, @unchecked Sendable {
    fileprivate enum Stub {
        case missing, body
        case always(Result<Value, Failure>)
        case inOrder(ArraySlice<Value>)
    }

    fileprivate let journal: SpyJournal
    fileprivate let stubbing: String
    private let spy: String
    fileprivate let member: String
    fileprivate var stub = Stub.missing
    private var recorded: [Arguments] = []

    /// `stub` is the name under which the spy `spy` has this member: `onArm`.
    required init(_ spy: String, _ member: String, stub: String, journal: SpyJournal) {
        (self.spy, self.member, self.journal) = (spy, member, journal)
        stubbing = "spy.\(stub)"
    }

    /// The arguments of each call.
    var calls: [Arguments] { journal.locked { recorded } }
    var wasCalled: Bool { !calls.isEmpty }

    /// Waits until there were so many calls, or until the task is cancelled.
    nonisolated(nonsending) func waitUntilCalled(times: Int = 1) async {
        await journal.wait { recorded.count >= times || Task.isCancelled ? () : nil }
    }

    /// Each call returns the value.
    func returns(_ value: Value) { journal.locked { stub = .always(.success(value)) } }
    /// The first call returns the first value, and so on. There must be a value for each call.
    func returns(inOrder values: [Value]) { journal.locked { stub = .inOrder(values[...]) } }
    /// Each call throws the error.
    func `throws`(_ error: Failure) { journal.locked { stub = .always(.failure(error)) } }

    /// For the spy: records a call that a body of the test's own answers.
    func note(_ arguments: Arguments, _ labels: [String]) {
        let call = SpyCall(member: member, description: spyText(member, arguments, labels))
        journal.locked {
            recorded.append(arguments)
            journal.append(call)
        }
        journal.notify()
    }

    /// Records a call, and gives its result. If a body gives it, runs `take` inside `locked`, and gives `nil`. A read
    /// of a property has no labels.
    fileprivate func record(
        _ arguments: Arguments, _ labels: [String]?, take: () -> Void
    ) -> Result<Value, Failure>? {
        let text = labels.map { spyText(member, arguments, $0) } ?? member
        let answer = journal.locked {
            recorded.append(arguments)
            if labels != nil { journal.append(SpyCall(member: member, description: text)) }
            let answer = stub
            if case .inOrder(let values) = answer { stub = .inOrder(values.dropFirst()) }
            if case .body = answer { take() }
            return answer
        }
        journal.notify()
        let (happened, gives) = labels == nil ? ("was read", "is") : ("was called", "returns")
        switch answer {
        case .body: return nil
        case .always(let result): return result
        case .inOrder(let values):
            if let value = values.first { return .success(value) }
            fail("\(text) \(happened), but \(stubbing).returns(inOrder:) got only \(values.endIndex) values")
        case .missing:
            if let nothing { return .success(nothing) }
            let missing = "but the test has not said what it \(gives). Stub it: \(stubbing).returns(...)"
            fail("\(text) \(happened), \(missing)")
        }
    }

    /// What a function without a result returns.
    fileprivate var nothing: Value? { Value.self == Void.self ? () as? Value : nil }

    /// Ends the test with one line of ASCII.
    fileprivate func fail(_ reason: String) -> Never {
        let line = reason.unicodeScalars.map { (" "..."~" ~= $0) ? "\($0)" : $0.escaped(asASCII: true) }
        fatalError("\(spy): \(line.joined())")
    }
}

/// A function that returns at once.
typealias SpiedFunction<Arguments, Value> = SpiedThrowingFunction<Arguments, Value, Never>

/// A function that returns or throws at once.
nonisolated final class SpiedThrowingFunction<Arguments, Value, Failure: Error>:
    SpiedMember<Arguments, Value, Failure>, @unchecked Sendable
{
    private var body: ((Arguments) -> Result<Value, Failure>)?

    /// Each call runs the body. A body that throws a type of its own says so: `{ id throws(Refusal) in ... }`.
    func does(_ body: @escaping (Arguments) throws(Failure) -> Value) {
        let caught = { arguments in Result { () throws(Failure) in try body(arguments) } }
        journal.locked { (stub, self.body) = (.body, caught) }
    }

    /// For the spy.
    func call(_ arguments: Arguments, _ labels: [String]?) throws(Failure) -> Value {
        var body: ((Arguments) -> Result<Value, Failure>)?
        let result = record(arguments, labels) { body = self.body }
        return try (result ?? body!(arguments)).get()
    }
}

/// An `async` function.
typealias SpiedAsyncFunction<Arguments, Value> = SpiedAsyncThrowingFunction<Arguments, Value, Never>

/// An `async` function that can throw.
nonisolated final class SpiedAsyncThrowingFunction<Arguments, Value, Failure: Error>:
    SpiedMember<Arguments, Value, Failure>, @unchecked Sendable
{
    private typealias Body = nonisolated(nonsending) (Arguments) async -> Result<Value, Failure>

    private var body: Body?
    /// The calls that wait, and how the first of them end.
    private var line: [UUID] = []
    private var ends: [Result<Value, Failure>] = []

    /// Each call runs the body. A body that throws a type of its own says so: `{ id throws(Refusal) in ... }`.
    func does(_ body: nonisolated(nonsending) @escaping (Arguments) async throws(Failure) -> Value) {
        let caught: Body = { arguments in
            do throws(Failure) { return .success(try await body(arguments)) } catch { return .failure(error) }
        }
        journal.locked { (stub, self.body) = (.body, caught) }
    }

    /// Each call waits until the test resumes it. A cancelled call throws `CancellationError` if the function can
    /// throw that, and ends if the function returns nothing; otherwise it goes on waiting.
    func suspends() { journal.locked { (stub, body) = (.body, nil) } }
    /// Resumes the call that waits longest, or the next one if none waits.
    func resume(returning value: Value) { resume(.success(value)) }
    /// Resumes the call that waits longest, or the next one if none waits.
    func resume(throwing error: Failure) { resume(.failure(error)) }

    /// For the spy.
    nonisolated(nonsending) func call(
        _ arguments: Arguments, _ labels: [String]
    ) async throws(Failure) -> Value {
        let id = UUID()
        var body: Body?
        let result = record(arguments, labels) {
            body = self.body
            if body == nil { line.append(id) }
        }
        if let result { return try result.get() }
        if let body { return try await body(arguments).get() }
        let end: Result<Value, Failure> = await journal.wait {
            let isNext = line.first == id && !ends.isEmpty
            let end = isNext ? ends.removeFirst() : Task.isCancelled ? cancelled : nil
            if end != nil { line.removeAll { $0 == id } }
            return end
        }
        journal.notify()
        return try end.get()
    }

    private var cancelled: Result<Value, Failure>? {
        if let error = CancellationError() as? Failure { return .failure(error) }
        return nothing.map { .success($0) }
    }

    private func resume(_ end: Result<Value, Failure>) {
        journal.locked {
            ends.append(end)
            if case .body = stub, body == nil { return }
            if line.isEmpty {
                fail("no call of \(member) waits to be resumed. First: \(stubbing).suspends()")
            }
        }
        journal.notify()
    }
}

/// A property.
nonisolated final class SpiedProperty<Value>: SpyStub, @unchecked Sendable {
    private let journal: SpyJournal
    private let member: String
    private let getter: SpiedFunction<Void, Value>
    private var written: [Value] = []

    /// `stub` is the name under which the spy `spy` has this property: `onState`.
    init(_ spy: String, _ member: String, stub: String, journal: SpyJournal) {
        (self.member, self.journal) = (member, journal)
        getter = SpiedFunction(spy, member, stub: stub, journal: journal)
    }

    /// How often it was read.
    var reads: Int { getter.calls.count }
    /// What was written to it, in order.
    var writes: [Value] { journal.locked { written } }

    /// Each read gives the value.
    func returns(_ value: Value) { getter.returns(value) }
    /// The first read gives the first value, and so on. There must be a value for each read.
    func returns(inOrder values: [Value]) { getter.returns(inOrder: values) }
    /// Each read runs the body.
    func does(_ body: @escaping () -> Value) { getter.does(body) }

    /// For the spy.
    func get() -> Value { getter.call((), nil) }

    /// For the spy. From now on reads give this value, whatever the test said before.
    func set(_ value: Value) {
        let call = SpyCall(member: member, description: "\(member) = \(spyText(value))")
        journal.locked {
            journal.append(call)
            written.append(value)
        }
        getter.returns(value)
    }
}

/// `arm(deviceId: "1")`
private nonisolated func spyText(_ member: String, _ arguments: Any, _ labels: [String]) -> String {
    guard let parenthesis = member.firstIndex(of: "(") else { return member }
    let values = labels.count > 1 ? Mirror(reflecting: arguments).children.map(\.value) : [arguments]
    let texts = zip(labels, values).map { $0 == "_" ? spyText($1) : "\($0): \(spyText($1))" }
    return "\(member[..<parenthesis])(\(texts.joined(separator: ", ")))"
}

/// The text of a value, the same in each run: without addresses, and sorted if it has no order.
private nonisolated func spyText(_ value: Any) -> String {
    let text = String(describing: value)
        .replacingOccurrences(of: "0x[0-9a-f]{6,}", with: "0x...", options: .regularExpression)
    if type(of: value) is AnyClass {
        return value is any CustomStringConvertible && !text.contains("0x...") ? text : "\(type(of: value))"
    }
    let children = Mirror(reflecting: value).children.map(\.value)
    var texts: [String] { children.map { spyText($0) } }
    switch Mirror(reflecting: value).displayStyle {
    case .optional: return texts.first ?? "nil"
    case .collection: return "[\(texts.joined(separator: ", "))]"
    case .tuple: return "(\(texts.joined(separator: ", ")))"
    case .set: return "[\(texts.sorted().joined(separator: ", "))]"
    case .dictionary where children.isEmpty: return "[:]"
    case .dictionary:
        let pairs = children.map { pair in Mirror(reflecting: pair).children.map { spyText($0.value) } }
        return "[\(pairs.map { $0.joined(separator: ": ") }.sorted().joined(separator: ", "))]"
    default: return value is any StringProtocol || value is Character ? String(reflecting: value) : text
    }
}
