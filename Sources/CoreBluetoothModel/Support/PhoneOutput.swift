import BluetoothHost
import BluetoothPort
import BluetoothTypes

/// Something that a phone's model wants done or reported.
package enum PhoneOutput: Hashable, Sendable {
    case host(Host.Command)
    case central(SessionID, Central.Event)
    case peripheral(SessionID, Peripheral.Event)
    case misuse(SessionID, Misuse)
    /// For the user: an alert that waits for an answer by `answerPairing`.
    indirect case pairingAlert(PairingAlert)
    /// The alert about this link is gone, answered or not.
    case pairingAlertEnded(Host.LinkID)
    /// For the phone's user; `answerAlert` returns the answer.
    case systemAlert(SystemAlert)
    /// An event for an accessory session.
    case accessory(SessionID, Accessories.Event)
    /// An event for a session of Nearby Interaction.
    case nearby(SessionID, Nearby.Event)
    /// For the phone's user: what the picker of AccessorySetupKit asks; `answerPicker` returns the answer. It
    /// is large and rare: inline it would make every output larger.
    indirect case accessoryPicker(AccessoryPicker)
    /// The picker with this number is gone.
    case accessoryPickerEnded(UInt32)
    /// The system launches an ended app, for an event that the app waits for (behaviour 7.4, 7.11).
    case launch(AppID, AppLaunch)
    /// An app ended, and with it these managers: they get no events any more, and make no calls.
    case appEnded(AppID, [SessionID])
    /// An app's state has changed: for the timeline.
    case appStateChanged(AppID, AppState)

    /// The manager that an event is for.
    var session: SessionID? {
        switch self {
        case .central(let session, _), .peripheral(let session, _): session
        default: nil
        }
    }
}
