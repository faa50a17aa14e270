import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel

/// A phone and a device that an app of the phone holds: their controllers get to each other without an advertisement.
struct Meeting: Hashable {
    let phone: NodeID
    let device: NodeID
    /// The device's, as the phone was told.
    let address: DeviceAddress
}

extension WorldState {
    /// The device with this number; the number comes from a device's own handle.
    func device(_ id: NodeID) -> DeviceNode {
        guard let device = nodes[id.index] as? DeviceNode else {
            preconditionFailure("node \(id) is no device")
        }
        return device
    }

    /// Lets a phone and a device meet where the phone looks for the device, both are on and in range of each other;
    /// whether two have met.
    ///
    /// Called when all is quiet: so hosts that have just been switched on are done with their controllers, and no app
    /// has heard yet of what made them.
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
            // The phone's host has not heard of the link yet.
            let services = device(meeting.device).host.primaryServices.map(\.uuid)
            phone(meeting.phone).stack.model.setHeldServices(services, of: meeting.address)
            return true
        }
        return false
    }

    /// Forgets meetings for links that nobody holds any more.
    private mutating func endMeetings() {
        meetings = meetings.filter { phone($0.phone).stack.model.holdCount(of: $0.address) > 0 }
    }
}
