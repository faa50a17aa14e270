// swift-format-ignore-file
import FaradayTesting

extension DeviceDefinition {
    static var everythingAndMore: DeviceDefinition {
        DeviceDefinition(
            name: "Everything \"and\" more",
            appearance: 0x0001,
            address: DeviceAddress("00:11:22:33:44:55", .public),
            txPower: -4,
            preferredMTU: 185,
            hasServiceChanged: false,
            acceptsPreparedWrites: false,
            updateQueueDepth: 8) {
            DeviceAdvertising(services: ["180D"], continuesWhileConnected: true)
            DeviceAdvertising(
                .scannable,
                data: AdvertisingData(
                    lenient: [
                        0x02, 0x01, 0x04, 0x03, 0x02, 0x0F, 0x18, 0x03, 0x14, 0x00, 0xFF, 0x05,
                        0x16, 0xAA, 0xFE, 0x10, 0x00, 0x02, 0x0A, 0xF8, 0x03, 0x19, 0x41, 0x03,
                        0x02, 0xFF, 0x01, 0x03, 0x1A, 0x20, 0x00,
                    ]),
                scanResponse: AdvertisingData(lenient: [0x03, 0x08, 0x45, 0x76, 0x04, 0xFF, 0x4C, 0x00, 0x02]),
                interval: .microseconds(152500)).with { $0.delay = .seconds(2) }
            DeviceAdvertising(.nonConnectable, name: "", manufacturerData: [0xFF, 0xFF, 0x01]).with { $0.usesExtendedPDUs = true }.with { $0.auxiliaryPHY = .le1M }.with { $0.isOneShot = true }
            DeviceAdvertising(
                .directed(to: DeviceAddress("C0:11:22:33:44:55", .random)!),
                data: AdvertisingData(lenient: []))
            DeviceSecurity(
                .displayOnly,
                isBondable: false,
                secureConnections: .required,
                keySizes: 8...12,
                passkey: 123456,
                requires: .encrypted,
                privacy: .resolvable(every: .minutes(15)),
                refusesPairing: true)
            DeviceService("FF00", includes: ["FF10"]) {
                DeviceCharacteristic(
                    "FF01",
                    [.read, .write],
                    value: [0x01, 0x02],
                    requires: .authenticated,
                    descriptors: [
                        .stored("2901", Array("ABC".utf8)),
                        .stored("2902", [], isWritable: true),
                        GATT.DescriptorDefinition(
                            uuid: "FF0D", permissions: .writable, value: .stored([])),
                    ])
                DeviceCharacteristic(
                    "FF02", [.read, .notify, .indicate], permissions: [.readable, .readAuthorized]).withoutConfiguration()
                DeviceCharacteristic("6E400003-B5A3-F393-E0A9-E50E24DCCA9E", .notify)
            }
            DeviceService("FF10", isPrimary: false)
            DeviceService("185B") {
                DeviceCharacteristic(
                    "2C14", .read, value: [0x07, 0x00, 0x00, 0x00], requires: .encrypted)
                DeviceCharacteristic("2C15", [.notify, .indicate], requires: .encrypted)
            }
            DeviceChannel(psm: 128, requires: .encrypted, mtu: 512)
            DeviceChannelSounding(.both, antennaDelay: 1.5, clockOffset: -2.0)
            DeviceRules(
                variables: [
                    DeviceRules.Variable("count", .number(0)),
                    DeviceRules.Variable("image", .bytes([0x0A])),
                    DeviceRules.Variable("boots", .number(1), isKept: true),
                ],
                states: ["idle", "armed"],
                series: [
                    DeviceRules.Series(
                        "FF02",
                        [
                            .init(after: .milliseconds(20), [0x01]),
                            .init(after: .milliseconds(20), [0x02]),
                        ],
                        repeats: true),
                    DeviceRules.Series(
                        "FF02",
                        [
                            .init(after: .microseconds(5), []),
                            .init(after: .microseconds(1250), [0x03]),
                        ]),
                ],
                readings: [DeviceRules.Readings("FF00/FF01", [[0x01], [0x02]], repeats: true)],
                rules: [
                    DeviceRule(.started, [.stopAdvertising]),
                    DeviceRule(
                        .connected, in: ["idle", "armed"], if: "count == 0", [.startAdvertising]),
                    DeviceRule(.disconnected, [.reset()], note: "it \"crashes\""),
                    DeviceRule(.linkLost, [.reset(after: .seconds(2))]),
                    DeviceRule(.paired, [.requestSecurity(.authenticated)]),
                    DeviceRule(.secured, in: ["armed"], [.enter("idle")]),
                    DeviceRule(.subscribed("FF02"), [.notify("FF02", "01")]),
                    DeviceRule(.unsubscribed("FF02"), [.disconnect(.lowResources)]),
                    DeviceRule(
                        .every(.milliseconds(1500), whileSubscribed: "FF02"),
                        [.send("FF02", [.data("image")], size: 20)]),
                    DeviceRule(
                        .every(.hours(1)), [.advertise([DeviceAdvertising(services: ["180F"])])]),
                    DeviceRule(.after(.zero), [.disconnect()]),
                    DeviceRule(.entered("armed"), []),
                    DeviceRule(
                        .written(
                            "FF00/FF01",
                            [
                                "A5 ?? 0?",
                                .bytes([.init(0x50, mask: 0x70)]),
                                .number("low", .u16),
                                .number("high", .init(size: 5, isSigned: true, isBigEndian: true)),
                                .data("id", count: 3),
                                .rest("rest"),
                                .checksum(.crc16Modbus, from: 1, isBigEndian: true),
                            ]),
                        [
                            .wait(.milliseconds(20)),
                            .proceed(if: "low > 2 && !count"),
                            .assign("count", "(count + 1) % 256"),
                            .assign("boots", 7),
                            .fill("image", ["01", .data("slice(rest, 1, 2)")]),
                            .append("image", [.checksum(.crc8)]),
                            .set("FF01", [.number("low + high", .u8), .checksum(.sum8, from: 1)]),
                            .accept,
                        ]),
                    DeviceRule(.written("FF01"), [.refuse(.valueNotAllowed)]),
                    DeviceRule(.read("FF01"), in: ["armed"], [.answer([])]),
                    DeviceRule(.read("FF01"), [.refuse(ATT.ErrorCode(rawValue: 0xC8))]),
                ],
                conversation: DeviceConversation(
                    [
                        .init(.connected, packet: "12"),
                        .init(.subscribed("FF00/FF02"), after: .milliseconds(30), packet: "2:7"),
                        .init(.read("FF00/FF01", .value([0x01, 0x02]))),
                        .init(.read("FF00/FF01", .error(.valueNotAllowed))),
                        .init(.written("FF00/FF01", [0x01])),
                        .init(.written("FF00/FF01", [0x02], .error(ATT.ErrorCode(rawValue: 0x80)))),
                        .init(.written("FF00/FF01", [], .none)),
                        .init(.updated("FF00/FF02", [0x0A]), after: .milliseconds(1500)),
                        .init(.unsubscribed("FF00/FF02")),
                        .init(.disconnected(by: .central)),
                        .init(.connected),
                        .init(.disconnected(by: .device(.userTerminated))),
                        .init(.connected),
                        .init(.disconnected(by: .device(.lowResources))),
                        .init(.connected),
                        .init(.disconnected(by: .loss), after: .minutes(1)),
                    ]))
        }
    }
}
