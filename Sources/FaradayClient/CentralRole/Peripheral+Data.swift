import BluetoothTypes
import BluetoothWire
import Foundation

/// `Data` is a value of any length, as `[UInt8]` is: `TypedCharacteristic<Data>`.
extension Data: CharacteristicValue {
    /// Reads all bytes.
    public init(decoding reader: inout ByteReader) throws(DecodeError) { self.init(reader.rest()) }
    /// Appends the bytes.
    public func encode(into bytes: inout [UInt8]) { bytes += self }
}

extension Peripheral {
    /// Reads the bytes of a characteristic as `Data`. All methods that write take `Data` as they take `[UInt8]`.
    public func readData(_ path: CharacteristicPath, within limit: Nanoseconds? = nil) async throws -> Data {
        Data(try await read(path, within: limit))
    }

    /// The bytes that the peripheral sends of a characteristic, as `Data`.
    public func dataNotifications(
        of path: CharacteristicPath, buffering: Notifications<Data>.Buffering = .unbounded,
        survivesDisconnection: Bool = false
    ) -> Notifications<Data> {
        notifications(
            of: TypedCharacteristic(path.uuid, of: path.service.uuid), at: path, buffering: buffering,
            survivesDisconnection: survivesDisconnection)
    }
}
