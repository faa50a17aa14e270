import CoreBluetoothModel

/// What the user of a phone does with alerts and with the picker, where no closure of a test says it.
public enum PhoneUser: String, Hashable, Sendable, CaseIterable {
    /// Allows and accepts everything, and chooses the first accessory.
    case agrees
    /// Denies and rejects everything, and closes the picker.
    case refuses
    /// Does nothing: what is shown stays on the screen until somebody answers it.
    case waits

    var alertReply: SystemAlertReply {
        switch self {
        case .agrees: .allow
        case .refuses: .deny
        case .waits: .ignore
        }
    }

    var pairingReply: PairingReply {
        switch self {
        case .agrees: .accept
        case .refuses: .reject
        case .waits: .ignore
        }
    }

    func reply(to picker: AccessoryPicker) -> AccessoryPickerReply {
        switch self {
        case .agrees: picker.page == .list ? .chooseFirst : .accept
        case .refuses: .cancel
        case .waits: .wait
        }
    }
}

extension Phone {
    /// What the user does with what the phone shows. The closures of `onSystemAlert`, `onPairing` and
    /// `onAccessoryPicker` come first.
    public var user: PhoneUser { world.lock.withLock { $0.phone(id).user } }

    /// Sets what the user does with what the phone shows from now on, where no closure answers.
    ///
    /// ```swift
    /// phone.setUser(.waits)
    /// phone.setAuthorization(.notDetermined)
    /// let app = phone.run { HeartRateApp() }
    /// try await world.run(until: { !phone.openSystemAlerts.isEmpty })
    /// phone.answer(phone.openSystemAlerts[0], with: .deny)
    /// ```
    public func setUser(_ user: PhoneUser) {
        world.performOnPhone(id) { phone, _ in
            phone.note(.note("the user \(user.rawValue)"))
            phone.user = user
        }
    }
}
