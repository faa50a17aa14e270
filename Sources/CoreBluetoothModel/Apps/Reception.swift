import BluetoothPort

/// What becomes of an event for a manager, by the state of its app (behaviour 7.1-7.4, 7.11, 7.12).
enum Reception: Hashable, Sendable, CaseIterable {
    /// The app gets it.
    case now
    /// The app gets it, and runs longer in the background.
    case prolongs
    /// The suspended app wakes, and gets it.
    case wakes
    /// It waits until the app runs, or until the manager has its first state.
    case later
    /// It waits, and the system launches the ended app for it.
    case launches

    init(of output: PhoneOutput, in state: AppState, _ phase: SessionPhase, hasMode: Bool) {
        self =
            switch (state, phase) {
            case (.terminated, _): output.launches ? .launches : .later
            case (.suspended, .live): hasMode && output.wakes ? .wakes : .later
            case (.background, .live): hasMode && output.wakes ? .prolongs : .now
            case (.foreground, .live): .now
            case (_, .preserved), (_, .restoring): .later
            }
    }
}

extension PhoneOutput {
    /// The background mode that an app needs to get this event while it is not in the foreground.
    var mode: AppManifest.BackgroundModes {
        if case .peripheral = self { return .peripheral }
        return .central
    }

    /// Whether the event gives an app time in the background. One that no app sees does not, and none is woken to write
    /// on (behaviour 5.18).
    fileprivate var wakes: Bool {
        switch self {
        case .peripheral(_, .updateLengthChanged), .central(_, .readyToWriteWithoutResponse): false
        default: true
        }
    }

    /// Whether the system launches an ended app for this event, because the app waited for it (behaviour
    /// 7.12). All other events wait for the next launch.
    fileprivate var launches: Bool {
        switch self {
        case .central(_, let event):
            switch event {
            case .discovered, .connected, .failedToConnect, .characteristicValue: true
            default: false
            }
        case .peripheral(_, let event):
            switch event {
            case .subscribed, .readRequest, .writeRequests: true
            default: false
            }
        default: false
        }
    }
}
