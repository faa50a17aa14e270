import BluetoothTypes

/// A source of random faults: what may go wrong in the runs of an exploration.
///
/// The same seed and the same surroundings give the same plan. About half of all plans have one fault; none has more
/// than four, unless `mostFaults` says so.
///
/// ```swift
/// let plan = FaultVocabulary.radio.plan(seed: 7)
/// world.inject(plan)
/// ```
public struct FaultVocabulary: Sendable {
    /// How many faults a plan has at most, 1 or more.
    public var mostFaults = 4
    private let draw: @Sendable (inout FaultDraw) -> Fault

    /// Creates a vocabulary; `draw` makes one fault, from nothing but what it draws.
    public init(_ draw: @escaping @Sendable (inout FaultDraw) -> Fault) { self.draw = draw }

    /// The plan of a seed.
    public func plan(seed: UInt64, for surroundings: FaultSurroundings = .unknown) -> FaultPlan {
        var source = FaultDraw(seed: seed, surroundings: surroundings)
        var faults = [draw(&source)]
        while faults.count < mostFaults, source.isLucky(0.5) { faults.append(draw(&source)) }
        return FaultPlan(faults)
    }

    /// What radio and distance do: links that end, connects that are slow or fail, late values and reports.
    ///
    /// The link layer repeats what gets lost on a link, and a device repeats its advertisements. So what the radio loses
    /// comes late, or ends the link: none of these faults takes away a value or a report for good.
    public static let radio = FaultVocabulary { $0.radioFault() }
    /// What peripherals do: refusals, slow or missing answers, strange values, resets.
    public static let peripheral = FaultVocabulary { $0.peripheralFault() }
    /// What the phone's system does: Bluetooth off, restarts, suspended apps, lost memory, local errors.
    ///
    /// It ends no app: see `system(endingApps:)`.
    public static let system = FaultVocabulary { $0.systemFault() }
    /// What the phone's system does, and with `endingApps` also the end of apps, in a fifth of the faults.
    ///
    /// For tests whose app comes back by `Phone.onLaunch(_:)`. In others the object of the app still exists and gets no
    /// callbacks any more, so a right app seems to hang; that is why `system` and `anything` end no app.
    public static func system(endingApps: Bool) -> FaultVocabulary {
        FaultVocabulary { draw in endingApps && draw.isLucky(0.2) ? draw.appEnd() : draw.systemFault() }
    }
    /// All of these.
    public static let anything = FaultVocabulary { draw in
        switch draw.below(5) {
        case 0, 1: draw.radioFault()
        case 2, 3: draw.peripheralFault()
        default: draw.systemFault()
        }
    }
}

extension FaultDraw {
    /// A point of this operation, at one of its first occurrences.
    private mutating func early(_ operation: Fault.Operation) -> FaultPoint {
        var point = FaultPoint(operation)
        if operation.isOfCharacteristic { point.characteristic = characteristic() }
        if !surroundings.devices.isEmpty, isLucky(0.3), operation.isOfDevice {
            point.peripheral = element(of: surroundings.devices)
        }
        return point.nth(count(upTo: operation == .notification ? 12 : 6))
    }

    /// Any point where links matter: an operation or a time.
    private mutating func pointOfLink(_ operations: [Fault.Operation]) -> FaultPoint {
        if isLucky(0.2) { return FaultPoint.time(at: moment()) }
        return early(element(of: operations))
    }

    private static let requests: [Fault.Operation] = [
        .read, .read, .write, .write, .subscription, .subscription, .serviceDiscovery,
        .characteristicDiscovery, .descriptorDiscovery,
    ]

    fileprivate mutating func radioFault() -> Fault {
        switch below(12) {
        case 0, 1, 2, 3: linkDrop()
        case 4: early(.connect).isDelayed(by: delay())
        case 5: early(.connect).isLost()
        case 6: early(.connect).dropsLink(element(of: [.timeout, .peer, .controller]), .after)
        case 7: early(.connect).fails(element(of: [.connectionFailed, .connectionTimeout, .unknown]))
        case 8:
            early(element(of: [.read, .write, .subscription, .notification, .serviceDiscovery]))
                .isDelayed(by: delay())
        case 9: FaultPoint.time(at: moment()).turnsDeviceOff(for: delay())
        case 10: scanFault()
        default: early(.notification).isDelayed(by: delay())
        }
    }

    private mutating func linkDrop() -> Fault {
        let end: Fault.LinkEnd = element(of: [.timeout, .timeout, .peer, .peer, .controller])
        let point = pointOfLink(Self.requests + [.notification, .notification, .writeWithoutResponse])
        let moments = Fault.Moment.allCases.filter { point.operation.allows(.linkDrop(end, $0)) }
        return point.dropsLink(end, element(of: moments))
    }

    private mutating func scanFault() -> Fault {
        switch below(4) {
        case 0: early(.scanReport).isDoubled()
        case 1: early(.scanReport).isOvertaken()
        default: early(.scanReport).isDelayed(by: delay())
        }
    }

    fileprivate mutating func peripheralFault() -> Fault {
        switch below(14) {
        case 0, 1, 2:
            early(element(of: Self.requests)).fails(
                element(of: [
                    .unlikelyError, .insufficientResources, .insufficientEncryption,
                    .insufficientAuthentication, .readNotPermitted, .att(0x80), .att(0xFD),
                ]))
        case 3, 4: early(element(of: Self.requests)).isDelayed(by: delay())
        case 5: early(element(of: Self.requests)).isNeverAnswered()
        case 6: notificationFault()
        case 7: early(.notification).isRepeated(element(of: [2, 3, 20]))
        case 8: valueFault()
        case 9: pointOfLink(Self.requests + [.notification]).resetsDevice()
        case 10: linkDrop()
        case 11: early(.pairingStep).fails(element(of: [.pairing(0x05), .pairing(0x04), .pairing(0x08)]))
        case 12:
            isLucky(0.5)
                ? mtuFault() : early(element(of: [.read, .write, .subscription])).breaks(.wrongResponse)
        default: channelFault()
        }
    }

    /// An exchange of the MTU comes once on each link: the later ones matter to apps that keep what was.
    private mutating func mtuFault() -> Fault {
        Fault.exchangeMTU().nth(count(upTo: 3)).hasMTU(element(of: [23, 64, 185]))
    }

    private mutating func notificationFault() -> Fault {
        switch below(5) {
        case 0: early(.notification).isDoubled()
        case 1: early(.notification).isOvertaken()
        case 2: early(.notification).isLost()
        case 3: early(.notification).breaks(.unknownHandle)
        default: early(.notification).isDelayed(by: delay())
        }
    }

    private mutating func valueFault() -> Fault {
        let point = early(element(of: [.read, .notification]))
        switch below(5) {
        case 0: return point.isEmpty()
        case 1: return point.isCut(to: 1)
        case 2: return point.isAsLongAsPossible()
        case 3: return point.isCorrupted()
        default: return point.hasValue([UInt8](repeating: 0xFF, count: 1 + below(4)))
        }
    }

    private mutating func channelFault() -> Fault {
        switch below(3) {
        case 0: early(.channelOpen).fails(.channel(4))
        case 1: early(.channelOpen).isNeverAnswered()
        default: early(.channelData).dropsLink(element(of: [.timeout, .peer]))
        }
    }

    fileprivate mutating func appEnd() -> Fault {
        pointOfLink(Self.requests + [.connect, .notification, .notification, .scanReport]).endsApp()
    }

    fileprivate mutating func systemFault() -> Fault {
        let operations = Self.requests + [.connect, .scanReport, .notification]
        let point = isLucky(0.4) ? FaultPoint.time(at: moment()) : early(element(of: operations))
        switch below(9) {
        case 0, 1, 2:
            return point.turnsRadioOff(for: element(of: [.milliseconds(200), .seconds(1), .seconds(30)]))
        case 3: return point.restartsBluetooth()
        case 4: return point.suspendsApp(for: element(of: [.seconds(1), .seconds(10), .minutes(2)]))
        case 5: return point.losesBond()
        case 6: return point.losesCache()
        case 7: return early(.rssi).fails(.unknown)
        default:
            return early(element(of: [.connect, .connect, .read, .advertising, .publishing])).fails(.unknown)
        }
    }
}

extension FaultPoint {
    static func time(at time: Nanoseconds) -> FaultPoint { FaultPoint(.time).after(time) }
}

extension Fault.Operation {
    /// Whether a characteristic can narrow it.
    var isOfCharacteristic: Bool {
        [.read, .write, .writeWithoutResponse, .subscription, .notification, .descriptorDiscovery].contains(
            self)
    }

    /// Whether a device is concerned, and not only a phone.
    var isOfDevice: Bool { self != .advertising && self != .publishing }
}
