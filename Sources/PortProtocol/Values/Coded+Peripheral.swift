import BluetoothPort
import BluetoothTypes

// What a peripheral manager's commands and events carry.

extension Peripheral.Latency: CodedKind { static let family = "Peripheral.Latency" }

extension Peripheral.Update: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(value, characteristic, centrals) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            try input("value"), characteristic: try input("characteristic"), centrals: try input("centrals"))
    }
}

extension Peripheral.Subscriber: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(identifier, maximumUpdateLength) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            identifier: try input("identifier"), maximumUpdateLength: try input("maximumUpdateLength"))
    }
}

extension Peripheral.AdvertisementRequest: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(localName, serviceUUIDs, beacon, refusedKeys)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            localName: try input("localName"), serviceUUIDs: try input("serviceUUIDs"),
            beacon: try input("beacon"), refusedKeys: try input("refusedKeys"))
    }
}

extension Peripheral.Service: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(identifier, uuid, isPrimary, includedServices, characteristics)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            identifier: try input("identifier"), uuid: try input("uuid"), isPrimary: try input("isPrimary"),
            includedServices: try input("includedServices"), characteristics: try input("characteristics"))
    }
}

extension Peripheral.Characteristic: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(identifier, uuid, properties, permissions, value, descriptors)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            identifier: try input("identifier"), uuid: try input("uuid"),
            properties: try input("properties"), permissions: try input("permissions"),
            value: try input("value"), descriptors: try input("descriptors"))
    }
}

extension Peripheral.Descriptor: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(uuid, value) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(uuid: try input("uuid"), value: try input("value"))
    }
}

extension Peripheral.ReadRequest: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(identifier, central, characteristic, offset) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            identifier: try input("identifier"), central: try input("central"),
            characteristic: try input("characteristic"), offset: try input("offset"))
    }
}

extension Peripheral.WriteRequest: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(central, characteristic, offset, value) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            central: try input("central"), characteristic: try input("characteristic"),
            offset: try input("offset"), value: try input("value"))
    }
}

extension Peripheral.RestoredState: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(services, subscriptions, advertisement) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            services: try input("services"), subscriptions: try input("subscriptions"),
            advertisement: try input("advertisement"))
    }
}

extension Peripheral.Subscription: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(central, characteristic) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(central: try input("central"), characteristic: try input("characteristic"))
    }
}
