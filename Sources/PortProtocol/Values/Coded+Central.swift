import BluetoothPort
import BluetoothTypes

// What a central manager's commands and events carry.

extension Central.Peer: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(identifier, name) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(identifier: try input("identifier"), name: try input("name"))
    }
}

extension Central.ScanRequest: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(services, allowsDuplicates, solicitedServices)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            services: try input("services"), allowsDuplicates: try input("allowsDuplicates"),
            solicitedServices: try input("solicitedServices"))
    }
}

extension Central.ConnectionAlerts: CodedNumber {}

extension Central.ConnectOptions: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(startDelay, enablesAutoReconnect, alerts, bridgesTransport, requiresNotificationSharing)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            startDelay: try input("startDelay"), enablesAutoReconnect: try input("enablesAutoReconnect"),
            alerts: try input("alerts"), bridgesTransport: try input("bridgesTransport"),
            requiresNotificationSharing: try input("requiresNotificationSharing"))
    }
}

extension Central.WriteType: CodedKind { static let family = "Central.WriteType" }

extension Central.Service: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(identifier, uuid, isPrimary) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            identifier: try input("identifier"), uuid: try input("uuid"), isPrimary: try input("isPrimary"))
    }
}

extension Central.Characteristic: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(identifier, uuid, properties, cachedValue) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            identifier: try input("identifier"), uuid: try input("uuid"),
            properties: try input("properties"), cachedValue: try input("cachedValue"))
    }
}

extension Central.Descriptor: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(identifier, uuid) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(identifier: try input("identifier"), uuid: try input("uuid"))
    }
}

extension Central.ConnectionEventMatch: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(services, peers) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(services: try input("services"), peers: try input("peers"))
    }
}

extension Central.DisconnectMethods: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case olderOnly = 0
        case olderFirst = 1
        case newerFirst = 2
        static let family = "Central.DisconnectMethods"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .olderOnly: output.put(Kind.olderOnly)
        case .olderFirst: output.put(Kind.olderFirst)
        case .newerFirst: output.put(Kind.newerFirst)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .olderOnly: self = .olderOnly
        case .olderFirst: self = .olderFirst
        case .newerFirst: self = .newerFirst
        }
    }
}

extension Central.Traits: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(disconnectMethods, invalidatesPeripheralsWhenPoweredOff)
        output.put(supportsExtendedScanAndConnect, supportsChannelSounding)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            disconnectMethods: try input("disconnectMethods"),
            invalidatesPeripheralsWhenPoweredOff: try input("invalidatesPeripheralsWhenPoweredOff"),
            supportsExtendedScanAndConnect: try input("supportsExtendedScanAndConnect"),
            supportsChannelSounding: try input("supportsChannelSounding"))
    }
}

extension Advertisement.ServiceData: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(uuid, data) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(uuid: try input("uuid"), data: try input("data"))
    }
}

extension Advertisement: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(localName, manufacturerData, serviceData)
        output.put(serviceUUIDs, overflowServiceUUIDs, solicitedServiceUUIDs)
        output.put(txPowerLevel, isConnectable, timestamp, rxPrimaryPHY, rxSecondaryPHY)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init()
        localName = try input("localName")
        manufacturerData = try input("manufacturerData")
        serviceData = try input("serviceData")
        serviceUUIDs = try input("serviceUUIDs")
        overflowServiceUUIDs = try input("overflowServiceUUIDs")
        solicitedServiceUUIDs = try input("solicitedServiceUUIDs")
        txPowerLevel = try input("txPowerLevel")
        isConnectable = try input("isConnectable")
        timestamp = try input("timestamp")
        rxPrimaryPHY = try input("rxPrimaryPHY")
        rxSecondaryPHY = try input("rxSecondaryPHY")
    }
}

extension Central.RangingRole: CodedKind { static let family = "Central.RangingRole" }

extension Central.RangingCommand: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case start = 1
        case cancel = 2
        static let family = "Central.RangingCommand"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .start(let role): output.put(Kind.start, role)
        case .cancel: output.put(Kind.cancel)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .start: self = .start(try input("role"))
        case .cancel: self = .cancel
        }
    }
}

extension Central.RangingEvent: Coded {
    package enum Kind: UInt8, CaseIterable, CodedKind {
        case measured = 1
        case completed = 2
        static let family = "Central.RangingEvent"
    }

    func write(to output: inout FrameOutput) {
        switch self {
        case .measured(let distance): output.put(Kind.measured, distance)
        case .completed(let error): output.put(Kind.completed, error)
        }
    }

    init(from input: inout FrameInput) throws(PortFrameProblem) {
        switch try Kind(from: &input) {
        case .measured: self = .measured(try input("distance"))
        case .completed: self = .completed(try input("error"))
        }
    }
}
