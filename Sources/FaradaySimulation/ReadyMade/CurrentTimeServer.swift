import BluetoothPort
import BluetoothProfiles
import BluetoothTypes
import BluetoothWire

extension DeviceDefinition {
    /// A clock with the Current Time service. It goes with virtual time.
    ///
    /// Centrals may set it: the time, or the time zone and summer time, which move the time. It notifies every change. A
    /// day of the week that is not the date's is refused with `CurrentTime.dataFieldIgnored`, as is an unknown date.
    ///
    /// - Parameters:
    ///   - name: The name on air and in GAP.
    ///   - start: What the clock shows when the world's time is 0.
    ///   - zone: The time zone in quarters of an hour from UTC, −48…56.
    ///   - daylightSaving: How much is added to the zone's standard time at `start`.
    ///   - source: Where the clock has its time from, until a central sets it.
    public static func currentTimeServer(
        name: String = "Clock", start: DateTime = DateTime(year: 2026, month: 1, day: 1),
        zone: Int8 = 0, daylightSaving: CurrentTime.DaylightSaving = .standardTime,
        source: CurrentTime.TimeSource = .networkTimeProtocol
    ) -> DeviceDefinition {
        let local = CurrentTime.LocalTimeInformation(timeZoneQuarters: zone, daylightSaving: daylightSaving)
        let clock = Lock(WallClock(start: start, local: local, source: source))
        return DeviceDefinition(name: name, appearance: Appearance.clock.rawValue) {
            DeviceAdvertising(services: [CurrentTime.service])
            DeviceService(CurrentTime.service) {
                DeviceCharacteristic(CurrentTime.currentTime, [.read, .write, .notify])
                    .onRead(CurrentTime.currentTime) { read in
                        let now = read.device.world.now
                        return clock.withLock { $0.time(at: now) }
                    }
                    .onWrite(CurrentTime.currentTime) { time, write in
                        let now = write.device.world.now
                        let new = try clock.withLock { try $0.set(time.time, at: now) }
                        write.device.update(CurrentTime.currentTime, new)
                    }
                DeviceCharacteristic(CurrentTime.localTimeInformation, [.read, .write])
                    .onRead(CurrentTime.localTimeInformation) { _ in clock.withLock { $0.local } }
                    .onWrite(CurrentTime.localTimeInformation) { local, write in
                        let now = write.device.world.now
                        let new = try clock.withLock { try $0.set(local, at: now) }
                        if let new { write.device.update(CurrentTime.currentTime, new) }
                    }
                DeviceCharacteristic(CurrentTime.referenceTimeInformation, .read)
                    .onRead(CurrentTime.referenceTimeInformation) { read in
                        let now = read.device.world.now
                        return clock.withLock { $0.reference(at: now) }
                    }
            }
        }
    }
}

/// A clock that goes with virtual time.
private struct WallClock: Sendable {
    /// What the clock shows at `anchor`: seconds since 1970 in its own time zone, and nanoseconds.
    private var seconds: Int64
    private var nanoseconds: Int64 = 0
    private var anchor = Instant.zero
    private(set) var local: CurrentTime.LocalTimeInformation
    private var source: CurrentTime.TimeSource
    private var reasons: CurrentTime.AdjustReasons = []
    private var lastUpdate = Instant.zero

    private static let second: Int64 = 1_000_000_000
    private static let ignored = ATT.ErrorCode(rawValue: CurrentTime.dataFieldIgnored)

    init(start: DateTime, local: CurrentTime.LocalTimeInformation, source: CurrentTime.TimeSource) {
        seconds = start.secondsSince1970 ?? 0
        self.local = local
        self.source = source
    }

    func time(at now: Instant) -> CurrentTime.Time {
        let passed = nanoseconds + min(max((now - anchor).count, 0), .max - Self.second)
        let date = DateTime(secondsSince1970: seconds + passed / Self.second)
        let fraction = UInt8(passed % Self.second * 256 / Self.second)
        return CurrentTime.Time(ExactTime(date, fraction: fraction), adjustReasons: reasons)
    }

    mutating func set(_ time: ExactTime, at now: Instant) throws(ATT.ErrorCode) -> CurrentTime.Time {
        guard let seconds = time.date.secondsSince1970,
            time.dayOfWeek == nil || time.dayOfWeek == ExactTime(time.date).dayOfWeek
        else { throw Self.ignored }
        // Rounded up, so that the clock shows the very fraction that was written.
        nanoseconds = (Int64(time.fraction) * Self.second + 255) / 256
        (self.seconds, anchor, lastUpdate) = (seconds, now, now)
        (reasons, source) = (.manual, .manual)
        return self.time(at: now)
    }

    /// Returns the time if it is another one now.
    mutating func set(
        _ new: CurrentTime.LocalTimeInformation, at now: Instant
    ) throws(ATT.ErrorCode) -> CurrentTime.Time? {
        guard let hours = new.hoursFromUTC, let before = local.hoursFromUTC else { throw Self.ignored }
        var reasons: CurrentTime.AdjustReasons = []
        if new.timeZoneQuarters != local.timeZoneQuarters { reasons.insert(.timeZone) }
        if new.daylightSaving != local.daylightSaving { reasons.insert(.daylightSaving) }
        local = new
        guard !reasons.isEmpty else { return nil }
        seconds += Int64((hours - before) * 3600)
        self.reasons = reasons
        return time(at: now)
    }

    func reference(at now: Instant) -> CurrentTime.ReferenceTimeInformation {
        let hours = (now - lastUpdate) / Nanoseconds.hours(1)
        let age: CurrentTime.ReferenceTimeInformation.Age? =
            hours < 255 * 24
            ? .init(days: UInt8(clamping: hours / 24), hours: UInt8(clamping: hours % 24)) : nil
        return CurrentTime.ReferenceTimeInformation(source: source, accuracy: .unknown, sinceUpdate: age)
    }
}
