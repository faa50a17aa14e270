import BluetoothTypes
import FaradayEngine

/// Performs commands on a world.
package struct CommandPerformer: Sendable {
    let world: World

    package init(_ world: World) { self.world = world }

    /// Performs a command. What concerns the clock is carried out by `clock`, because only the caller knows who drives
    /// the world.
    ///
    /// May be called from any thread; app code is not called here.
    package func perform(
        _ command: WorldCommand,
        clock: (WorldCommand.ClockOrder) throws(WorldCommand.Problem) -> WorldCommand.Answer
    ) throws(WorldCommand.Problem) -> WorldCommand.Answer {
        switch command {
        case .device(let name, let order):
            let device = try device(named: name)
            let shown = world.nodeNames[device.id.index]
            let text = try carryOut(order, on: device, shown)
            let variable = CommandSwift.variable(shown, else: "device")
            return .init(text, swift: "\(variable).\(CommandSwift.line(order))")
        case .phone(let name, let order):
            let phone = try phone(named: name)
            let shown = world.nodeNames[phone.id.index]
            return try carryOut(order, on: phone, shown, CommandSwift.variable(shown, else: "phone"))
        case .controller(let name, let position):
            let id = try find(name, "controller") { ($0 as? AttachedNode)?.isAttached == true }
            world.move(id, to: position)
            let shown = world.nodeNames[id.index]
            let variable = CommandSwift.variable(shown, else: "controller")
            return .init(
                "\(shown) is \(HappeningText.place(position))",
                swift: "\(variable).move(to: \(CommandSwift.position(position)))")
        case .fault(let fault): return try carryOut(fault)
        case .note(let text):
            world.note(text)
            return .init("noted", swift: "world.note(\(FaultText.literal(text)))")
        case .clock(let order): return try clock(order)
        }
    }

    // MARK: Finding

    /// The display names and numbers of the nodes of one kind that have a radio.
    private func nodes(_ isWanted: (Node) -> Bool) -> [(name: String, id: NodeID)] {
        world.lock.withLock { state in
            let names = state.displayNames
            return state.nodes.filter { isWanted($0) && state.medium.controller(of: $0.id) != nil }
                .map { (names[$0.id.index], $0.id) }
        }
    }

    private func find(
        _ name: String, _ kind: String, _ isWanted: (Node) -> Bool
    ) throws(WorldCommand.Problem) -> NodeID {
        let all = nodes(isWanted)
        let wanted = name.asciiLine
        if let node = all.first(where: { $0.name == wanted }) { return node.id }
        let names = all.map { WorldCommand.quoting($0.name) }.joined(separator: ", ")
        let list = all.isEmpty ? "there are none" : "there are: \(names)"
        throw .init("there is no \(kind) '\(wanted)'; \(list)")
    }

    private func device(named name: String) throws(WorldCommand.Problem) -> Device {
        Device(world: world, id: try find(name, "device") { $0 is DeviceNode })
    }

    private func phone(named name: String) throws(WorldCommand.Problem) -> Phone {
        world.phone(try find(name, "phone") { $0 is PhoneNode })
    }

    // MARK: Devices

    private func carryOut(
        _ order: WorldCommand.DeviceOrder, on device: Device, _ name: String
    ) throws(WorldCommand.Problem) -> String {
        let isOn = device.perform { node, _ in node.isOn }
        switch order {
        case .move(let position):
            device.move(to: position)
            return "\(name) is \(HappeningText.place(position))"
        case .off:
            guard isOn else { throw .init("\(name) is off already") }
            device.powerOff()
            return "\(name) is off"
        case .on:
            guard !isOn else { throw .init("\(name) is on already") }
            device.powerOn()
            return "\(name) is on"
        case .reset:
            device.reset()
            return "\(name) restarts"
        case .set(let uuid, let value): return try set(uuid, value, on: device, name)
        case .setText(let uuid, let text): return try set(uuid, Array(text.utf8), on: device, name)
        case .button(let isPressed):
            guard device.has(Blinky.button) else {
                throw .init("\(name) has no button: only a device with the LED Button service has one")
            }
            device.update(Blinky.button, [isPressed ? 1 : 0])
            return "the button of \(name) is \(isPressed ? "pressed" : "released")"
        case .disconnect:
            let count = device.connectionCount
            guard count > 0 else { throw .init("\(name) has no link to end") }
            device.disconnect()
            return "\(name) ends \(count == 1 ? "its link" : "its \(count) links")"
        case .advertise(let starts):
            guard isOn else { throw .init("\(name) is off; 'on' switches it on") }
            starts ? device.startAdvertising() : device.stopAdvertising()
            return "\(name) \(starts ? "advertises" : "advertises no longer")"
        }
    }

    private func set(
        _ uuid: BluetoothUUID, _ value: [UInt8], on device: Device, _ name: String
    ) throws(WorldCommand.Problem) -> String {
        guard device.has(uuid) else { throw .init("\(name) has no characteristic \(uuid.label)") }
        device.update(uuid, value)
        return "\(uuid.label) of \(name) is \(value.isEmpty ? "empty" : CompactText.hexadecimal(value))"
    }

    // MARK: Phones

    private func carryOut(
        _ order: WorldCommand.PhoneOrder, on phone: Phone, _ name: String, _ variable: String
    ) throws(WorldCommand.Problem) -> WorldCommand.Answer {
        switch order {
        case .move(let position):
            phone.move(to: position)
            return .init(
                "\(name) is \(HappeningText.place(position))",
                swift: "\(variable).move(to: \(CommandSwift.position(position)))")
        case .bluetooth(let isOn):
            phone.setBluetooth(isOn)
            return .init(
                "Bluetooth of \(name) is \(isOn ? "on" : "off")", swift: "\(variable).setBluetooth(\(isOn))")
        case .app(let app, let order): return try carryOut(order, of: app, on: phone, name, variable)
        case .user(let user):
            phone.setUser(user)
            return .init(
                "the user of \(name) \(user.rawValue) from now on",
                swift: "\(variable).setUser(.\(user.rawValue))")
        case .screen(let order): return try carryOut(order, on: phone, name, variable)
        }
    }

    private func carryOut(
        _ order: WorldCommand.AppOrder, of app: String?, on phone: Phone, _ name: String, _ variable: String
    ) throws(WorldCommand.Problem) -> WorldCommand.Answer {
        let app = try app.map { text throws(WorldCommand.Problem) in try find(app: text, on: phone, name) }
        let handle = app?.handle ?? phone
        switch order {
        case .background: handle.enterBackground()
        case .foreground: handle.enterForeground()
        case .suspended: handle.suspend()
        case .ended: handle.terminate(.memoryPressure)
        case .started: handle.launch()
        }
        let number = handle.app.rawValue
        return .init(
            "\(app?.name ?? "the app") of \(name): \(handle.appState.rawValue)",
            swift: "\(variable).\(number == 1 ? "" : "app(\(number)).")\(CommandSwift.line(order))")
    }

    /// The app of a phone with this identifier or number.
    private func find(
        app wanted: String, on phone: Phone, _ name: String
    ) throws(WorldCommand.Problem) -> (handle: Phone, name: String) {
        let apps = phone.knownApps
        let found =
            apps.first { $0.identifier == wanted.asciiLine } ?? apps.first { "\($0.app.rawValue)" == wanted }
        guard let (app, identifier) = found else {
            let names = apps.map { $0.identifier.map(WorldCommand.quoting) ?? "\($0.app.rawValue)" }
            let list = names.isEmpty ? "there are none" : "there are: \(names.joined(separator: ", "))"
            throw .init("there is no app '\(wanted.asciiLine)' on \(name); \(list)")
        }
        return (phone.app(app.rawValue), identifier ?? "\(app)")
    }

    // MARK: Faults

    private func carryOut(_ fault: Fault) throws(WorldCommand.Problem) -> WorldCommand.Answer {
        if fault.point.predecessor != nil {
            throw .init("afterFault needs a plan of several faults, and a command has one")
        }
        if let problem = fault.problem { throw .init("the fault \(fault) is not possible: \(problem)") }
        for name in [fault.point.peripheral, fault.point.central] {
            guard let name else { continue }
            _ = try find(name, "node") { _ in true }
        }
        world.inject(fault)
        return .init("injected: \(fault)", swift: "world.inject(\(fault))")
    }
}

extension Device {
    /// Whether the device has a characteristic with this UUID now.
    fileprivate func has(_ uuid: BluetoothUUID) -> Bool {
        perform { node, _ in node.characteristics.indices.contains { node.uuid(at: $0) == uuid } }
    }
}
