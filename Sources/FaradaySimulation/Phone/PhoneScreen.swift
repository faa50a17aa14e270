import BluetoothHost
import BluetoothTypes
import CoreBluetoothModel
import FaradayEngine

extension Phone {
    /// What the phone shows that waits for its user, oldest first.
    package var questions: [ScreenQuestion] { world.lock.withLock { $0.phone(id).questions } }

    /// Sets who is told when the phone shows something that nobody answers by itself, and what becomes of that. `tell` is
    /// called on the thread that drives the world, and without its lock.
    package func onScreen(_ tell: @escaping @Sendable (ScreenNews) -> Void) {
        let old = world.performOnPhone(id) { phone, _ in
            defer { phone.screenWatch = ScreenWatch(tell) }
            return phone.screenWatch as Any?
        }
        _ = old  // Released outside the lock: it may own objects that call back.
    }
}

extension PhoneNode {
    /// What is shown and waits for the user, oldest first.
    var questions: [ScreenQuestion] {
        var all = stack.status.openQuestions.map(question) + alerts.map(question)
        if let picker = stack.shownPicker { all.append(question(picker)) }
        return all.sorted { $0.number < $1.number }
    }

    private func question(_ alert: SystemAlert) -> ScreenQuestion {
        let app = name(of: alert.app)
        let text =
            switch alert.kind {
            case .bluetoothPermission: "\"\(app)\" Would Like to Use Bluetooth"
            case .notificationSharing(let peer):
                "Allow \"\(stack.name(of: peer) ?? "An accessory")\" to Get Your Notifications"
            default: alert.text(naming: app)
            }
        return ScreenQuestion(.alert, alert.number, text, ["allow", "deny"])
    }

    private func question(_ alert: PairingAlert) -> ScreenQuestion {
        let answers =
            switch alert.prompt {
            case .consent, .compare: ["accept", "reject"]
            case .enterPasskey: ["PASSKEY", "accept", "reject"]
            case .display: ["reject"]
            }
        return ScreenQuestion(.pairing, alert.number, alert.message, answers)
    }

    private func question(_ picker: AccessoryPicker) -> ScreenQuestion {
        let answers =
            switch picker.page {
            case .list: picker.entries.map { "choose \(picker.name(of: $0).asciiLine.quotedWord)" }
            case .name, .rename: ["name TEXT", "accept"]
            case .confirmation, .finishInApp, .migration, .authorization: ["accept"]
            }
        let app = name(of: picker.app)
        return ScreenQuestion(
            .picker, picker.number, "the picker of \(app): \(picker.text(naming: app))", answers + ["cancel"])
    }

    // MARK: Telling

    /// Nobody answers a question by itself.
    func waits(for number: UInt32) {
        guard screenWatch != nil, let question = questions.first(where: { $0.number == number }) else {
            return
        }
        tell(screenWatch?.asks(question) ?? [])
    }

    /// Tells what has become of the questions that wait, after anything that happened to the phone.
    func updateScreen() {
        guard screenWatch?.isWaiting == true else { return }
        tell(screenWatch?.shows(questions) ?? [])
    }

    private func tell(_ news: [ScreenNews]) {
        guard let watch = screenWatch?.tell, !news.isEmpty else { return }
        later { for each in news { watch(each) } }
    }
}

extension AccessoryPicker {
    /// What the user does, with the name by which the picker lists an accessory.
    func words(_ reply: AccessoryPickerReply) -> String {
        if case .chooseAddress(let address) = reply,
            let entry = entries.first(where: { $0.address.value == address.value })
        {
            return "chooses \(name(of: entry).asciiLine)"
        }
        return AccessoryText.text(reply).asciiLine
    }

    /// By what the user means an accessory of the list.
    func name(of entry: Entry) -> String {
        let name = entry.label
        return entries.filter { $0.label == name }.count == 1 ? name : "\(entry.address)"
    }
}

extension AccessoryPicker.Entry {
    /// What it calls itself, or else the name of its item.
    fileprivate var label: String { advertisedName ?? itemName }
}

extension Host.PairingAnswer {
    /// What the user does.
    var words: String {
        switch self {
        case .accept: "accepts"
        case .reject: "rejects"
        case .passkey(let passkey): "types \(PairingAlert.digits(passkey))"
        }
    }
}
