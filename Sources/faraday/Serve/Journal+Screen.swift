import FaradaySimulation

extension Journal {
    /// Says what a phone shows that waits for its user, with the command that answers it, and what becomes of it.
    func screen(of phone: Phone, toldOn port: UInt16?) {
        let shown = phone.world.nodeNames[phone.id.index]
        let tell = (port.map { "tell \($0) " } ?? "") + "phone \(WorldCommand.quoting(shown))"
        phone.onScreen { news in
            switch news {
            case .asks(let question):
                line(shown, "asks: \(question.text); answer: \(tell) \(question.command)")
            case .answered(let question, let words): line(shown, "the user \(words): \(question.text)")
            case .gone(let question): line(shown, "no longer asks: \(question.text)")
            }
        }
    }
}
