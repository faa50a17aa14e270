import BluetoothTypes

extension AdvertisingData.Structure {
    /// Why the structure has no bytes, if it has none: a UUID that its width can't hold, data of another length than its
    /// type has, or more than a structure holds.
    package var problem: String? {
        switch self {
        case .incompleteServiceUUIDs(let width, let uuids), .completeServiceUUIDs(let width, let uuids),
            .serviceSolicitation(let width, let uuids):
            if let problem = uuids.lazy.compactMap({ Self.problem($0, width) }).first { return problem }
        case .serviceData(let uuid, _):
            if let problem = Self.problem(uuid, uuid.width) { return problem }
        case .securityManagerTKValue(let data), .leSecureConnectionsConfirmationValue(let data),
            .leSecureConnectionsRandomValue(let data), .broadcastCode(let data):
            guard data.count == 16 else { return "an advertising structure with \(data.count) bytes, not 16" }
        case .resolvableSetIdentifier(let data):
            guard data.count == 6 else { return "a resolvable set identifier of \(data.count) bytes, not 6" }
        case .encryptedAdvertisingData(let encrypted):
            guard encrypted.randomizer.count == 5, encrypted.mic.count == 4 else {
                return
                    "encrypted advertising data with a randomizer of \(encrypted.randomizer.count) bytes and a MIC "
                    + "of \(encrypted.mic.count); they have 5 and 4"
            }
        default: break
        }
        let count = dataCount
        return count > Self.maximumDataLength
            ? "an advertising structure with \(count) bytes; it holds \(Self.maximumDataLength)" : nil
    }

    private static func problem(_ uuid: BluetoothUUID, _ width: BluetoothUUID.Width) -> String? {
        if uuid.isMalformed { return "advertised service \(uuid.label) is not a UUID" }
        switch width {
        case .bits16: return uuid.short == nil ? "\(uuid) in a list of UUIDs of 16 bits" : nil
        case .bits32:
            return uuid.short == nil && uuid.width != .bits32 ? "\(uuid) in a list of UUIDs of 32 bits" : nil
        case .bits128: return nil
        }
    }
}
