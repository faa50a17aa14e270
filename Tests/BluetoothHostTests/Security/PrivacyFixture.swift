import BluetoothCryptography
import BluetoothTypes
import BluetoothWire

@testable import BluetoothHost

/// Hosts with privacy and bonds, and what their peers show.
enum PrivacyFixture {
    static let ownKey: [UInt8] = (0..<16).map { 0x51 + $0 }
    static let peerKeys: [[UInt8]] = (0..<4).map { number in (0..<16).map { 0x10 * number + $0 + 1 } }

    static func configuration(extended: Bool = false, isPrivate: Bool = true) -> Host.Configuration {
        var configuration = HostRig.configuration(extended: extended)
        configuration.security = Host.SecurityConfiguration(
            identityResolvingKey: ownKey, privacy: isPrivate ? .resolvable(every: .seconds(900)) : .off)
        return configuration
    }

    /// A controller that resolves addresses, or doesn't.
    static func controller(resolving: Bool, size: UInt8 = 4) -> ScriptedController {
        var controller = ScriptedController()
        if resolving { controller.features.insert(.llPrivacy) }
        controller.resolvingListSize = size
        return controller
    }

    static func bond(_ number: Int) -> Host.Bond {
        Host.Bond(peer: HostRig.peer(UInt64(number)), peerResolvingKey: peerKeys[number])
    }

    /// A private address of a bonded peer, another for each draw.
    static func address(of number: Int, _ draw: UInt64 = 7) -> DeviceAddress {
        DeviceAddress(IdentityKey(wire: peerKeys[number])!.address(drawing: draw), .random)
    }

    static func isOwn(_ address: DeviceAddress) -> Bool {
        address.kind == .random && IdentityKey(wire: ownKey)!.resolves(address.value)
    }

    static func report(_ address: DeviceAddress) -> HCI.Event {
        .leAdvertisingReport(
            .init(reports: [.init(eventType: .advInd, address: address, data: [], rssi: -50)]))
    }
}

extension HCI.Command {
    /// The random address that the command sets.
    var randomAddress: DeviceAddress? {
        switch self {
        case .leSetRandomAddress(let command): command.randomAddress
        case .leSetAdvertisingSetRandomAddress(let command): command.randomAddress
        default: nil
        }
    }
}
