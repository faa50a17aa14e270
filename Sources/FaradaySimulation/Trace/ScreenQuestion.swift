import BluetoothTypes

/// What a phone shows that waits for its user: an alert of the system, an alert of a pairing, or the picker.
package struct ScreenQuestion: Hashable, Sendable {
    /// What shows it, in the word of the command that answers it.
    package enum Kind: String, Hashable, Sendable {
        case alert
        case pairing
        case picker
    }

    /// Alerts and pickers of one phone share one count.
    package let number: UInt32
    package let kind: Kind
    /// What is asked, as one line of ASCII.
    package let text: String
    /// What the user can do, in the words of commands; a word in capitals stands for what the user types.
    package let answers: [String]

    init(_ kind: Kind, _ number: UInt32, _ text: String, _ answers: [String]) {
        (self.kind, self.number, self.answers) = (kind, number, answers)
        self.text = HappeningText.straight(text).asciiLine
    }

    /// The end of the commands that answer it, behind the phone's name: `alert allow|deny`.
    package var command: String { "\(kind.rawValue) \(answers.joined(separator: "|"))" }
    /// The question, with what answers it.
    package var line: String { "\(text); answer: \(command)" }
}
