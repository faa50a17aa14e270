import Foundation

extension Data {
    /// The bytes as an array. The initialiser of `Array` takes several times as long for a few bytes.
    package var byteArray: [UInt8] { withUnsafeBytes { Array($0) } }
}
