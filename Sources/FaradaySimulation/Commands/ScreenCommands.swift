import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

extension CommandPerformer {
    private typealias Problem = WorldCommand.Problem

    /// Does what the user of a phone does with what the phone shows.
    func carryOut(
        _ order: WorldCommand.ScreenOrder, on phone: Phone, _ name: String, _ variable: String
    ) throws(WorldCommand.Problem) -> WorldCommand.Answer {
        switch order {
        case .look: return .init(Self.screen(phone.questions, of: name))
        case .alert(let allows):
            let question = try question(.alert, on: phone, name)
            world.carryOut(allows ? .allow : .deny, to: question.number, of: phone.id)
            return .init(
                "the user of \(name) \(allows ? "allows" : "denies"): \(question.text)",
                swift:
                    "\(variable).answer(\(variable).openSystemAlerts[0], with: .\(allows ? "allow" : "deny"))"
            )
        case .pairing(let answer):
            let question = try question(.pairing, on: phone, name, for: answer.form)
            if let alert = phone.pairingAlerts.first(where: { $0.number == question.number }) {
                phone.answer(alert, with: answer.reply)
            }
            return .init(
                "the user of \(name) \(answer.words): \(question.text)",
                swift: "\(variable).answer(\(variable).pairingAlerts[0], with: .\(answer.swift))")
        case .picker(let order):
            let question = try question(.picker, on: phone, name, for: order.form)
            let (reply, words, swift) = try reply(order, question, on: phone)
            PickerUser(world: world, node: phone.id, number: question.number).carryOut(reply)
            return .init(
                "the user of \(name) \(words): \(question.text)",
                swift: "\(variable).answer(\(variable).accessoryPicker!, with: .\(swift))")
        }
    }

    private static func screen(_ questions: [ScreenQuestion], of name: String) -> String {
        guard !questions.isEmpty else { return "\(name) shows nothing that waits for its user" }
        return "\(name) asks: \(questions.map(\.line).joined(separator: "; and it asks: "))"
    }

    /// The oldest question of a kind. `form` is the answer that it has to take.
    private func question(
        _ kind: ScreenQuestion.Kind, on phone: Phone, _ name: String, for form: String? = nil
    ) throws(WorldCommand.Problem) -> ScreenQuestion {
        let all = phone.questions
        guard let question = all.first(where: { $0.kind == kind }) else {
            let noun = kind == .pairing ? "pairing alert" : kind.rawValue
            throw Problem("\(name) shows no \(noun): \(Self.screen(all, of: name))")
        }
        if let form, !question.answers.contains(form) {
            throw Problem("that is no answer: \(name) asks: \(question.line)")
        }
        return question
    }

    // MARK: The picker

    private typealias Reply = (reply: AccessoryPickerReply, words: String, swift: String)

    private func reply(
        _ order: WorldCommand.PickerOrder, _ question: ScreenQuestion, on phone: Phone
    ) throws(WorldCommand.Problem) -> Reply {
        switch order {
        case .accept: return (.accept, "accepts", "accept")
        case .cancel: return (.cancel, "closes the picker", "cancel")
        case .name(let name):
            return (.name(name), "calls it \(name.asciiLine)", "name(\(FaultText.literal(name)))")
        case .choose(nil): return (.chooseFirst, "chooses the first accessory", "chooseFirst")
        case .choose(let name?):
            guard let reply = choice(name, on: phone) else {
                throw Problem("the picker has no '\(name.asciiLine)': \(question.line)")
            }
            return reply
        }
    }

    /// What chooses an accessory of the list: by the name of its device, or by what the picker calls it.
    private func choice(_ name: String, on phone: Phone) -> Reply? {
        world.lock.withLock { state in
            guard let picker = state.phone(phone.id).stack.shownPicker, picker.page == .list else {
                return nil
            }
            let names = state.displayNames
            for entry in picker.entries {
                let device = state.nodes.device(at: entry.address).map { names[$0.id.index] }
                let known = [device, picker.name(of: entry), entry.itemName, "\(entry.address)"]
                guard known.contains(where: { $0?.asciiLine == name.asciiLine }) else { continue }
                let swift = device.map { "choose(\(CommandSwift.variable($0, else: "device")))" }
                return (
                    .chooseAddress(entry.address), "chooses \(name.asciiLine)",
                    swift ?? "chooseItem(\(FaultText.literal(entry.itemName)))"
                )
            }
            return nil
        }
    }
}

extension WorldCommand.PairingOrder {
    /// The answer that a question must take.
    fileprivate var form: String {
        switch self {
        case .accept: "accept"
        case .reject: "reject"
        case .passkey: "PASSKEY"
        }
    }

    fileprivate var reply: PairingReply {
        switch self {
        case .accept: .accept
        case .reject: .reject
        case .passkey(let passkey): .passkey(passkey)
        }
    }

    fileprivate var words: String {
        switch self {
        case .accept: "accepts"
        case .reject: "rejects"
        case .passkey(let passkey): "types \(PairingAlert.digits(passkey))"
        }
    }

    fileprivate var swift: String {
        if case .passkey(let passkey) = self { "passkey(\(passkey))" } else { form }
    }
}

extension WorldCommand.PickerOrder {
    /// The answer that a question must take; `nil` for a choice, which is looked for in the list.
    fileprivate var form: String? {
        switch self {
        case .choose: nil
        case .accept: "accept"
        case .name: "name TEXT"
        case .cancel: "cancel"
        }
    }
}
