import BluetoothPort
import BluetoothTypes
import PortProtocol

/// A frame with a name: at least one for each case of each enum that a frame can hold.
package struct FrameExample: Sendable {
    package let name: String
    package let frame: PortFrame

    /// All examples, always the same ones.
    package static let all: [FrameExample] = session + drawn + plain

    private static func make<Kind>(
        _ family: String, _ kinds: [Kind], _ draw: (inout FrameDraws, Kind) -> PortFrame
    ) -> [FrameExample] {
        kinds.flatMap { kind in
            (UInt64(1)...2).map { round in
                var draws = FrameDraws(seed: round)
                return FrameExample(name: "\(family).\(kind) \(round)", frame: draw(&draws, kind))
            }
        }
    }

    /// Two drawn frames for each kind.
    private static var drawn: [FrameExample] {
        make("PortFrame", PortFrame.Kind.allCases) { $0.frame($1) }
            + make("Opening", PortFrame.Opening.Kind.allCases) { .open(1, $0.opening($1)) }
            + make("Question", PortFrame.Question.Kind.allCases) { .ask(1, $0.question($1), call: 2) }
            + make("Answer", PortFrame.Answer.Kind.allCases) { .answer($0.answer($1), call: 2) }
            + make("Central.Command", Central.Command.Kind.allCases) {
                .central(1, $0.centralCommand($1), call: 2)
            }
            + make("Central.Event", Central.Event.Kind.allCases) { .centralEvent(1, $0.centralEvent($1)) }
            + make("Peripheral.Command", Peripheral.Command.Kind.allCases) {
                .peripheral(1, $0.peripheralCommand($1), call: 2)
            }
            + make("Peripheral.Event", Peripheral.Event.Kind.allCases) {
                .peripheralEvent(1, $0.peripheralEvent($1))
            }
            + make("Accessories.Command", Accessories.Command.Kind.allCases) {
                .accessories(1, $0.accessoriesCommand($1))
            }
            + make("Accessories.Event", Accessories.Event.Kind.allCases) {
                .accessoriesEvent(1, $0.accessoriesEvent($1))
            }
            + make("Nearby.Command", Nearby.Command.Kind.allCases) { .nearby(1, $0.nearbyCommand($1)) }
            + make("Nearby.Event", Nearby.Event.Kind.allCases) { .nearbyEvent(1, $0.nearbyEvent($1)) }
            + make("ChannelCommand", ChannelCommand.Kind.allCases) {
                .central(1, .channel(.init(rawValue: 3), $0.channelCommand($1)), call: 2)
            }
            + make("ChannelEvent", ChannelEvent.Kind.allCases) {
                .centralEvent(1, .channel(.init(rawValue: 3), $0.channelEvent($1)))
            }
    }

    private static func named(_ family: String, _ frames: [(String, PortFrame)]) -> [FrameExample] {
        frames.map { FrameExample(name: "\(family).\($0)", frame: $1) }
    }

    private static let peer = PeerIdentifier(high: 0x0001_0203_0405_0607, low: 0x0809_0A0B_0C0D_0E0F)

    /// One frame for each case without anything in it.
    private static var plain: [FrameExample] {
        named(
            "Misuse.Kind",
            Misuse.Kind.allCases.map { ("\($0)", .misuse(.init(kind: $0, call: "", message: ""))) })
            + named(
                "ManagerState",
                allCases(ManagerState.self).map { ("\($0)", .centralEvent(1, .stateChanged($0))) })
            + named(
                "Authorization",
                allCases(Authorization.self).map { ("\($0)", .answer(.authorization($0), call: 2)) })
            + named(
                "AccessorySetup",
                [
                    (
                        "all",
                        .hello(
                            .init(
                                phone: "", app: "a.b",
                                accessorySetup: .init(
                                    supports: 1, services: [BluetoothUUID(0x180D)], names: ["Strap"],
                                    companies: [0x59])))
                    )
                ])
            + named("ProgramState", allCases(PortFrame.ProgramState.self).map { ("\($0)", .appState($0)) })
            + named(
                "WriteType",
                allCases(Central.WriteType.self).map {
                    ("\($0)", .ask(1, .maximumWriteLength(peer, $0), call: 2))
                })
            + named(
                "Latency",
                allCases(Peripheral.Latency.self).map {
                    ("\($0)", .peripheral(1, .setDesiredConnectionLatency($0, central: peer), call: 2))
                })
            + named(
                "Motion", allCases(Nearby.Motion.self).map { ("\($0)", .nearby(1, .setMotion($0, of: peer))) }
            )
            + named(
                "Accessories.State",
                allCases(Accessories.State.self).map {
                    (
                        "\($0)",
                        .accessoriesEvent(
                            1,
                            .removed(
                                .init(
                                    identifier: .init(rawValue: 4), state: $0, peer: nil, name: "",
                                    descriptor: .init())))
                    )
                })
            + named(
                "CommandResult",
                [CommandResult.accepted, .ignored].map { ("\($0)", .answer(.result($0), call: 2)) })
            + named(
                "DisconnectMethods",
                [Central.DisconnectMethods.olderOnly, .olderFirst, .newerFirst].map {
                    ("\($0)", .answer(.traits(.init(disconnectMethods: $0)), call: 2))
                })
            + named(
                "RestoredPeripheral.State",
                [Central.RestoredPeripheral.State.disconnected, .connecting, .connected].map {
                    (
                        "\($0)",
                        .centralEvent(
                            1,
                            .willRestoreState(
                                .init(peripherals: [
                                    .init(peer: .init(identifier: peer, name: nil), state: $0)
                                ])))
                    )
                })
            + named(
                "Ranging",
                [
                    ("start", .central(1, .ranging(peer, .start(.initiator)), call: 2)),
                    ("cancel", .central(1, .ranging(peer, .cancel), call: 2)),
                    ("measured", .centralEvent(1, .ranging(peer, .measured(.success(1.5))))),
                    ("failed", .centralEvent(1, .ranging(peer, .measured(.failure(.att(code: 3)))))),
                    ("completed", .centralEvent(1, .ranging(peer, .completed(.local(code: 20))))),
                ])
    }

    /// A short session, as the page about the protocol shows it: a program finds a strap.
    package static var session: [FrameExample] {
        var heard = Advertisement()
        heard.localName = "Strap"
        return named(
            "Session",
            [
                ("hello", .hello(.init(version: 1, phone: "", app: "a.b", process: 7))),
                ("welcome", .welcome(.init(version: 1, phone: "iPhone", authorization: .allowedAlways))),
                ("open", .open(1, .central(.init()))),
                ("state", .centralEvent(1, .stateChanged(.poweredOn))),
                ("scan", .central(1, .scan(.init(services: [BluetoothUUID(0x180D)])), call: 1)),
                ("accepted", .answer(.result(.accepted), call: 1)),
                (
                    "discovered",
                    .centralEvent(1, .discovered(.init(identifier: peer, name: "Strap"), heard, rssi: -40))
                ),
                ("mtu", .ask(1, .mtu(peer), call: 2)),
                ("number", .answer(.number(0), call: 2)),
                ("close", .close(1)),
            ])
    }
}
