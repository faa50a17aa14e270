import BluetoothPort
import Foundation

// Each call has a completion handler, which runs on the session's queue, and a form that is awaited.
@available(iOS 18.0, macCatalyst 18.0, *)
extension ASAccessorySession {
    private func send(
        _ completionHandler: @escaping @Sendable ((any Error)?) -> Void,
        _ command: (UInt32) -> Accessories.Command
    ) {
        port.send(command(core.call(completionHandler)))
    }

    private func awaited(_ command: (UInt32) -> Accessories.Command) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            send(
                { error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }, command)
        }
    }

    // MARK: The picker

    /// Shows the picker for the items of the app's Device Discovery Extension, which no simulated app has.
    public func showPicker(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        send(completionHandler) { .showPicker(nil, pickerSettings, call: $0) }
    }

    /// Shows the picker for the items of the app's Device Discovery Extension, which no simulated app has.
    public func showPicker() async throws {
        try await awaited { .showPicker(nil, pickerSettings, call: $0) }
    }

    /// Shows the picker for these items; it ends with `.pickerDidDismiss` and the completion handler (behaviours 28.5 to
    /// 28.8).
    public func showPicker(
        for displayItems: [ASPickerDisplayItem], completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let items = displayItems.map(\.value)
        send(completionHandler) { .showPicker(items, pickerSettings, call: $0) }
    }

    /// Shows the picker for these items; it ends with `.pickerDidDismiss` (behaviours 28.5 to 28.8).
    public func showPicker(for displayItems: [ASPickerDisplayItem]) async throws {
        let items = displayItems.map(\.value)
        try await awaited { .showPicker(items, pickerSettings, call: $0) }
    }

    /// Adds accessories that filtered discovery has found to the picker (behaviour 28.11).
    @available(iOS 26.1, macCatalyst 26.1, *)
    public func updatePicker(
        showing displayItems: [ASDiscoveredDisplayItem],
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let items = displayItems.map(\.value)
        send(completionHandler) { .updatePicker(items, call: $0) }
    }

    /// Adds accessories that filtered discovery has found to the picker (behaviour 28.11).
    @available(iOS 26.1, macCatalyst 26.1, *)
    public func updatePicker(showing displayItems: [ASDiscoveredDisplayItem]) async throws {
        let items = displayItems.map(\.value)
        try await awaited { .updatePicker(items, call: $0) }
    }

    /// Ends filtered discovery of an app that has added no accessory; after `updatePicker` it does nothing, and discovery
    /// goes on (behaviour 28.11).
    @available(iOS 26.1, macCatalyst 26.1, *)
    public func finishPickerDiscovery(completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        send(completionHandler) { .finishPickerDiscovery(call: $0) }
    }

    /// Ends filtered discovery of an app that has added no accessory; after `updatePicker` it does nothing, and discovery
    /// goes on (behaviour 28.11).
    @available(iOS 26.1, macCatalyst 26.1, *)
    public func finishPickerDiscovery() async throws {
        try await awaited { .finishPickerDiscovery(call: $0) }
    }

    // MARK: Accessories

    /// Ends the set-up of an accessory that is `awaitingAuthorization` (behaviour 28.9).
    public func finishAuthorization(
        for accessory: ASAccessory, settings: ASAccessorySettings,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let (identifier, settings) = (accessory.value.identifier, settings.value)
        send(completionHandler) { .finishAuthorization(identifier, settings, call: $0) }
    }

    /// Ends the set-up of an accessory that is `awaitingAuthorization` (behaviour 28.9).
    public func finishAuthorization(for accessory: ASAccessory, settings: ASAccessorySettings) async throws {
        let (identifier, settings) = (accessory.value.identifier, settings.value)
        try await awaited { .finishAuthorization(identifier, settings, call: $0) }
    }

    /// Gives up an accessory that is `awaitingAuthorization`; it is removed (behaviour 28.9).
    public func failAuthorization(
        for accessory: ASAccessory, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let identifier = accessory.value.identifier
        send(completionHandler) { .failAuthorization(identifier, call: $0) }
    }

    /// Gives up an accessory that is `awaitingAuthorization`; it is removed (behaviour 28.9).
    public func failAuthorization(for accessory: ASAccessory) async throws {
        let identifier = accessory.value.identifier
        try await awaited { .failAuthorization(identifier, call: $0) }
    }

    /// Removes an accessory; its bond is deleted and its link ends (behaviour 28.16).
    public func removeAccessory(
        _ accessory: ASAccessory, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let identifier = accessory.value.identifier
        send(completionHandler) { .remove(identifier, call: $0) }
    }

    /// Removes an accessory; its bond is deleted and its link ends (behaviour 28.16).
    public func removeAccessory(_ accessory: ASAccessory) async throws {
        let identifier = accessory.value.identifier
        try await awaited { .remove(identifier, call: $0) }
    }

    /// Asks the user for another name; `.accessoryChanged` follows (behaviour 28.17). The option for the Wi-Fi network
    /// does nothing on a simulated phone.
    public func renameAccessory(
        _ accessory: ASAccessory, options: ASAccessory.RenameOptions = [],
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let identifier = accessory.value.identifier
        send(completionHandler) { .rename(identifier, call: $0) }
    }

    /// Asks the user for another name; `.accessoryChanged` follows (behaviour 28.17).
    public func renameAccessory(
        _ accessory: ASAccessory, options: ASAccessory.RenameOptions = []
    ) async throws {
        let identifier = accessory.value.identifier
        try await awaited { .rename(identifier, call: $0) }
    }

    /// Asks the user whether the app may use an accessory for something else; `.accessoryChanged` follows (behaviour
    /// 28.19).
    @available(iOS 26.0, macCatalyst 26.0, *)
    public func updateAuthorization(
        for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor,
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let (identifier, descriptor) = (accessory.value.identifier, descriptor.value)
        send(completionHandler) { .updateAuthorization(identifier, descriptor, call: $0) }
    }

    /// Asks the user whether the app may use an accessory for something else; `.accessoryChanged` follows (behaviour
    /// 28.19).
    @available(iOS 26.0, macCatalyst 26.0, *)
    public func updateAuthorization(
        for accessory: ASAccessory, descriptor: ASDiscoveryDescriptor
    ) async throws {
        let (identifier, descriptor) = (accessory.value.identifier, descriptor.value)
        try await awaited { .updateAuthorization(identifier, descriptor, call: $0) }
    }
}
