import BluetoothPort
import BluetoothTypes
import BluetoothWire
import CoreBluetoothModel
import FaradayEngine

/// AccessorySetupKit, as the phone's user meets it (behaviour section 28).
///
/// ```swift
/// let phone = world.addPhone(.iOS(26))
///     .configure(AppManifest(accessorySetup: AccessorySetupKeys(services: ["180D"])))
/// phone.onAccessoryPicker { picker in .choose(strap) }
/// ```
extension Phone: AccessoryProvider {
    /// Sets the closure that does what the user does with the picker. Without it, `user` says what the user does; by
    /// default, the user chooses the first accessory, allows everything and keeps every name.
    ///
    /// `agent` is called each time the picker shows something else, on the thread that drives the world and without its
    /// lock. A reply that the picker does not ask for has no effect.
    public func onAccessoryPicker(_ agent: @escaping @Sendable (AccessoryPicker) -> AccessoryPickerReply) {
        let old = world.performOnPhone(id) { phone, _ in
            defer { phone.pickerAgent = agent }
            return phone.pickerAgent as Any?
        }
        _ = old  // The old closure is released outside the lock: it may own objects that call back.
    }

    /// What the picker shows and asks now; `nil` if there is none, or if it asks nothing.
    public var accessoryPicker: AccessoryPicker? { world.lock.withLock { $0.phone(id).picker } }

    /// The user does something with the picker; does nothing if the picker is gone.
    public func answer(_ picker: AccessoryPicker, with reply: AccessoryPickerReply) {
        PickerUser(world: world, node: id, number: picker.number).carryOut(reply)
    }

    /// The user sets up a device for the app with AccessorySetupKit, without a picker of the app. From now on the app may
    /// use it (behaviours 1.38 and 28.25).
    public func setUpAccessory(_ device: Device) {
        let (address, peerName) = (device.address, device.name)
        world.performOnPhone(id) { phone, now in
            phone.note(.note("\(app): accessory \(peerName) set up"))
            phone.stack.setUpAccessory(address, named: peerName, for: app, at: now)
        }
    }

    /// The user removes an accessory of the app in Settings: its bond is deleted and its link ends (behaviour 28.20).
    public func removeAccessory(_ device: Device) {
        let (address, peerName) = (device.address, device.name)
        world.performOnPhone(id) { phone, now in
            phone.note(.note("\(app): accessory \(peerName) removed"))
            phone.stack.removeAccessory(address, of: app, at: now)
        }
    }

    /// The user gives an accessory of the app another name in Settings (behaviour 28.17).
    public func renameAccessory(_ device: Device, to name: String) {
        let (address, peerName) = (device.address, device.name)
        world.performOnPhone(id) { phone, now in
            phone.note(.note("\(app): accessory \(peerName) is called \(name)"))
            phone.stack.renameAccessory(address, name, of: app, at: now)
        }
    }

    /// Whether a device was set up for the app with AccessorySetupKit, and the app has ended the set-up.
    public func isAccessory(_ device: Device) -> Bool {
        let address = device.address
        return world.lock.withLock { state in
            state.phone(id).stack.isAccessory(address, of: app)
        }
    }

    /// The names of the accessories that were set up for the app, oldest first.
    public var accessoryNames: [String] {
        world.lock.withLock { $0.phone(id).stack.accessories(of: app).map(\.name) }
    }

    /// The user deletes the app: it ends, nothing of it is restored, and its accessories are removed (behaviour 28.36).
    public func deleteApp() {
        world.performOnPhone(id) { phone, now in
            phone.note(.note("\(app): deleted"))
            phone.stack.deleteApp(app, at: now)
        }
    }

    /// Opens an accessory session of the app; the façade's `ASAccessorySession` calls this.
    public func openAccessorySession(sink: any AccessorySink) -> any AccessoryPort {
        let session = open { phone, now in
            phone.openAccessorySession(app: app, sink: sink, context, at: now)
        }
        guard let session else { return AbsentAccessoryPort(sink: sink) }
        return WorldAccessoryPort(world: world, node: id, session: session)
    }
}

extension AccessoryPickerReply {
    /// Taps this device; waits while it is not in the list.
    public static func choose(_ device: Device) -> AccessoryPickerReply { .chooseAddress(device.address) }
}

/// One accessory session's connection to a world.
final class WorldAccessoryPort: AccessoryPort {
    private let world: World
    private let node: NodeID
    private let session: SessionID

    init(world: World, node: NodeID, session: SessionID) {
        self.world = world
        self.node = node
        self.session = session
    }

    func send(_ command: Accessories.Command) {
        world.performOnPhone(node) { phone, now in phone.handle(command, from: session, at: now) }
    }

    func close() {
        world.performOnPhone(node) { phone, now in phone.close(session, at: now) }
    }
}

/// The user of a phone, before whom a picker is.
struct PickerUser {
    weak let world: World?
    let node: NodeID
    /// The picker's number: nobody does anything with a picker that is gone.
    let number: UInt32

    /// Does what `reply` says, now or when its time has come.
    func carryOut(_ reply: AccessoryPickerReply) {
        switch reply {
        case .wait: if let world { ScreenWatch.leave(number, of: node, in: world) }
        case .after(let delay, let reply): world?.after(delay) { carryOut(reply) }
        default:
            world?.performOnPhone(node) { phone, now in
                // Only what the picker asks for is of the story.
                guard let picker = phone.picker, picker.number == number else { return }
                if picker.takes(reply) {
                    phone.note(.accessoryPickerReply(reply))
                    phone.screenWatch?.isAnswered(number, picker.words(reply))
                }
                phone.stack.answerPicker(number, reply, at: now)
            }
        }
    }
}

extension AccessoryPicker {
    /// Whether a reply does anything now.
    fileprivate func takes(_ reply: AccessoryPickerReply) -> Bool {
        switch reply {
        case .wait, .after: false
        case .cancel: true
        case .name: if case .list = page { false } else { true }
        case .chooseFirst, .accept: page != .list || !entries.isEmpty
        case .choose(let entry): entries.contains { $0.identifier == entry.identifier }
        case .chooseItem(let name): entries.contains { $0.itemName == name }
        case .chooseAddress(let address): entries.contains { $0.address.value == address.value }
        }
    }
}

extension PhoneNode {
    /// Shows what the picker asks. The user answers outside the lock.
    func show(_ view: AccessoryPicker) {
        picker = view
        note(.accessoryPicker(view))
        let (world, id, user, agent) = (world, id, user, pickerAgent)
        later {
            PickerUser(world: world, node: id, number: view.number)
                .carryOut(agent?(view) ?? user.reply(to: view))
        }
    }
}
