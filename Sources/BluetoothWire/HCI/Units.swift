import BluetoothTypes

/// The units of time in HCI parameters.
extension HCI {
    /// One unit of advertising and scan intervals and windows: 0.625 ms.
    public static let slot = Nanoseconds.microseconds(625)
    /// One unit of connection intervals: 1.25 ms.
    public static let connectionIntervalUnit = Nanoseconds.microseconds(1250)
    /// One unit of supervision timeouts and of durations of advertising and scanning: 10 ms.
    public static let timeoutUnit = Nanoseconds.milliseconds(10)
    /// One unit of extended scan periods: 1.28 s.
    public static let scanPeriodUnit = Nanoseconds.milliseconds(1280)
}

extension Nanoseconds {
    /// How many whole `unit`s this length has, as a 16-bit parameter and clamped to its range.
    ///
    /// ```swift
    /// assert(Nanoseconds.milliseconds(30).inUnits(of: HCI.connectionIntervalUnit) == 24)
    /// ```
    package func inUnits(of unit: Nanoseconds) -> UInt16 { UInt16(clamping: self / unit) }
}

extension HCI.LEConnectionComplete {
    /// The connection interval as a length of time.
    public var interval: Nanoseconds { HCI.connectionIntervalUnit * Int(connectionInterval) }
    /// The supervision timeout as a length of time.
    public var timeout: Nanoseconds { HCI.timeoutUnit * Int(supervisionTimeout) }
}

extension HCI.LEEnhancedConnectionComplete {
    /// The connection interval as a length of time.
    public var interval: Nanoseconds { HCI.connectionIntervalUnit * Int(connectionInterval) }
    /// The supervision timeout as a length of time.
    public var timeout: Nanoseconds { HCI.timeoutUnit * Int(supervisionTimeout) }
}

extension HCI.LEConnectionUpdateComplete {
    /// The connection interval as a length of time.
    public var interval: Nanoseconds { HCI.connectionIntervalUnit * Int(connectionInterval) }
    /// The supervision timeout as a length of time.
    public var timeout: Nanoseconds { HCI.timeoutUnit * Int(supervisionTimeout) }
}
