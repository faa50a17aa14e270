import BluetoothTypes
import FaradayEngine

// Why faults did nothing, in words for the end of a test.
extension FaultEngine {
    /// The faults that have done nothing, a line each with the reason; `nil` if all have done something.
    var unfiredText: String? {
        let places = entries.indices.filter { entries[$0].firings == 0 }
        guard !places.isEmpty else { return nil }
        let title =
            places.count == 1
            ? "A fault was injected and did nothing:"
            : "\(places.count) faults were injected and did nothing:"
        return ([title] + places.map { "    \(entries[$0].fault): \(reason($0))" }).joined(separator: "\n")
    }

    /// Why a fault has done nothing, in words; the first reason that is enough.
    private func reason(_ place: Int) -> String {
        let entry = entries[place]
        let point = entry.fault.point
        return absence(point) ?? tooEarly(point)
            ?? entry.predecessor.flatMap {
                entries[$0].firings == 0 ? "the fault before it, \(entries[$0].fault), did nothing" : nil
            } ?? fewOccurrences(entry)
    }

    /// What the fault names and the world does not have.
    private func absence(_ point: FaultPoint) -> String? {
        let nodes = allNodes
        if let central = point.central, !nodes.contains(where: { name(of: $0.id) == central }) {
            return "there is no phone \(central)"
        }
        let isOfPhone = !point.operation.isOfDevice
        var devices = nodes.compactMap { $0 as? DeviceNode }
        if let peripheral = point.peripheral {
            guard let node = nodes.first(where: { name(of: $0.id) == peripheral }) else {
                return "there is no \(isOfPhone ? "phone" : "device") \(peripheral)"
            }
            devices.removeAll { $0.id != node.id }
            // What an app publishes is not in its phone's definition.
            if node is PhoneNode { return nil }
        } else if nodes.count(where: { $0 is PhoneNode }) > 1 {
            return nil
        }
        guard !isOfPhone, point.operation != .time else { return nil }
        return devices.isEmpty ? "there is no device" : missingAttribute(point, devices)
    }

    private func missingAttribute(_ point: FaultPoint, _ devices: [DeviceNode]) -> String? {
        let who = point.peripheral ?? "no device"
        let has = point.peripheral == nil ? "has" : "has no"
        let services = devices.flatMap(\.definition.services)
        if let service = point.service, !Self.isOfSystem(service),
            !services.contains(where: { $0.uuid == service })
        {
            return "\(who) \(has) service \(service.label)"
        }
        let characteristics = services.flatMap(\.characteristics)
        if let uuid = point.characteristic, !uuid.isOfGenericServices,
            !characteristics.contains(where: { $0.uuid == uuid })
        {
            return "\(who) \(has) characteristic \(uuid.label)"
        }
        return nil
    }

    private static func isOfSystem(_ service: BluetoothUUID) -> Bool {
        service == BluetoothUUID(0x1800) || service == BluetoothUUID(0x1801)
    }

    private func tooEarly(_ point: FaultPoint) -> String? {
        guard let earliest = point.earliest, now.nanoseconds < earliest.count else { return nil }
        return "the world did not come to that time: it is at \(now) s"
    }

    private func fewOccurrences(_ entry: Entry) -> String {
        let point = entry.fault.point
        if point.operation == .time { return "there was nothing at that time that it could do" }
        guard entry.count > 0 else { return "there was no such \(point.operation.noun)" }
        let times = entry.count == 1 ? "once" : "\(entry.count) times"
        if point.chance != nil { return "it came \(times), and chance spared it" }
        return "it came only \(times)"
    }
}

extension BluetoothUUID {
    /// Whether it is a characteristic of the services Generic Access and Generic Attribute, which every device has.
    fileprivate var isOfGenericServices: Bool {
        [0x2A00, 0x2A01, 0x2A04, 0x2A05, 0x2AA6, 0x2B29, 0x2B2A, 0x2B3A].contains {
            self == BluetoothUUID($0)
        }
    }
}

extension Fault.Operation {
    /// What a user calls it, without its article.
    fileprivate var noun: String {
        let words = text.split(separator: " ")
        return ["a", "an", "the"].contains(words.first) ? words.dropFirst().joined(separator: " ") : text
    }
}
