import FaradayCoreBluetooth
import FaradaySimulation

/// The definition from which the device is created.
extension MockDevice {
    /// The initial definition of the device; `sets` is its advertising.
    func definition(advertising sets: [DeviceAdvertising]) -> DeviceDefinition {
        let state = state.withLock { $0 }
        var definition = DeviceDefinition(name: state.name ?? "", preferredMTU: UInt16(state.mtu ?? 23)) {
            DeviceBehaviour.onEvent { [self] device, event in happened(event, to: device) }
        }
        definition.services = services(of: life.withLock { $0.blueprint })
        definition.advertising = sets
        definition.channels = state.channels.map(made)
        return definition
    }

    func services(of blueprint: Blueprint) -> [DeviceService] {
        blueprint.services.map { item in
            let isPrimary = item.isListed && item.definition.isPrimary
            var service = DeviceService(item.definition.uuid.onAir, isPrimary: isPrimary) {
                for characteristic in item.characteristics { self.made(from: characteristic) }
            }
            service.includedPlaces = item.includes
            return service
        }
    }

    /// Replaces the published services. A service counts as new if its content has changed, even if its
    /// object is the same.
    func setServices(_ blueprint: Blueprint, keeping: [Int?]) {
        var keeping = keeping
        let services = services(of: blueprint)
        while true {
            do {
                return try device.setServices(services, keeping: keeping)
            } catch .differs(let place) where keeping[place] != nil {
                keeping[place] = nil
            } catch {
                guard keeping.contains(where: { $0 != nil }) else { return }
                keeping = keeping.map { _ in nil }
            }
        }
    }

    /// The properties determine which requests the stack lets through; the delegate answers those requests.
    private func made(from item: Blueprint.Characteristic) -> DeviceCharacteristic {
        nonisolated(unsafe) let definition = item.definition
        let properties = definition.properties
        return DeviceCharacteristic(
            definition.uuid.onAir, properties.onAir, permissions: properties.permissions
        )
        .onRead(answering: { [self] read, respond in
            self.read(.characteristic(definition), at: read.offset, read.link, respond)
        })
        .onWrite(answering: { [self] write, respond in
            self.write(.characteristic(definition), write.value, write.expectsResponse, write.link, respond)
        })
        .with(descriptors: item.descriptors.map(made))
    }

    private func made(from definition: CBMDescriptorMock) -> DeviceDescriptor {
        nonisolated(unsafe) let definition = definition
        return DeviceDescriptor(definition.uuid.onAir)
            .onRead(answering: { [self] read, respond in
                self.read(.descriptor(definition), at: read.offset, read.link, respond)
            })
            .onWrite(answering: { [self] write, respond in
                self.write(.descriptor(definition), write.value, true, write.link, respond)
            })
    }

    private func made(from mock: CBMChannelMock) -> DeviceChannel {
        nonisolated(unsafe) let receive = mock.receive
        return DeviceChannel(psm: mock.psm, requires: mock.requiresEncryption ? .encrypted : .none)
            .onReceive { [self] channel, bytes in onMain { receive(channel, Data(bytes)) } }
    }
}

extension CBMUUID {
    /// The UUID as it is sent, in the width in which it was written.
    var onAir: BluetoothUUID {
        guard let uuid = BluetoothUUID(uuidString) else { preconditionFailure("\(uuidString) is not a UUID") }
        return uuid
    }
}

extension CBMCharacteristicProperties {
    /// The properties in the declaration: one byte, which has no bit for encryption.
    var onAir: GATT.Properties {
        var properties = GATT.Properties(rawValue: UInt8(rawValue & 0xFF))
        if contains(.notifyEncryptionRequired) { properties.insert(.notify) }
        if contains(.indicateEncryptionRequired) { properties.insert(.indicate) }
        return properties
    }

    /// The operations that the stack allows to clients.
    var permissions: GATT.Permissions {
        var permissions: GATT.Permissions = []
        if contains(.read) { permissions.insert(.readable) }
        if !isDisjoint(with: [.write, .writeWithoutResponse, .authenticatedSignedWrites]) {
            permissions.insert(.writable)
        }
        if !isDisjoint(with: [.notifyEncryptionRequired, .indicateEncryptionRequired]) {
            permissions.insert(.notifyEncrypted)
        }
        return permissions
    }
}
