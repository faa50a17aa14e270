/// The port of an accessory session when there is no phone, or one without AccessorySetupKit: it can't be activated.
package final class AbsentAccessoryPort: AccessoryPort {
    private struct Sink {
        weak var sink: (any AccessorySink)?
    }

    /// `ASError.Code.activationFailed`.
    private static let activationFailed = 100

    private let sink: Lock<Sink>

    package init(sink: any AccessorySink) { self.sink = Lock(Sink(sink: sink)) }

    package func send(_ command: Accessories.Command) {
        let event: Accessories.Event
        switch command {
        case .activate:
            let reason =
                "there is no phone with AccessorySetupKit here: create the session inside `phone.run { }` of a world"
            event = .invalidated(.init(code: Self.activationFailed, reason: reason))
        case .invalidate: event = .invalidated(nil)
        case .reportMisuse: return
        case .showPicker, .updatePicker, .finishPickerDiscovery, .finishAuthorization, .failAuthorization,
            .remove,
            .rename, .updateAuthorization:
            guard let call = command.call else { return }
            event = .completed(call: call, .init(code: Self.activationFailed))
        }
        sink.withLock { $0.sink }?.receive(event, .posting)
    }

    package func close() {}
}

extension Accessories.Command {
    /// The number of the call that waits for a completion handler.
    package var call: UInt32? {
        switch self {
        case .activate, .invalidate, .reportMisuse: nil
        case .showPicker(_, _, let call), .updatePicker(_, let call), .finishPickerDiscovery(let call),
            .finishAuthorization(_, _, let call), .failAuthorization(_, let call), .remove(_, let call),
            .rename(_, let call), .updateAuthorization(_, _, let call):
            call
        }
    }
}
