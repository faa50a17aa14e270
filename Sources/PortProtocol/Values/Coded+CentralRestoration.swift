import BluetoothPort

extension Central.RestoredState: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(peripherals, scan) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(peripherals: try input("peripherals"), scan: try input("scan"))
    }
}

extension Central.RestoredPeripheral.State: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case disconnected = 0
        case connecting = 1
        case connected = 2
        static let family = "Central.RestoredPeripheral.State"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .disconnected: output.put(Kind.disconnected)
        case .connecting: output.put(Kind.connecting)
        case .connected: output.put(Kind.connected)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .disconnected: self = .disconnected
        case .connecting: self = .connecting
        case .connected: self = .connected
        }
    }
}

extension Central.RestoredPeripheral: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(peer, state, services) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(peer: try input("peer"), state: try input("state"), services: try input("services"))
    }
}

extension Central.KnownService: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(service, includedServices, characteristics) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            service: try input("service"), includedServices: try input("includedServices"),
            characteristics: try input("characteristics"))
    }
}

extension Central.KnownCharacteristic: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(characteristic, isNotifying, descriptors) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            characteristic: try input("characteristic"), isNotifying: try input("isNotifying"),
            descriptors: try input("descriptors"))
    }
}
