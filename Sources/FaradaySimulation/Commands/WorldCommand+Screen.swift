// Commands for the user of a phone: `phone NAME alert allow`.
extension WorldCommand {
    /// Reads what the user does with what is shown; `nil` if the verb is another one.
    static func screenOrder(
        _ verb: String, _ words: inout CommandWords
    ) throws(Problem) -> ScreenOrder? {
        switch verb {
        case "screen": return .look
        case "alert":
            let form = "phone NAME alert allow|deny"
            switch try argument(&words, form) {
            case "allow": return .alert(allows: true)
            case "deny": return .alert(allows: false)
            default: throw Problem("it is: \(form)")
            }
        case "pairing": return .pairing(try pairingOrder(&words))
        case "picker": return .picker(try pickerOrder(&words))
        default: return nil
        }
    }

    private static func pairingOrder(_ words: inout CommandWords) throws(Problem) -> PairingOrder {
        let form = "phone NAME pairing accept|reject|PASSKEY"
        let text = try argument(&words, form)
        switch text {
        case "accept": return .accept
        case "reject": return .reject
        default:
            let isPasskey = text.utf8.count == 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isPasskey, let passkey = UInt32(text) else {
                throw Problem("it is: \(form), and a passkey has six digits")
            }
            return .passkey(passkey)
        }
    }

    private static func pickerOrder(_ words: inout CommandWords) throws(Problem) -> PickerOrder {
        let form = "phone NAME picker choose [DEVICE]|accept|name TEXT|cancel"
        switch try argument(&words, form) {
        case "accept": return .accept
        case "cancel": return .cancel
        case "choose": return .choose(try words.next()?.text)
        case "name":
            var text: [String] = []
            while let word = try words.next() { text.append(word.text) }
            let name = text.joined(separator: " ")
            guard !name.isEmpty else { throw Problem("it is: \(form)") }
            return .name(name)
        default: throw Problem("it is: \(form)")
        }
    }
}
