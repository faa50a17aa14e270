import BluetoothWire

/// How often a wheel or a crank has turned, and when it last did so.
///
/// Two of them give a speed or a cadence; the time rolls over every 64 s (32 s for the wheel of a power meter), and a
/// crank's count at 65,536.
///
/// ```swift
/// let before = CrankRevolutions(count: 65_535, lastEvent: 65_000)
/// let after = CrankRevolutions(count: 0, lastEvent: 488)
/// assert(after.perSecond(since: before, ticksPerSecond: 1024) == 1)
/// ```
public struct Revolutions<Count: FixedWidthInteger & UnsignedInteger & CharacteristicValue>:
    CharacteristicValue
{
    /// All turns so far.
    public var count: Count
    /// The time of the last whole turn, in ticks of the sensor's clock.
    public var lastEvent: UInt16

    public init(count: Count, lastEvent: UInt16) {
        self.count = count
        self.lastEvent = lastEvent
    }

    /// Reads the count and the time.
    public init(decoding reader: inout ByteReader) throws(DecodeError) {
        count = try Count(decoding: &reader)
        lastEvent = try reader.uint16()
    }

    /// Appends the count and the time.
    public func encode(into bytes: inout [UInt8]) {
        count.encode(into: &bytes)
        bytes.append(littleEndian: lastEvent)
    }

    /// The mean number of turns per second between an earlier measurement and this one, negative for a wheel that turned
    /// backwards.
    ///
    /// It is 0 if there was no turn in between: the sensor then repeats the time of the last. It is `nil` if the count
    /// changed and the time did not. The two must be less than a roll-over of the time apart.
    ///
    /// - Parameters:
    ///   - earlier: The measurement before.
    ///   - ticksPerSecond: 1024; 2048 for the wheel of a power meter.
    public func perSecond(since earlier: Self, ticksPerSecond: Double) -> Double? {
        guard count != earlier.count else { return 0 }
        guard lastEvent != earlier.lastEvent else { return nil }
        let (forward, back) = (count &- earlier.count, earlier.count &- count)
        let turns = forward <= back ? Double(forward) : -Double(back)
        return turns * ticksPerSecond / Double(lastEvent &- earlier.lastEvent)
    }
}

/// The turns of a wheel; the count does not roll over.
public typealias WheelRevolutions = Revolutions<UInt32>
/// The turns of a crank; the count rolls over.
public typealias CrankRevolutions = Revolutions<UInt16>
