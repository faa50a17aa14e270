import BluetoothTypes

extension DeviceAdvertising {
    /// The interval that Apple recommends for the first 30 s and longer, so that a phone in the foreground finds the
    /// device at once (ledger 2.36).
    public static let quickInterval = Nanoseconds.milliseconds(20)

    /// The intervals that Apple recommends after that, shortest first: they go well with how a phone in the
    /// background listens (ledger 2.36).
    public static let recommendedIntervals: [Nanoseconds] = [
        152_500, 211_250, 318_750, 417_500, 546_250, 760_000, 852_500, 1_022_500, 1_285_000,
    ].map { .microseconds($0) }
}
