import Foundation

/// A temperature as the Health Thermometer Service sends it.
public struct Temperature: Equatable, Sendable {
    public var celsius: Double

    public init(celsius: Double) { self.celsius = celsius }

    /// Parses a Temperature Measurement (2A1C): flags, then a number of 32 bits with a decimal exponent, in
    /// little-endian order; `nil` when bytes are missing.
    public init?(measurement: Data) {
        let bytes = [UInt8](measurement)
        guard bytes.count >= 5 else { return nil }
        let digits = Int32(bytes[1]) | Int32(bytes[2]) << 8 | Int32(Int8(bitPattern: bytes[3])) << 16
        let number = Double(digits) * pow(10, Double(Int8(bitPattern: bytes[4])))
        celsius = bytes[0] & 1 == 0 ? number : (number - 32) / 1.8
    }
}
