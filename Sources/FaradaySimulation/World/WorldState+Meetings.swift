import BluetoothTypes
import BluetoothWire
import FaradayEngine

/// A phone and a device that an app of the phone holds: their controllers connect without an advertisement.
struct Meeting: Hashable {
    let phone: NodeID
    let device: NodeID
    /// The device's address, as the phone knows it.
    let address: DeviceAddress
}

extension WorldState {
    /// Links a phone and a device if the phone looks for the device, both are on and they are in range of each other.
    /// Returns whether two were linked.
    ///
    /// The world calls this when no packets are left to move. Hosts that were just switched on have then set up their
    /// controllers, and no app has seen the events of that yet.
    mutating func holdMeeting() -> Bool {
        var isOver = false
        defer { if isOver { endMeetings() } }
        for meeting in meetings {
            let (phone, device) = (nodes[meeting.phone.index], nodes[meeting.device.index])
            guard phone.expects(meeting.address) else {
                isOver = true
                continue
            }
            guard let initiator = medium.controller(of: meeting.phone)?.initiator,
                let controller = medium.controller(of: meeting.device),
                device.isPresent(as: meeting.address)
            else { continue }
            guard initiator.meet(controller, at: meeting.address) else { continue }
            phone.met(device, at: meeting.address)
            return true
        }
        return false
    }

    /// Removes meetings for links that no app holds any more.
    private mutating func endMeetings() {
        meetings = meetings.filter { nodes[$0.phone.index].expects($0.address) }
    }
}
