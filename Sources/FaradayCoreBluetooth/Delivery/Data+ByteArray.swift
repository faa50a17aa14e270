import Foundation

extension Data {
    /// The bytes as an array. The initialiser of `Array` takes several times as long for a few bytes.
    package var byteArray: [UInt8] { withUnsafeBytes { Array($0) } }

    /// As `Data(bytes)`, which takes the array as any sequence, and twice as long.
    package init(copying bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Data(bytes: $0, count: bytes.count) } ?? Data()
        }
    }
}
