import BluetoothPort
import BluetoothTypes
import CoreBluetoothModel
import Foundation
import Testing

@testable import FaradaySimulation

/// Commands for the user of a phone, and what is told of the screen.
@Suite struct ScreenCommandTests {
    /// An accessory session that shows a picker for tags.
    private final class Setup: AccessorySink {
        let port = Lock<(any AccessoryPort)?>(nil)
        let events = Lock<[Accessories.Event]>([])

        init(_ phone: Phone) {
            let port = phone.openAccessorySession(sink: self)
            self.port.withLock { $0 = port }
            port.send(.activate)
        }

        func receive(_ event: Accessories.Event, _ delivery: Delivery) {
            events.withLock { $0.append(event) }
        }

        var isAtHomeOnMainQueue: Bool { false }
        func send(_ command: Accessories.Command) { port.withLock { $0 }?.send(command) }

        /// The names of the accessories that the app was told of.
        var added: [String] {
            events.withLock { all in
                all.compactMap { if case .added(let accessory) = $0 { accessory.name } else { nil } }
            }
        }
    }

    /// A phone whose user waits, with a lock and a tag.
    private struct Room {
        let world = World(seed: 1)
        let phone: Phone
        let told = Lock<[String]>([])

        init(_ manifest: AppManifest = AppManifest(identifier: "com.example.strap")) {
            phone = world.addPhone(.iOS(26), name: "Ada's iPhone").configure(manifest)
            world.add(.lock)
            world.add(
                DeviceDefinition(name: "Tag") {
                    DeviceAdvertising(services: ["FD01"])
                    DeviceService("FD01") { DeviceCharacteristic("2A19", .read, value: [90]) }
                })
            world.startTrace()
            phone.setUser(.waits)
            phone.onScreen { [told] news in
                let line =
                    switch news {
                    case .asks(let question): "asks " + question.command
                    case .answered(let question, let words): "\(words) \(question.kind)"
                    case .gone(let question): "gone \(question.kind)"
                    }
                told.withLock { $0.append(line) }
            }
        }

        func tell(_ line: String) throws(WorldCommand.Problem) -> WorldCommand.Answer {
            try CommandPerformer(world).perform(try WorldCommand("phone \"Ada's iPhone\" " + line)) {
                order throws(WorldCommand.Problem) in
                throw .init("nobody drives the clock: \(order)")
            }
        }

        func problem(_ line: String) -> String {
            do throws(WorldCommand.Problem) {
                return "no problem: \(try tell(line).text)"
            } catch {
                return error.description
            }
        }

        /// The news since the last call.
        func news() -> [String] {
            told.withLock { told in
                defer { told = [] }; return told
            }
        }

        /// Whether the line is one that is compiled.
        func isCompiled(_ swift: String?) throws -> Bool {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("CommandLines.swift")
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            return lines.contains { $0.trimmingCharacters(in: .whitespaces) == swift }
        }
    }

    @Test("The alert for Bluetooth waits until it is answered", arguments: [true, false])
    func alert(_ allows: Bool) throws {
        let room = Room()
        #expect(try room.tell("screen").text == "Ada's iPhone shows nothing that waits for its user")
        room.phone.setAuthorization(.notDetermined)
        let central = TestCentral(room.phone)
        try room.world.run(for: .seconds(60))
        let question = "\"com.example.strap\" Would Like to Use Bluetooth"
        #expect(
            try room.tell("screen") == .init("Ada's iPhone asks: \(question); answer: alert allow|deny"))
        #expect(room.news() == ["asks alert allow|deny"])
        #expect(central.events.isEmpty)
        #expect(
            room.problem("picker cancel")
                == "Ada's iPhone shows no picker: Ada's iPhone asks: \(question); answer: alert allow|deny")
        let answer = try room.tell("alert \(allows ? "allow" : "deny")")
        #expect(answer.text == "the user of Ada's iPhone \(allows ? "allows" : "denies"): \(question)")
        #expect(try room.isCompiled(answer.swift), "\(answer.swift ?? "")")
        try room.world.run(for: .seconds(1))
        #expect(central.events == [.stateChanged(allows ? .poweredOn : .unauthorized)])
        #expect(room.news() == [allows ? "allows alert" : "denies alert"])
        #expect(room.problem("alert allow").hasPrefix("Ada's iPhone shows no alert:"))
    }

    @Test("An alert that no longer matters is gone")
    func gone() throws {
        let room = Room()
        room.phone.setAuthorization(.notDetermined)
        let central = TestCentral(room.phone)
        try room.world.run(for: .seconds(1))
        room.phone.setAuthorization(.denied)
        try room.world.run(for: .seconds(1))
        #expect(room.news() == ["asks alert allow|deny", "gone alert"])
        #expect(central.events == [.stateChanged(.unauthorized)])
    }

    @Test(
        "A pairing waits for a passkey, the device's own or none", arguments: ["123456", "accept", "reject"])
    func pairing(_ words: String) throws {
        let room = Room()
        let central = TestCentral.readsLock(room.phone)
        try room.world.run(for: .seconds(10))
        #expect(room.news() == ["asks pairing PASSKEY|accept|reject"])
        let answer = try room.tell("pairing \(words)")
        #expect(answer.text.hasSuffix(": Enter the pairing code for \"Lock\"."))
        #expect(try room.isCompiled(answer.swift), "\(answer.swift ?? "")")
        try room.world.run(for: .seconds(10))
        #expect(central.value == (words == "reject" ? nil : [7]))
        #expect(room.news() == [words == "reject" ? "rejects pairing" : "types 123456 pairing"])
    }

    @Test("A pairing without a passkey takes none")
    func consent() throws {
        let room = Room()
        room.world.add(
            DeviceDefinition(name: "Second") {
                DeviceSecurity(.noInputNoOutput)
                DeviceAdvertising(services: ["FF01"])
                DeviceService("FF00") {
                    DeviceCharacteristic("FF02", .read, value: [7], requires: .encrypted)
                }
            }, at: .meters(1))
        let central = TestCentral.readsLock(room.phone, "FF01")
        try room.world.run(for: .seconds(10))
        #expect(
            room.problem("pairing 123456")
                == "that is no answer: Ada's iPhone asks: \"Second\" would like to pair with your device.; "
                + "answer: pairing accept|reject")
        _ = try room.tell("pairing accept")
        try room.world.run(for: .seconds(10))
        #expect(central.value == [7])
    }

    @Test("The picker lists, is chosen from, and asks for a name")
    func picker() throws {
        let keys = AccessorySetupKeys(services: ["FD01"])
        let room = Room(AppManifest(identifier: "com.example.tags", accessorySetup: keys))
        let app = Setup(room.phone)
        try room.world.run(for: .seconds(1))
        var descriptor = Accessories.Descriptor()
        descriptor.service = "FD01"
        app.send(
            .showPicker(
                [.init(name: "A tag", descriptor: descriptor, setupOptions: .rename)], .init(), call: 1))
        try room.world.run(for: .seconds(5))
        #expect(
            try room.tell("screen").text
                == "Ada's iPhone asks: the picker of com.example.tags: found A tag (Tag); "
                + "answer: picker choose Tag|cancel")
        #expect(
            room.problem("picker choose Lock")
                == "the picker has no 'Lock': the picker of com.example.tags: found A tag (Tag); "
                + "answer: picker choose Tag|cancel")
        #expect(room.problem("picker accept").hasPrefix("that is no answer: Ada's iPhone asks: the picker"))
        let chosen = try room.tell("picker choose Tag")
        #expect(chosen.text.hasPrefix("the user of Ada's iPhone chooses Tag: the picker of com.example.tags"))
        #expect(try room.isCompiled(chosen.swift), "\(chosen.swift ?? "")")
        try room.world.run(for: .seconds(10))
        let named = try room.tell("picker name My tag")
        #expect(named.text.hasPrefix("the user of Ada's iPhone calls it My tag: "))
        #expect(try room.isCompiled(named.swift), "\(named.swift ?? "")")
        try room.world.run(for: .seconds(10))
        #expect(app.added == ["My tag"])
        #expect(
            room.news().suffix(4) == [
                "asks picker choose Tag|cancel", "chooses Tag picker", "asks picker name TEXT|accept|cancel",
                "calls it My tag picker",
            ])
    }

    @Test("The picker is closed, and chooses the first accessory", arguments: ["cancel", "choose"])
    func pickerEnds(_ words: String) throws {
        let keys = AccessorySetupKeys(services: ["FD01"])
        let room = Room(AppManifest(accessorySetup: keys))
        let app = Setup(room.phone)
        try room.world.run(for: .seconds(1))
        var descriptor = Accessories.Descriptor()
        descriptor.service = "FD01"
        app.send(.showPicker([.init(name: "A tag", descriptor: descriptor)], .init(), call: 1))
        try room.world.run(for: .seconds(5))
        let answer = try room.tell("picker \(words)")
        #expect(try room.isCompiled(answer.swift), "\(answer.swift ?? "")")
        try room.world.run(for: .seconds(10))
        #expect(app.added == (words == "choose" ? ["A tag"] : []))
        #expect(try room.tell("screen").text == "Ada's iPhone shows nothing that waits for its user")
    }

    @Test("Apps are named by their identifiers or their numbers")
    func apps() throws {
        let room = Room()
        let second = room.phone.app(2, AppManifest(identifier: "com.example.bell"))
        let third = room.phone.app(3, AppManifest())
        let answer = try room.tell("app com.example.bell background")
        #expect(answer.text == "com.example.bell of Ada's iPhone: background")
        #expect(try room.isCompiled(answer.swift), "\(answer.swift ?? "")")
        #expect(second.appState == .background && room.phone.appState == .foreground)
        let ended = try room.tell("app 2 ended")
        #expect(ended.text == "com.example.bell of Ada's iPhone: terminated")
        #expect(try room.isCompiled(ended.swift), "\(ended.swift ?? "")")
        #expect(try room.tell("app 3 suspended").text == "app 3 of Ada's iPhone: suspended")
        #expect(third.appState == .suspended && second.appState == .terminated)
        #expect(try room.tell("app com.example.strap background").swift == "adasIPhone.enterBackground()")
        #expect(
            room.problem("app com.example.other background")
                == "there is no app 'com.example.other' on Ada's iPhone; there are: com.example.strap, "
                + "com.example.bell, 3")
        let trace = room.world.traceText()
        #expect(trace.contains("com.example.bell: background") && trace.contains("app 3: suspended"))
    }
}
