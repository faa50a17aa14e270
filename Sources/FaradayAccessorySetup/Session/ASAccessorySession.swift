import BluetoothPort
import Foundation

/// Sets accessories up with the system's picker, and knows those that were set up (behaviour section 28).
///
/// A session finds its phone by itself, as a `CBCentralManager` does. Activate it, wait for `.activated`, then show the
/// picker; create a manager when there is an accessory.
///
/// ```swift
/// let session = ASAccessorySession()
/// session.activate(on: .main) { event in
///     if event.eventType == .activated, session.accessories.isEmpty { showPicker() }
/// }
/// ```
@available(iOS 18.0, macCatalyst 18.0, *)
#if canImport(Darwin)
@objc(FASAccessorySession)
#endif
public final class ASAccessorySession: NSObject, Sendable {
    let core: SetupSessionCore
    let port: any AccessoryPort

    /// Creates a session, which does nothing before it is activated.
    public override init() {
        let provider = PortEnvironment.resolve()
        let setup = provider as? any AccessoryProvider
        core = SetupSessionCore(setup)
        port = setup?.openAccessorySession(sink: core) ?? AbsentAccessoryPort(sink: core)
        super.init()
    }

    /// No event follows, and waiting completion handlers are not called.
    deinit { port.close() }

    /// The accessories that the user has set up for this app, oldest first; empty before `.activated`.
    public var accessories: [ASAccessory] { core.accessories }

    /// Begins the session, once; `.activated` follows on the queue, never inside this call.
    ///
    /// - Parameters:
    ///   - queue: The queue of all events and completion handlers.
    ///   - eventHandler: The session keeps it until `.invalidated`.
    public func activate(
        on queue: DispatchQueue, eventHandler: @escaping (ASAccessoryEvent) -> Void
    ) {
        guard core.begin(on: queue, eventHandler) else {
            port.send(
                .reportMisuse(
                    Misuse(
                        kind: .invalidArgument, call: "ASAccessorySession.activate(on:eventHandler:)",
                        message: "the session is active already; a session is activated once")))
            return
        }
        port.send(.activate)
    }

    /// Ends the session; `.invalidated` follows, and it can't be used again.
    public func invalidate() { port.send(.invalidate) }

    /// How the picker looks for accessories; a copy. Set it before the picker is shown.
    @available(iOS 26.0, macCatalyst 26.0, *)
    public var pickerDisplaySettings: ASPickerDisplaySettings? {
        get { core.settings as? ASPickerDisplaySettings }
        set { core.settings = newValue?.copy() as? ASPickerDisplaySettings }
    }

    var pickerSettings: Accessories.PickerSettings {
        guard #available(iOS 26.0, macCatalyst 26.0, *) else { return Accessories.PickerSettings() }
        return pickerDisplaySettings?.value ?? Accessories.PickerSettings()
    }
}
