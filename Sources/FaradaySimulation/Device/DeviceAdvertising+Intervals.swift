import BluetoothTypes

extension DeviceAdvertising {
    /// 20 ms, which Apple recommends for the first 30 s or longer: a phone in the foreground finds the device at once
    /// (behaviour 2.36).
    public static let quickInterval = Nanoseconds.milliseconds(20)

    /// The intervals that Apple recommends after that, shortest first: a phone in the background finds the device
    /// soonest with them (behaviour 2.36).
    public static let recommendedIntervals: [Nanoseconds] = [
        152_500, 211_250, 318_750, 417_500, 546_250, 760_000, 852_500, 1_022_500, 1_285_000,
    ].map { .microseconds($0) }
}
