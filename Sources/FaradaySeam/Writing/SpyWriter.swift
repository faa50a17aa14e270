/// Writes a spy: it records every call, and answers as a test has said.
struct SpyWriter {
    let name: String
    let facadeName: String
    let attributes: [String]
    let members: [Member]
    let genericParameters: [String]
    let genericRequirements: [String]
    var needsNSObject = false
    /// The type of the events that the façade sends.
    var eventName: String?
    /// The test's own spies may be open to other modules.
    let access: String

    func write(_ text: inout SourceText) {
        text.gap()
        text.line("/// Records the calls of ``\(facadeName)``, and answers them as a test has said.")
        for attribute in attributes { text.line(attribute) }
        let base = needsNSObject ? "NSObject, " : ""
        text.block(
            "\(access)final class \(name)\(clause): \(base)\(facadeName), @unchecked Sendable\(requirements)"
        ) { text in
            text.line("\(access)let journal = SpyJournal(\"\(name)\")")
            if members.contains(where: {
                $0.facade.modifiers.contains("static") || $0.facade.modifiers.contains("class")
            }) {
                text.line("\(access)static let staticJournal = SpyJournal(\"\(name)\")")
            }
            text.line("/// All calls, in the order in which they came.")
            text.line("\(access)var calls: [SpyCall] { journal.calls }")
            text.gap()
            for member in members { text.member(member) { stub(member, &$0) } }
            if !members.contains(where: {
                $0.real.form == .initializer(mark: "") && $0.real.parameters.isEmpty
            }) {
                text.gap()
                text.line(needsNSObject ? "\(access)override init() {}" : "\(access)init() {}")
            }
            text.gap()
            if let eventName { text.events(eventName, access) }
            for member in members { text.member(member) { implementation(member, &$0) } }
        }
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
        let isStatic = member.facade.modifiers.contains { $0 == "static" || $0 == "class" }
        let head = "\(access)\(isStatic ? "static " : isolation)var \(member.key)"
        for attribute in member.availability where !attribute.contains("deprecated") { text.line(attribute) }
        text.line(
            "\(head): \(shape.stubType) { \(isStatic ? "staticJournal" : "journal").stub(\"\(member.facade.title)\") }"
        )
        if let body = shape.bodyType {
            text.line(
                "\(access)\(isStatic ? "nonisolated(unsafe) static " : "")var \(member.key)Body: (\(body))?")
        }
        if member.facade.form == .subscripting, member.facade.isSettable {
            text.line("\(head)Set: \(shape.setterType) { journal.stub(\"\(member.facade.title) set\") }")
        }
    }

    /// Stubs of an isolated façade can be reached from everywhere: they have locks of their own.
    private var isolation: String {
        attributes.contains { Declaration.isIsolation($0) } ? "nonisolated " : ""
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
                shape.head(access), attributes: member.availability,
                shape.bodyType == nil
                    ? [answer] : handOver(member, shape) + [shape.returns ? "return " + answer : answer])
        }
    }

    /// A body that a test gave gets what can't be kept.
    private func handOver(_ member: Member, _ shape: SpyShape) -> [String] {
        let arguments = member.facade.parameters.indices.map { member.facade.argument($0) }.joined(
            separator: ", ")
        return [
            "if let body = \(shape.stubName)Body {",
            "    \(shape.stubName).note(\(shape.recorded))",
            "    return \(shape.bodyPrefix)body(\(arguments))",
            "}",
        ]
    }

    private func property(_ member: Member, _ shape: SpyShape, _ text: inout SourceText) {
        if shape.isWeakProperty {
            return text.line("\(access)weak var \(member.facade.name): \(member.facade.result)")
        }
        let call = shape.isPlainProperty ? "\(shape.stubName).get()" : "\(shape.stubName).call((), [])"
        text.accessors(
            member.facade.signature(prefix: access), attributes: member.availability, member.facade.getter,
            shape.answer(call),
            set: member.facade.isSettable ? "\(shape.stubName).set(newValue)" : nil)
    }

    private func subscripting(_ member: Member, _ shape: SpyShape, _ text: inout SourceText) {
        text.accessors(
            member.facade.signature(prefix: access), attributes: member.availability, member.facade.getter,
            shape.answer("\(shape.stubName).call(\(shape.recorded))"),
            set: member.facade.isSettable ? "\(member.key)Set.call(\(shape.recordedWithNewValue))" : nil)
    }

    private func initializer(_ member: Member, _ shape: SpyShape, _ text: inout SourceText) {
        let isPlain = member.facade.parameters.isEmpty
        let head = (isPlain ? (needsNSObject ? "override " : "") : "convenience ") + member.facade.signature()
        text.body(
            access + head, attributes: member.availability,
            (isPlain ? [] : ["self.init()"]) + ["\(shape.stubName).call(\(shape.recorded))"])
    }
}

extension SourceText {
    /// A stream of events that a test, or a demo, sends.
    mutating func events(_ name: String, _ access: String) {
        line("private let source = EventSource<\(name)>()")
        line("/// Sends an event, as the real thing would.")
        line("\(access)func send(_ event: \(name)) { source.send(event) }")
        line("\(access)func events() -> AsyncStream<\(name)> { source.stream() }")
        gap()
    }

    /// A computed property or subscript.
    mutating func accessors(
        _ head: String, attributes: [String], _ getter: String, _ value: String, set: String?
    ) {
        if let set {
            body(head, attributes: attributes, ["\(getter) { \(value) }", "set { \(set) }"])
        } else {
            body(head, attributes: attributes, getter == "get" ? [value] : ["\(getter) { \(value) }"])
        }
    }
}
