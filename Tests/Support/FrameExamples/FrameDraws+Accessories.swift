import BluetoothPort
import BluetoothTypes
import PortProtocol

extension FrameDraws {
    mutating func accessoryIdentifier() -> AccessoryIdentifier { AccessoryIdentifier(rawValue: word()) }

    mutating func accessoryFailure() -> Accessories.Failure { .init(code: count(), reason: text()) }

    mutating func comparison() -> Accessories.Comparison {
        .init(text: text(), options: .init(rawValue: options()))
    }

    mutating func accessoryDescriptor() -> Accessories.Descriptor {
        var descriptor = Accessories.Descriptor()
        descriptor.supportedOptions = .init(rawValue: options())
        descriptor.company = short()
        descriptor.manufacturerBlob = maybe { $0.bytes() }
        descriptor.manufacturerMask = maybe { $0.bytes() }
        descriptor.nameSubstring = maybe { $0.text() }
        descriptor.nameCompareOptions = .init(rawValue: options())
        descriptor.isImmediate = flag()
        descriptor.service = maybe { $0.uuid() }
        descriptor.serviceBlob = maybe { $0.bytes() }
        descriptor.serviceMask = maybe { $0.bytes() }
        descriptor.ssid = maybe { $0.text() }
        descriptor.ssidPrefix = maybe { $0.text() }
        descriptor.wifiAware = maybe {
            .init(
                serviceName: $0.maybe { $0.text() }, role: $0.count(), model: $0.maybe { $0.comparison() },
                vendor: $0.maybe { $0.comparison() })
        }
        return descriptor
    }

    mutating func accessory() -> Accessories.Accessory {
        Accessories.Accessory(
            identifier: accessoryIdentifier(), state: one(of: allCases(Accessories.State.self)),
            peer: maybe { $0.peer() }, name: text(), ssid: maybe { $0.text() },
            bridgingIdentifier: maybe { $0.bytes() }, descriptor: accessoryDescriptor())
    }

    mutating func displayItem() -> Accessories.DisplayItem {
        Accessories.DisplayItem(
            name: text(), descriptor: accessoryDescriptor(), setupOptions: .init(rawValue: options()),
            migration: maybe { .init(peer: $0.maybe { $0.peer() }, ssid: $0.maybe { $0.text() }) },
            found: maybe { $0.accessoryIdentifier() })
    }

    package mutating func accessoriesCommand(_ kind: Accessories.Command.Kind) -> Accessories.Command {
        switch kind {
        case .activate: .activate
        case .invalidate: .invalidate
        case .showPicker:
            .showPicker(
                maybe { $0.list { $0.displayItem() } },
                .init(timeout: maybe { $0.double() }, filtersDiscovery: flag()), call: call())
        case .updatePicker: .updatePicker(list { $0.displayItem() }, call: call())
        case .finishPickerDiscovery: .finishPickerDiscovery(call: call())
        case .finishAuthorization:
            .finishAuthorization(
                accessoryIdentifier(),
                .init(ssid: maybe { $0.text() }, bridgingIdentifier: maybe { $0.bytes() }), call: call())
        case .failAuthorization: .failAuthorization(accessoryIdentifier(), call: call())
        case .remove: .remove(accessoryIdentifier(), call: call())
        case .rename: .rename(accessoryIdentifier(), call: call())
        case .updateAuthorization:
            .updateAuthorization(accessoryIdentifier(), accessoryDescriptor(), call: call())
        case .reportMisuse: .reportMisuse(misuse())
        }
    }

    package mutating func accessoriesEvent(_ kind: Accessories.Event.Kind) -> Accessories.Event {
        switch kind {
        case .activated: .activated(list { $0.accessory() })
        case .invalidated: .invalidated(maybe { $0.accessoryFailure() })
        case .migrationComplete: .migrationComplete(list { $0.accessory() })
        case .added: .added(accessory())
        case .removed: .removed(accessory())
        case .changed: .changed(accessory())
        case .discovered: .discovered(accessory(), advertisement(), rssi: count())
        case .pickerDidPresent: .pickerDidPresent
        case .pickerDidDismiss: .pickerDidDismiss
        case .pickerSetupBridging: .pickerSetupBridging
        case .pickerSetupFailed: .pickerSetupFailed(accessoryFailure())
        case .pickerSetupPairing: .pickerSetupPairing
        case .pickerSetupRename: .pickerSetupRename
        case .completed: .completed(call: call(), maybe { $0.accessoryFailure() })
        }
    }

    package mutating func nearbyCommand(_ kind: Nearby.Command.Kind) -> Nearby.Command {
        switch kind {
        case .run:
            .run(.init(peer: peer(), previousPeer: maybe { $0.peer() }, usesCamera: flag()))
        case .pause: .pause
        case .invalidate: .invalidate
        case .setMotion: .setMotion(one(of: allCases(Nearby.Motion.self)), of: peer())
        }
    }

    package mutating func nearbyEvent(_ kind: Nearby.Event.Kind) -> Nearby.Event {
        switch kind {
        case .started: .started
        case .updated:
            .updated(
                .init(
                    peer: peer(), distance: maybe { $0.double() }, horizontalAngle: maybe { $0.double() }))
        case .suspended: .suspended
        case .suspensionEnded: .suspensionEnded
        case .invalidated: .invalidated(.init(code: count(), reason: text()))
        }
    }
}
