import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayEngine

/// A phone and a device that an app of the phone holds: their controllers connect without an advertisement.
struct Meeting: Hashable {
    let phone: NodeID
    let device: NodeID
    /// The device's address, as the phone knows it.
    let address: DeviceAddress
}

extension WorldState {
    /// The device with this number; the number comes from a device's own handle.
    func device(_ id: NodeID) -> DeviceNode {
        guard let device = nodes[id.index] as? DeviceNode else {
            preconditionFailure("node \(id) is not a device")
        }
        return device
    }

    /// Links a phone and a device if the phone looks for the device, both are on and they are in range of each other.
    /// Returns whether two were linked.
    ///
    /// The world calls this when no packets are left to move. Hosts that were just switched on have then set up their
    /// controllers, and no app has seen the events of that yet.
    mutating func holdMeeting() -> Bool {
        var isOver = false
        defer { if isOver { endMeetings() } }
        for meeting in meetings {
            guard phone(meeting.phone).stack.model.holdCount(of: meeting.address) > 0 else {
                isOver = true
                continue
            }
            guard let initiator = medium.controller(of: meeting.phone)?.initiator,
                let controller = medium.controller(of: meeting.device),
                device(meeting.device).isOn, device(meeting.device).address == meeting.address
            else { continue }
            guard initiator.meet(controller, at: meeting.address) else { continue }
            // The phone's host does not know about the link yet.
            let services = device(meeting.device).host.primaryServices().map(\.uuid)
            phone(meeting.phone).stack.model.setHeldServices(services, of: meeting.address)
            return true
        }
        return false
    }

    /// Removes meetings for links that no app holds any more.
    private mutating func endMeetings() {
        meetings = meetings.filter { phone($0.phone).stack.model.holdCount(of: $0.address) > 0 }
    }
}
