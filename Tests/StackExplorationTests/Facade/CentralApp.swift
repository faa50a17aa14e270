import AppPromises
import FaradayTesting
import Foundation

#if !FOR_MOCKS
import FaradayCoreBluetooth
#endif

/// A correct app in the central role: it keeps links to all devices around it and uses them in any way, gives up what takes
/// too long, and begins again after each loss. It checks that each call has one answer.
final class CentralApp: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
    /// One device, and what the app knows of it.
    final class Link {
        enum Phase { case idle, connecting, connected, leaving }

        let peripheral: CBPeripheral
        var phase = Phase.idle
        var ticks = 0
        var subscribed: Set<CBUUID> = []
        var streams: [PatternStream] = []
        var number: UInt32
        var psm: CBL2CAPPSM?
        /// Whether the app has it from the system: what happened before it was launched may be told then (7.4).
        var isRestored = false
        /// No connection came for long. The peer may be gone: the private address of a phone without a bond is another one
        /// after Bluetooth was off, and so the app scans again.
        var isGivenUp = false
        var id: String { peripheral.identifier.uuidString }

        init(_ peripheral: CBPeripheral, _ world: World) {
            self.peripheral = peripheral
            number = CommandOrder.first(world)
        }

        /// What was found.
        var characteristics: [CBCharacteristic] {
            (peripheral.services ?? []).flatMap { $0.characteristics ?? [] }
        }
    }

    let promises: Promises
    private(set) var manager: CBCentralManager?
    private(set) var links: [Link] = []
    /// How many values were read, and notified.
    private(set) var reads = 0
    private(set) var values = 0
    private let goal: Int
    private var isFirst = true
    private var isClosing = false
    /// A scan begins anew now and then: the system goes on with that of an app which has ended, and what that app was told
    /// of is not told again, nor in the background (2.12).
    private var scanTicks = 0
    /// Does nothing by itself any more but connect and read.
    var isCalm = false

    init(
        _ promises: Promises, goal: Int,
        _ make: (CentralApp) -> CBCentralManager
    ) {
        (self.promises, self.goal) = (promises, goal)
        super.init()
        manager = make(self)
        promises.require(manager?.state == .unknown, .untrue("1.1: the first state is \(manager!.state)"))
    }

    // MARK: What it does

    /// Does a little. The test calls it every now and then while the app runs.
    func act() {
        guard let manager, manager.state == .poweredOn, !isClosing else { return }
        if links.count < goal {
            scanTicks += 1
            if scanTicks % 30 == 0 { manager.stopScan() }
            if !manager.isScanning { manager.scanForPeripherals(withServices: [Lab.service]) }
        } else if manager.isScanning {
            manager.stopScan()
            promises.stopped("scan")
        }
        for link in links { step(link, manager) }
    }

    private func step(_ link: Link, _ manager: CBCentralManager) {
        link.ticks += 1
        switch link.phase {
        case .idle:
            enter(link, .connecting)
            promises.asked("connect", of: link.id)
            manager.connect(link.peripheral, options: nil)
        case .connecting:
            if link.ticks > 60 {
                link.isGivenUp = true
                leave(link, manager)
            }
        case .leaving:
            break
        case .connected:
            if promises.chance(1), !isCalm { return leave(link, manager) }
            // It gives up what takes too long.
            if promises.openCount(of: link.id) > 0 {
                if link.ticks > 200 { return leave(link, manager) }
            } else {
                link.ticks = 0
            }
            if promises.openCount(of: link.id) < 4 { use(link) }
        }
        for stream in link.streams { stream.act(writes: !isCalm) }
    }

    private func enter(_ link: Link, _ phase: Link.Phase) { (link.phase, link.ticks) = (phase, 0) }

    private func leave(_ link: Link, _ manager: CBCentralManager) {
        enter(link, .leaving)
        manager.cancelPeripheralConnection(link.peripheral)
    }

    // Asks for one thing that the app can do with what it has found.
    private func use(_ link: Link) {
        let peripheral = link.peripheral
        guard let service = promises.pick(peripheral.services ?? []) else {
            if !promises.isOpen("services", of: link.id) { discover(link) }
            return
        }
        guard let found = promises.pick(service.characteristics ?? []) else {
            let question = "characteristics \(service.uuid)"
            guard !promises.isOpen(question, of: link.id) else { return }
            promises.asked(question, of: link.id)
            return peripheral.discoverCharacteristics(nil, for: service)
        }
        if isCalm { return steadily(link) }
        switch promises.below(16) {
        case 0: discover(link)
        case 1:
            promises.asked("rssi", of: link.id)
            peripheral.readRSSI()
        case 2:
            promises.asked("included \(service.uuid)", of: link.id)
            peripheral.discoverIncludedServices(nil, for: service)
        case 3:
            promises.asked("descriptors \(found.uuid)", of: link.id)
            peripheral.discoverDescriptors(for: found)
        case 4: open(link)
        default: use(found, link)
        }
    }

    /// Subscribes, and reads a value and what is needed for channels.
    private func steadily(_ link: Link) {
        for found in link.characteristics where found.uuid == Lab.notified && !found.isNotifying {
            if !promises.isOpen("notify \(found.uuid)", of: link.id) { subscribe(true, found, link) }
        }
        for found in link.characteristics where found.uuid == Lab.read { read(found, link) }
    }

    private func discover(_ link: Link) {
        promises.asked("services", of: link.id)
        link.peripheral.discoverServices(promises.chance(30) ? [Lab.service] : nil)
    }

    private func read(_ found: CBCharacteristic, _ link: Link) {
        promises.asked("read \(found.uuid)", of: link.id)
        link.peripheral.readValue(for: found)
    }

    private func subscribe(_ isOn: Bool, _ found: CBCharacteristic, _ link: Link) {
        if isOn { link.subscribed.insert(found.uuid) }
        promises.asked("notify \(found.uuid)", of: link.id)
        link.peripheral.setNotifyValue(isOn, for: found)
    }

    private func open(_ link: Link) {
        guard let psm = link.psm, link.streams.count < 2 else { return }
        promises.asked("channel", of: link.id)
        link.peripheral.openL2CAPChannel(psm)
    }

    private func use(_ found: CBCharacteristic, _ link: Link) {
        let peripheral = link.peripheral
        if let descriptor = promises.pick(found.descriptors ?? []), promises.chance(20) {
            promises.asked("read \(found.uuid) \(descriptor.uuid)", of: link.id)
            return peripheral.readValue(for: descriptor)
        }
        let properties = found.properties
        if properties.contains(.read) {
            read(found, link)
        } else if properties.contains(.write) {
            promises.asked("write \(found.uuid)", of: link.id)
            let length = 1 + promises.below(promises.chance(20) ? 400 : 20)
            peripheral.writeValue(Data(repeating: 7, count: length), for: found, type: .withResponse)
        } else if properties.contains(.writeWithoutResponse) {
            send(found, link)
        } else if !properties.isDisjoint(with: [.notify, .indicate]) {
            subscribe(promises.chance(75), found, link)
        }
    }

    /// Commands with a rising number, as long as there is room.
    private func send(_ found: CBCharacteristic, _ link: Link) {
        for _ in 0..<1 + promises.below(8) where link.peripheral.canSendWriteWithoutResponse {
            link.number += 1
            link.peripheral.writeValue(
                Lab.command(link.number), for: found, type: .withoutResponse)
        }
    }

    // MARK: The end

    /// Ends the links and the scan; `isClosed` says when nothing is left.
    func close() {
        isClosing = true
        guard let manager, manager.state == .poweredOn else { return }
        if manager.isScanning {
            manager.stopScan()
            promises.stopped("scan")
        }
        for link in links where link.phase == .connecting || link.phase == .connected { leave(link, manager) }
    }

    var isClosed: Bool { links.allSatisfy { $0.phase == .idle } }

    /// Breaks if something has no answer although the app has waited long. A connect has no time limit (ledger 3.1).
    func requireAnswers() {
        for link in links where link.phase == .leaving {
            promises.broke(.unanswered("the cancel of a connection"))
        }
        promises.requireAnswers(except: "connect")
    }

    /// Releases the manager.
    func release() {
        promises.release()
        links = []
        manager = nil
    }

    /// The links, for reports.
    var situation: String {
        let all = links.map { link in
            let peripheral = link.peripheral
            return "\(peripheral.name ?? "-") is \(link.phase) with state \(peripheral.state.rawValue) and "
                + "\(link.characteristics.count) characteristics, waits for \(promises.questions(of: link.id))"
        }
        return
            "state \(manager?.state.rawValue ?? -1), isScanning \(manager?.isScanning ?? false), \(reads) reads, \(values) values, \(all)"
    }

    // MARK: The manager

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        promises.called("didUpdateState")
        isFirst = false
        guard central.state != .poweredOn else { return }
        promises.ended()
        for link in links {
            promises.require(
                link.peripheral.state == .disconnected,
                .untrue("1.16: a peripheral is \(link.peripheral.state.rawValue) in \(central.state)"))
            lost(link)
        }
        // Below poweredOff, peripherals are not valid any more (1.18).
        if central.state.rawValue < CBManagerState.poweredOff.rawValue { links = [] }
    }

    private func lost(_ link: Link) {
        enter(link, .idle)
        link.subscribed = []
        link.number = CommandOrder.first(promises.world)
        for stream in link.streams { stream.close() }
        link.streams = []
    }

    #if !FOR_MOCKS
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        promises.called("willRestoreState")
        promises.require(isFirst, .unasked("7.4: willRestoreState is not first"))
        let restored = dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? []
        for peripheral in restored.prefix(goal) {
            let link = Link(peripheral, promises.world)
            link.isRestored = true
            peripheral.delegate = self
            links.append(link)
            if peripheral.state == .connected {
                enter(link, .connected)
                // The connection may be what the app was launched for: `didConnect` follows then (7.4).
                promises.asked("connect", of: link.id)
                promises.loosened(link.id)
            }
            // The system goes on with it, and the app asks again when it may (7.8).
            if peripheral.state == .connecting { promises.asked("connect", of: link.id) }
            for found in link.characteristics where found.isNotifying { link.subscribed.insert(found.uuid) }
        }
    }
    #endif

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        promises.called("didDiscover")
        promises.require(
            central.isScanning || promises.isStopping("scan"), .unasked("didDiscover without a scan"))
        if let known = links.first(where: { $0.peripheral.identifier == peripheral.identifier }) {
            return promises.require(known.peripheral === peripheral, .untrue("1.30: another object"))
        }
        guard links.count < goal, !isClosing else { return }
        peripheral.delegate = self
        links.append(Link(peripheral, promises.world))
    }

    private func link(_ peripheral: CBPeripheral, _ callback: String) -> Link? {
        promises.called(callback)
        let link = links.first { $0.peripheral === peripheral }
        promises.require(link != nil, .unasked("\(callback) of a peripheral that was let go"))
        return link
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        guard let link = link(peripheral, "didConnect") else { return }
        promises.answered("connect", of: link.id)
        link.isRestored = false
        promises.require(
            peripheral.state == .connected || link.phase == .leaving,
            .untrue("didConnect, and the state is \(peripheral.state.rawValue)"))
        if link.phase != .leaving { enter(link, .connected) }
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
    ) {
        guard let link = link(peripheral, "didFailToConnect") else { return }
        promises.answered("connect", of: link.id)
        promises.require(peripheral.state != .connected, .untrue("didFailToConnect, and it is connected"))
        promises.ended(link.id)
        lost(link)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
    ) {
        guard let link = link(peripheral, "didDisconnectPeripheral") else { return }
        promises.require(
            link.phase == .connected || link.phase == .leaving || link.isRestored,
            .unasked("didDisconnectPeripheral without a link"))
        link.isRestored = false
        promises.require(peripheral.state != .connected, .untrue("didDisconnect, and it is connected"))
        promises.ended(link.id)
        lost(link)
        if link.isGivenUp { links.removeAll { $0 === link } }
    }

    // MARK: The peripherals

    private func answer(_ what: String, _ peripheral: CBPeripheral, _ callback: String) {
        guard let link = link(peripheral, callback) else { return }
        requireLink(link, callback)
        promises.answered(what, of: link.id)
    }

    private func requireLink(_ link: Link, _ callback: String) {
        promises.require(
            link.phase == .connected || link.phase == .leaving, .unasked("\(callback) without a link"))
    }

    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]) {
        guard let link = link(peripheral, "didModifyServices") else { return }
        requireLink(link, "didModifyServices")
        promises.loosened(link.id)
        link.psm = nil
    }

    func peripheral(_ peripheral: CBPeripheral, didReadRSSI RSSI: NSNumber, error: (any Error)?) {
        answer("rssi", peripheral, "didReadRSSI")
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        answer("services", peripheral, "didDiscoverServices")
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService, error: (any Error)?
    ) { answer("included \(service.uuid)", peripheral, "didDiscoverIncludedServices") }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: (any Error)?
    ) { answer("characteristics \(service.uuid)", peripheral, "didDiscoverCharacteristics") }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { answer("descriptors \(characteristic.uuid)", peripheral, "didDiscoverDescriptors") }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        guard let link = link(peripheral, "didUpdateValue") else { return }
        requireLink(link, "didUpdateValue")
        let uuid = characteristic.uuid
        if characteristic.properties.contains(.read) {
            promises.answered("read \(uuid)", of: link.id)
            if error == nil { reads += 1 }
            if uuid == Lab.psm, error == nil, let value = characteristic.value, value.count == 2 {
                link.psm = CBL2CAPPSM(value[value.startIndex]) | CBL2CAPPSM(value[value.startIndex + 1]) << 8
            }
            return
        }
        promises.require(
            link.subscribed.contains(uuid), .unasked("a value of \(uuid) without a subscription"))
        values += 1
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: (any Error)?
    ) { answer("write \(characteristic.uuid)", peripheral, "didWriteValue") }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) { answer("notify \(characteristic.uuid)", peripheral, "didUpdateNotificationState") }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor descriptor: CBDescriptor, error: (any Error)?
    ) {
        let uuid = descriptor.characteristic?.uuid
        answer(
            "read \(uuid.map { "\($0)" } ?? "-") \(descriptor.uuid)", peripheral,
            "didUpdateValueForDescriptor")
    }

    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
        guard let link = link(peripheral, "isReady") else { return }
        requireLink(link, "isReady")
    }

    func peripheral(_ peripheral: CBPeripheral, didOpen channel: CBL2CAPChannel?, error: (any Error)?) {
        answer("channel", peripheral, "didOpen")
        promises.require(
            (channel == nil) != (error == nil),
            .untrue("6.31: didOpen with both or none of channel and error"))
        guard let channel, let link = links.first(where: { $0.peripheral === peripheral }) else { return }
        link.streams.append(PatternStream(channel, promises))
    }
}
