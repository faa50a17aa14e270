import BluetoothPort

extension Misuse: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(kind, call, message) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(kind: try input("kind"), call: try input("call"), message: try input("message"))
    }
}

extension Misuse.Kind: Coded {
    static let family = "Misuse.Kind"

    func write(to output: inout FrameOutput) { number.write(to: &output) }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        let place = input.position
        let number = try UInt8(from: &input)
        guard let kind = Self.byNumber[number] else {
            throw input.problem(.unknownKind(number, of: Self.family), at: place)
        }
        self = kind
    }

    private static let byNumber = [UInt8: Self](allCases.map { ($0.number, $0) }) { first, _ in first }

    /// The number in a frame, since the raw values are names. A new kind gets the next number.
    var number: UInt8 {
        switch self {
        case .notPoweredOn: 1
        case .missingUsageDescription: 2
        case .duplicateRestoreIdentifier: 3
        case .missingBackgroundMode: 4
        case .missingRestorationDelegate: 5
        case .missingRestoreIdentifier: 6
        case .hiddenDelegateMethod: 7
        case .tooManyConnectionEventServices: 8
        case .notConnected: 9
        case .unusedConnectingPeripheral: 10
        case .unusedConnectedPeripheral: 11
        case .noDelegateForDiscovery: 12
        case .noDelegateForModifiedServices: 13
        case .foreignObject: 14
        case .lostWriteWithoutResponse: 15
        case .unsupportedWriteWithoutResponse: 16
        case .truncatedWriteWithoutResponse: 17
        case .clientConfigurationWritten: 18
        case .refusedAdvertisementKey: 19
        case .notOnAir: 20
        case .serviceStillIncluded: 21
        case .cachedValueNotReadOnly: 22
        case .propertyNotAllowed: 23
        case .descriptorNotAllowed: 24
        case .truncatedUpdate: 25
        case .unknownRequest: 26
        case .unansweredRequest: 27
        case .undeclaredAccessory: 28
        case .invalidArgument: 29
        }
    }
}
