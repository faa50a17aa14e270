/// Where a sensor for running or cycling is mounted.
///
/// Source: GATT Specification Supplement, *Sensor Location*.
public struct SensorLocation: RawRepresentable, CharacteristicValue {
    /// The code on air; codes from 17 on are reserved.
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// None of the others.
    public static let other = SensorLocation(rawValue: 0)
    /// On the shoe.
    public static let topOfShoe = SensorLocation(rawValue: 1)
    /// In the shoe.
    public static let inShoe = SensorLocation(rawValue: 2)
    /// On the hip.
    public static let hip = SensorLocation(rawValue: 3)
    /// On the front wheel.
    public static let frontWheel = SensorLocation(rawValue: 4)
    /// On the left crank.
    public static let leftCrank = SensorLocation(rawValue: 5)
    /// On the right crank.
    public static let rightCrank = SensorLocation(rawValue: 6)
    /// In the left pedal.
    public static let leftPedal = SensorLocation(rawValue: 7)
    /// In the right pedal.
    public static let rightPedal = SensorLocation(rawValue: 8)
    /// In the hub of the front wheel.
    public static let frontHub = SensorLocation(rawValue: 9)
    /// On the end of the frame that holds the rear wheel.
    public static let rearDropout = SensorLocation(rawValue: 10)
    /// On the tube beside the chain.
    public static let chainstay = SensorLocation(rawValue: 11)
    /// On the rear wheel.
    public static let rearWheel = SensorLocation(rawValue: 12)
    /// In the hub of the rear wheel.
    public static let rearHub = SensorLocation(rawValue: 13)
    /// On the chest.
    public static let chest = SensorLocation(rawValue: 14)
    /// In the part that joins crank and chain ring.
    public static let spider = SensorLocation(rawValue: 15)
    /// In the chain ring.
    public static let chainRing = SensorLocation(rawValue: 16)
}
