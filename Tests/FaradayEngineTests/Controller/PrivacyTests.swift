import BluetoothTypes
import BluetoothWire
import Testing

@testable import FaradayEngine

/// The resolving list as two hosts see it, at HCI level.
@Suite struct PrivacyTests {
    static let phoneKey: [UInt8] = (0..<16).map { 0x10 + $0 }
    static let deviceKey: [UInt8] = (0..<16).map { 0xA0 + $0 }
    static let noKey = [UInt8](repeating: 0, count: 16)

    /// The keys of an entry.
    enum Keys: CaseIterable {
        case none, peer, local, both
        var hasPeer: Bool { self == .peer || self == .both }
        var hasLocal: Bool { self == .local || self == .both }
    }

    @Test func theListRefusesWhatDoesNotFit() {
        let air = Air()
        let node = air.add { $0.resolvingListSize = 2 }
        let add = { (peer: UInt64, kind: DeviceAddress.Kind, key: [UInt8]) in
            air.ask(
                .leAddDeviceToResolvingList(
                    .init(
                        peerIdentityAddress: .init(peer, kind), peerIRK: key, localIRK: Self.noKey)), of: node
            )
        }
        #expect(add(5, .public, Self.phoneKey) == .success)
        #expect(add(5, .public, Self.deviceKey) == .invalidHCICommandParameters)
        #expect(add(6, .public, Self.phoneKey) == .invalidHCICommandParameters)
        #expect(add(6, .publicIdentity, Self.noKey) == .invalidHCICommandParameters)
        #expect(add(5, .random, Self.noKey) == .success)
        #expect(add(7, .public, Self.noKey) == .memoryCapacityExceeded)
        let five = DeviceAddress(5, .public)
        for (command, status) in [
            (.leRemoveDeviceFromResolvingList(.init(peerIdentityAddress: five)), .success),
            (
                .leRemoveDeviceFromResolvingList(.init(peerIdentityAddress: five)),
                .unknownConnectionIdentifier
            ),
            (
                .leSetPrivacyMode(.init(peerIdentityAddress: five, privacyMode: .device)),
                .unknownConnectionIdentifier
            ),
            (
                .leReadPeerResolvableAddress(.init(peerIdentityAddress: five)), .unknownConnectionIdentifier
            ),
            (.leReadLocalResolvableAddress(.init(peerIdentityAddress: .init(5, .random))), .success),
            (.leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: 0)), .invalidHCICommandParameters),
            (.leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: 3601)), .invalidHCICommandParameters),
            (.leSetResolvablePrivateAddressTimeout(.init(rpaTimeout: 3600)), .success),
            (.leReadResolvingListSize, .success), (.leClearResolvingList, .success),
        ] as [(HCI.Command, HCI.ErrorCode)] {
            #expect(air.ask(command, of: node) == status, "\(command)")
        }
        // A reset forgets it all.
        air.send(.reset, to: node)
        #expect(air.medium.controller(of: node)?.resolvingList == nil)
    }

    /// Vol 4, Part E, 7.8.38 to 7.8.44 and 7.8.77.
    @Test(arguments: ["advertising", "scanning", "initiating"]) func theListStaysWhileAddressesAreInUse(
        _ activity: String
    ) {
        let air = Air()
        let node = air.add()
        let peer = DeviceAddress(5, .public)
        let changes: [HCI.Command] = [
            .leAddDeviceToResolvingList(
                .init(peerIdentityAddress: .init(6, .public), peerIRK: Self.noKey, localIRK: Self.noKey)),
            .leSetPrivacyMode(.init(peerIdentityAddress: peer, privacyMode: .device)),
            .leRemoveDeviceFromResolvingList(.init(peerIdentityAddress: peer)), .leClearResolvingList,
        ]
        for isOn in [false, true] {
            air.send(.reset, to: node)
            air.add(peer, to: node, keys: .both)
            if isOn { air.resolve(node) }
            switch activity {
            case "advertising": air.advertise(node)
            case "scanning": air.scan(node)
            default: air.connect(node, to: DeviceAddress(9, .public))
            }
            for command in changes {
                #expect(air.ask(command, of: node) == (isOn ? .commandDisallowed : .success), "\(command)")
            }
            #expect(
                air.ask(
                    .leSetAddressResolutionEnable(.init(addressResolutionEnable: false)), of: node)
                    == .commandDisallowed)
        }
    }

    @Test func withoutTheFeatureThereIsNone() {
        let air = Air()
        let node = air.add { $0.features.remove(.llPrivacy) }
        #expect(air.ask(.leReadResolvingListSize, of: node) == .unknownHCICommand)
        let parameters = HCI.LESetAdvertisingParameters(
            advertisingIntervalMin: 160, advertisingIntervalMax: 160, advertisingType: .advInd,
            ownAddressType: .resolvableOrPublic)
        #expect(
            air.ask(.leSetAdvertisingParameters(parameters), of: node) == .unsupportedFeatureOrParameterValue)
    }

    /// The address that an advertiser uses, by address type and the keys of its entry: the fallback is used only
    /// without a key.
    @Test(
        arguments: [HCI.OwnAddressType.public, .random, .resolvableOrPublic, .resolvableOrRandom],
        Keys.allCases)
    func ownAddresses(_ type: HCI.OwnAddressType, _ keys: Keys) {
        for isExtended in [false, true] {
            let air = Air()
            let (device, phone) = (air.add(), air.add())
            let identity = air.address(of: phone)
            air.add(identity, to: device, keys: keys)
            air.scanEither(air.add(), isExtended: isExtended)
            let random = DeviceAddress(0xC000_0000_0009, .random)
            let sniffer = air.sniff()
            air.advertisePrivately(
                device, type, toward: identity, random: random, isExtended: isExtended)
            air.run(.milliseconds(300))
            guard let shown = sniffer.advertisers.first else {
                Issue.record("nothing on air")
                continue
            }
            let isPrivate = type.isResolvable && keys.hasLocal
            if isPrivate {
                // Made with the local key of the entry.
                let list = air.medium.controller(of: device)?.resolvingList
                #expect(list?.entries[0].localKey?.resolves(shown.value) == true)
            } else {
                let usesPublic = type == .public || type == .resolvableOrPublic
                #expect(shown == (usesPublic ? air.address(of: device) : random))
            }
        }
    }

    @Test func aRandomFallbackThatIsMissingIsRefused() {
        let air = Air()
        let node = air.add()
        let peer = DeviceAddress(5, .public)
        air.add(peer, to: node, keys: .peer)
        let parameters = HCI.LESetAdvertisingParameters(
            advertisingIntervalMin: 160, advertisingIntervalMax: 160, advertisingType: .advInd,
            ownAddressType: .resolvableOrRandom,
            peerAddress: peer)
        #expect(air.ask(.leSetAdvertisingParameters(parameters), of: node) == .success)
        #expect(
            air.ask(.leSetAdvertisingEnable(.init(advertisingEnable: true)), of: node)
                == .invalidHCICommandParameters)
    }

    /// A peer with a key in the list: reported under its identity when it uses a private address. When it uses its
    /// identity address, it is ignored in network privacy mode and accepted in device privacy mode (Vol 6, Part B, 6.3
    /// and 6.4).
    @Test(arguments: [HCI.PrivacyMode.network, .device], Keys.allCases) func aScannerResolves(
        _ mode: HCI.PrivacyMode, _ keys: Keys
    ) {
        for isExtended in [false, true] {
            for isHidden in [false, true] {
                for isOn in [false, true] {
                    let air = Air()
                    let (phone, device) = (air.add(), air.add())
                    air.pair(phone, device, keys)
                    air.pair(device, phone, .both)
                    air.send(
                        .leSetPrivacyMode(
                            .init(peerIdentityAddress: air.address(of: device), privacyMode: mode)), to: phone
                    )
                    if isOn { air.resolve(phone) }
                    air.advertisePrivately(
                        device, isHidden ? .resolvableOrPublic : .public, toward: air.address(of: phone),
                        isExtended: isExtended)
                    air.scanEither(phone, isExtended: isExtended)
                    air.forget()
                    air.run(.milliseconds(300))
                    let reported = Set(air.reportedAddresses(of: phone))
                    let shown: DeviceAddress? =
                        isHidden
                        ? isOn && keys.hasPeer
                            ? DeviceAddress(air.address(of: device).value, .publicIdentity) : nil
                        : isOn && keys.hasPeer && mode == .network ? nil : air.address(of: device)
                    let row = "\(mode) \(keys) extended \(isExtended) hidden \(isHidden) on \(isOn)"
                    if let shown {
                        #expect(reported == [shown], "\(row)")
                    } else if isHidden {
                        #expect(reported.count == 1 && reported.allSatisfy(\.isResolvable), "\(row)")
                    } else {
                        #expect(reported.isEmpty, "\(row)")
                    }
                }
            }
        }
    }

    /// A device with a private address and a phone that knows it or does not: the addresses in the hosts' reports.
    @Test(arguments: [false, true]) func bothHostsOfALinkAreToldIdentitiesAndPrivateAddresses(
        _ isExtended: Bool
    ) throws {
        let air = Air()
        let (phone, device) = (air.add(), air.add(at: .meters(1)))
        air.pair(phone, device, .both)
        air.pair(device, phone, .both)
        air.resolve(phone)
        air.resolve(device)
        let sniffer = air.sniff()
        air.advertisePrivately(
            device, .resolvableOrPublic, toward: air.address(of: phone), isExtended: isExtended)
        air.connectPrivately(phone, to: air.address(of: device), isExtended: isExtended)
        air.forget()
        air.run(.seconds(1))
        let request = try #require(sniffer.requests.first)
        #expect(request.initiator.isResolvable && request.advertiser.isResolvable)
        let ends = [
            (phone, device, request.initiator, request.advertiser),
            (device, phone, request.advertiser, request.initiator),
        ]
        for (node, other, local, peer) in ends {
            let event = try #require(air.connectionComplete(of: node))
            #expect(event.peerAddress == DeviceAddress(air.address(of: other).value, .publicIdentity))
            #expect(event.localResolvablePrivateAddress == local)
            #expect(event.peerResolvablePrivateAddress == peer)
            let status = air.ask(
                isExtended
                    ? Air.extendedConnection(to: air.address(of: other), .public)
                    : Air.connection(to: air.address(of: other), .public), of: phone)
            if node == phone { #expect(status == .connectionAlreadyExists) }
        }
    }

    /// An unresolved private address is a device of its own, and unused fields are zeros.
    @Test func strangersAreToldAsTheyAre() throws {
        let air = Air()
        let (phone, device) = (air.add(), air.add(at: .meters(1)))
        air.pair(device, phone, .local)
        air.advertisePrivately(device, .resolvableOrPublic, toward: air.address(of: phone))
        let shown = try #require(air.medium.controller(of: device)?.legacySet?.address)
        air.connect(phone, to: shown)
        air.forget()
        air.run(.seconds(1))
        let central = try #require(air.connectionComplete(of: phone))
        #expect(central.peerAddress == shown && central.localResolvablePrivateAddress == nil)
        #expect(central.peerResolvablePrivateAddress == nil)
        let peripheral = try #require(air.connectionComplete(of: device))
        #expect(peripheral.peerAddress == air.address(of: phone))
        #expect(peripheral.localResolvablePrivateAddress == shown)
    }
}
