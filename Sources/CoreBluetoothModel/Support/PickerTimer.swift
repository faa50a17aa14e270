import BluetoothPort

/// What is due for the picker of AccessorySetupKit.
enum PickerTimer: Hashable, Sendable {
    /// It is on the screen now, or off it.
    case moved
    /// The time for finding something is over.
    case discovery
    /// Accessories may have left.
    case sweep
    /// The time for connecting and pairing is over.
    case connection
    /// An app can retrieve an accessory that was just set up (behaviour 28.30); there may be no picker.
    case known(AccessoryIdentifier)
}
