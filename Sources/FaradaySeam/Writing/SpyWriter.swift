/// Writes a spy: it records every call, and answers as a test has said. It stands among the tests, and is never public.
struct SpyWriter {
    let name: String
    let facadeName: String
    let attributes: [String]
    let members: [Member]
    let genericParameters: [String]
    let genericRequirements: [String]
    var needsNSObject = false
    /// If the facade is a protocol of the module.
    var shape: ProtocolShape?
    /// The type of the events that the facade sends.
    var eventName: String?

    func write(_ text: inout SourceText) {
        text.gap()
        text.line("/// Records the calls of ``\(facadeName)``, and answers them as a test has said.")
        for attribute in attributes { text.line(attribute) }
        let base = needsNSObject ? "NSObject, " : ""
        text.block(
            "\(isActor ? "actor" : "final class") \(name)\(clause): \(base)\(facadeName)\(isActor ? "" : ", @unchecked Sendable")\(requirements)"
        ) { text in
            journals(&text)
            for alias in shape?.aliases ?? [] {
                text.line("typealias \(alias.name) = \(alias.type)")
            }
            text.gap()
            for member in members { text.member(member) { stub(member, &$0) } }
            text.plainInitializer(members, isObject: needsNSObject, "")
            text.gap()
            if let eventName { text.events(eventName, "", source: unused("source")) }
            for member in members { text.member(member) { implementation(member, &$0) } }
            if let shape { text.identity(name + clause, shape, needsNSObject, members, "") }
        }
        if hasStatics, !genericParameters.isEmpty {
            text.gap()
            text.line("private nonisolated let \(name.uncapitalized)Journal = SpyJournal(\"\(name)\")")
        }
    }

    /// What remembers the calls. A generic type can't have a journal of its own that is static.
    private func journals(_ text: inout SourceText) {
        let nonisolated = isActor ? "nonisolated " : ""
        text.line("\(nonisolated)let \(journal) = SpyJournal(\"\(name)\")")
        if hasStatics {
            let isGeneric = !genericParameters.isEmpty
            text.line("/// What static members and initialisers were called with, in this process.")
            text.line(
                isGeneric
                    ? "static var staticJournal: SpyJournal { \(name.uncapitalized)Journal }"
                    : "static let staticJournal = SpyJournal(\"\(name)\")")
        }
        text.line("/// All calls, in the order in which they came.")
        text.line("\(nonisolated)var \(unused("calls")): [SpyCall] { \(journal).calls }")
    }

    private var isActor: Bool { shape?.isActor ?? false }
    private var hasStatics: Bool { members.contains { SpyShape($0, selfName: name).isStatic } }
    private var journal: String { unused("journal") }

    /// A name of the spy's own, with `spy` in front of it if the facade has a member of that name.
    private func unused(_ name: String) -> String {
        members.contains { $0.facade.name == name } ? "spy" + name.capitalized : name
    }

    private var clause: String {
        genericParameters.isEmpty ? "" : "<\(genericParameters.joined(separator: ", "))>"
    }

    private var requirements: String {
        genericRequirements.isEmpty ? "" : " where \(genericRequirements.joined(separator: ", "))"
    }

    // MARK: Stubs

    private func stub(_ member: Member, _ text: inout SourceText) {
        let shape = SpyShape(member, selfName: name + clause)
        if shape.isWeakProperty { return }
        let isStatic = shape.isStatic
        let journal = isStatic ? "staticJournal" : journal
        let head = "\(isStatic ? "static " : isolation)var \(member.key)"
        for attribute in member.availability where !attribute.contains("deprecated") { text.line(attribute) }
        text.line(
            "\(head): \(shape.stubType) { \(journal).stub(\"\(member.facade.title)\") }"
        )
        if let body = shape.bodyType {
            text.line(
                "\(isStatic ? "nonisolated(unsafe) static " : isolation.isEmpty ? "" : "nonisolated(unsafe) ")var \(member.key)Body: (\(body))?"
            )
        }
        if member.facade.form == .subscripting, member.facade.isSettable {
            text.line("\(head)Set: \(shape.setterType) { \(journal).stub(\"\(member.facade.title) set\") }")
        }
    }

    /// Stubs of an isolated facade can be reached from everywhere: they have locks of their own.
    private var isolation: String {
        isActor || attributes.contains { Declaration.isIsolation($0) } ? "nonisolated " : ""
    }

    // MARK: Members

    private func implementation(_ member: Member, _ text: inout SourceText) {
        let shape = SpyShape(member, selfName: name + clause)
        switch member.facade.form {
        case .property: property(member, shape, &text)
        case .subscripting: subscripting(member, shape, &text)
        case .initializer: initializer(member, shape, &text)
        case .function:
            let answer = shape.answer("\(shape.stubName).call(\(shape.recorded))")
            text.body(
                shape.head, attributes: member.availability,
                shape.bodyType == nil
                    ? answer
                    : handOver(member, shape) + answer.dropLast()
                        + answer.suffix(1).map { shape.returns && answer.count == 1 ? "return " + $0 : $0 })
        }
    }

    /// A body that a test gave gets what can't be kept.
    private func handOver(_ member: Member, _ shape: SpyShape) -> [String] {
        let arguments = member.facade.parameters.indices.map { member.facade.argument($0) }.joined(
            separator: ", ")
        let body = member.facade.unusedName("body", "handler")
        return [
            "if let \(body) = \(shape.stubName)Body {",
            "    \(shape.stubName).note(\(shape.recorded))",
            "    return \(shape.bodyPrefix)\(body)(\(arguments))",
            "}",
        ]
    }

    private func property(_ member: Member, _ shape: SpyShape, _ text: inout SourceText) {
        if shape.isWeakProperty {
            return text.line("weak var \(member.facade.name): \(member.facade.result)")
        }
        let call = shape.isPlainProperty ? "\(shape.stubName).get()" : "\(shape.stubName).call((), [])"
        text.accessors(
            shape.head, attributes: member.availability, member.facade.getter,
            shape.answer(call),
            set: member.facade.isSettable ? "\(shape.stubName).set(newValue)" : nil)
    }

    private func subscripting(_ member: Member, _ shape: SpyShape, _ text: inout SourceText) {
        text.accessors(
            shape.head, attributes: member.availability, member.facade.getter,
            shape.answer("\(shape.stubName).call(\(shape.recorded))"),
            set: member.facade.isSettable ? "\(member.key)Set.call(\(shape.recordedWithNewValue))" : nil)
    }

    private func initializer(_ member: Member, _ shape: SpyShape, _ text: inout SourceText) {
        let isPlain = member.facade.parameters.isEmpty
        let prefix = isPlain ? (needsNSObject ? "override " : "") : isActor ? "" : "convenience "
        let call = "\(shape.bodyPrefix)\(shape.stubName).call(\(shape.recorded))"
        var lines = isPlain ? [] : ["self.init()"]
        if member.facade.form == .initializer(mark: "") {
            lines.append(call)
        } else {
            lines.append("guard \(call) else { return nil }")
        }
        text.body(prefix + shape.head, attributes: member.availability, lines)
    }
}

extension SourceText {
    /// A stream of events that a test, or a demo, sends.
    mutating func events(_ name: String, _ access: String, source: String) {
        line("private let \(source) = EventSource<\(name)>()")
        line("/// Sends an event, as the real thing would.")
        line("\(access)func send(_ event: \(name)) { \(source).send(event) }")
        line("\(access)func events() -> AsyncStream<\(name)> { \(source).stream() }")
        gap()
    }

    /// An initialiser without arguments, where Swift would make none, or none that others can call.
    mutating func plainInitializer(_ members: [Member], isObject: Bool, _ access: String) {
        let initializers = members.map(\.facade).filter {
            if case .initializer = $0.form { true } else { false }
        }
        if initializers.contains(where: \.parameters.isEmpty) { return }
        if isObject ? access.isEmpty : access.isEmpty && initializers.isEmpty { return }
        gap()
        line(access + (isObject ? "override init() {}" : "init() {}"))
    }

    /// What a protocol of Swift's own asks for, which is the same for every spy.
    mutating func identity(
        _ type: String, _ shape: ProtocolShape, _ isObject: Bool, _ members: [Member], _ access: String
    ) {
        let titles = Set(members.map(\.facade.title))
        let nonisolated = shape.isActor ? "nonisolated " : ""
        if shape.conformances.contains("Equatable"), !isObject {
            body("\(access)static func == (left: \(type), right: \(type)) -> Bool", ["left === right"])
        }
        if shape.conformances.contains("Hashable"), !isObject {
            body(
                "\(access)\(nonisolated)func hash(into hasher: inout Hasher)",
                ["hasher.combine(ObjectIdentifier(self))"])
        }
        if shape.conformances.contains("CustomStringConvertible"), !isObject, !titles.contains("description")
        {
            body("\(access)\(nonisolated)var description: String", ["\"\(type)\""])
        }
    }

    /// A computed property or subscript.
    mutating func accessors(
        _ head: String, attributes: [String], _ getter: String, _ value: [String], setter: String = "set",
        set: String?
    ) {
        let lines =
            value.count == 1
            ? ["\(getter) { \(value[0]) }"] : ["\(getter) {"] + value.map { "    " + $0 } + ["}"]
        if let set {
            body(head, attributes: attributes, lines + ["\(setter) { \(set) }"])
        } else {
            body(head, attributes: attributes, getter == "get" ? value : lines)
        }
    }
}
