import BluetoothPort
import BluetoothTypes

// What an accessory session's commands and events carry.

extension AccessoryIdentifier: CodedNumber {}
extension Accessories.SupportOptions: CodedNumber {}
extension Accessories.SetupOptions: CodedNumber {}
extension Accessories.CompareOptions: CodedNumber {}
extension Accessories.State: CodedKind { static let family = "Accessories.State" }

extension Accessories.Failure: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(code, reason) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(code: try input("code"), reason: try input("reason"))
    }
}

extension Accessories.Accessory: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(identifier, state, peer, name, ssid, bridgingIdentifier, descriptor)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            identifier: try input("identifier"), state: try input("state"), peer: try input("peer"),
            name: try input("name"), ssid: try input("ssid"),
            bridgingIdentifier: try input("bridgingIdentifier"), descriptor: try input("descriptor"))
    }
}

extension Accessories.AccessorySettings: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(ssid, bridgingIdentifier) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(ssid: try input("ssid"), bridgingIdentifier: try input("bridgingIdentifier"))
    }
}

extension Accessories.Comparison: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(text, options) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(text: try input("text"), options: try input("options"))
    }
}

extension Accessories.Descriptor: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(supportedOptions, company, manufacturerBlob, manufacturerMask)
        output.put(nameSubstring, nameCompareOptions, isImmediate)
        output.put(service, serviceBlob, serviceMask)
        output.put(ssid, ssidPrefix, wifiAware)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init()
        supportedOptions = try input("supportedOptions")
        company = try input("company")
        manufacturerBlob = try input("manufacturerBlob")
        manufacturerMask = try input("manufacturerMask")
        nameSubstring = try input("nameSubstring")
        nameCompareOptions = try input("nameCompareOptions")
        isImmediate = try input("isImmediate")
        service = try input("service")
        serviceBlob = try input("serviceBlob")
        serviceMask = try input("serviceMask")
        ssid = try input("ssid")
        ssidPrefix = try input("ssidPrefix")
        wifiAware = try input("wifiAware")
    }
}

extension Accessories.WiFiAware: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(serviceName, role, model, vendor) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            serviceName: try input("serviceName"), role: try input("role"), model: try input("model"),
            vendor: try input("vendor"))
    }
}

extension Accessories.Migration: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(peer, ssid) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(peer: try input("peer"), ssid: try input("ssid"))
    }
}

extension Accessories.DisplayItem: CodedFields {
    func writeFields(to output: inout FrameOutput) {
        output.put(name, descriptor, setupOptions, migration, found)
    }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(
            name: try input("name"), descriptor: try input("descriptor"),
            setupOptions: try input("setupOptions"), migration: try input("migration"),
            found: try input("found"))
    }
}

extension Accessories.PickerSettings: CodedFields {
    func writeFields(to output: inout FrameOutput) { output.put(timeout, filtersDiscovery) }

    init(fieldsOf input: inout FrameInput) throws(PortFrameProblem) {
        self.init(timeout: try input("timeout"), filtersDiscovery: try input("filtersDiscovery"))
    }
}
