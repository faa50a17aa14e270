extension ShapeProgram {
    /// Actors, values, names, protocols and functions.
    static let other = #"""
        import Foundation
        import Isolation
        import Names
        import Protocols
        import Values

        @MainActor func isolation() async throws {
            let store = await StoreFactoryProxy().makeStore(size: 3)
            equal(await store.add(2), 5)
            equal(await store.defaulted(), 4)
            equal(await store.sum(1, 2), 3)
            equal(await store[1], 6)
            equal(await store.merge(StoreFactoryProxy().makeStore()), 5)
            equal(store.describe("d"), "d")
            do throws(Trouble) {
                _ = try await store.risky()
            } catch {
                equal(error, .bad)
            }
            let screen = ScreenFactoryProxy().makeScreen(title: "t")
            equal(screen.title, "t")
            equal(await screen.present(screen) === screen, true)
            final class Taps: ScreenDelegateProtocol {
                var sender: (any ScreenProtocol)?
                func screenDidTap(_ screen: any ScreenProtocol) { sender = screen }
            }
            let taps = Taps()
            screen.delegate = taps
            screen.tap()
            equal(taps.sender === screen, true)
            let spy = StoreSpy()
            spy.onAdd.suspends()
            async let waiting = spy.add(1)
            await spy.onAdd.waitUntilCalled()
            spy.onAdd.resume(returning: 8)
            equal(await waiting, 8)
            equal(await MixedFactoryProxy().makeMixed().work(), 5)
        }

        func values() throws {
            var counter = CounterFactoryProxy().makeCounter(from: 4)
            equal(counter.increment(), 5)
            equal(counter.increment(by: 2), 7)
            equal(counter.next, 8)
            counter.doubled = 20
            counter[0] = 3
            equal(counter.value, 3)
            equal(Array(counter.opaque()), [3])
            let settings: any SettingsProtocol = SettingsProxy()
            settings.level = 5
            equal(settings.level, Settings.level)
            equal(try settings.load("n"), 2)
            equal(settings.sum(1, 2, 3), 6)
            var generic: any GenericProtocol<Int> = Generic([1])
            generic.append(2)
            equal(generic.first { $0 > 1 }, 2)
            let spy = GenericSpy<String>()
            spy.onFirst.returns("f")
            equal((spy as any GenericProtocol<String>).first { _ in true }, "f")
            let outer = OuterFactoryProxy().makeOuter()
            var inner: (any OuterInnerProtocol)?
            outer.visit { inner = $0 }
            equal(inner?.run(.fast), 1)
        }

        func names() throws {
            let names = NamesFactoryProxy().makeNewNames()
            equal([names.real, names.table, names.facade, names.source, names.journal], [2, 3, 4, 5, 1])
            equal(names.calls, ["call"])
            equal(names.send(3), 3)
            equal(names.`init`() + names.`self`(), 3)
            equal(names.body { $0 + 1 }, 2)
            equal(names.value(value: 1, newValue: 2), 3)
            equal(names.take(real: names, facade: nil, table: []) === names, true)
            equal(names.parameter(self: 1, log: 2, journal: 3), 6)
            equal(names.func(in: 1, for: 2, `inout`: 3), 6)
            equal(names[newValue: 3], 3)
            names[newValue: 4] = 5
            equal(names.log, "5")
            equal(names.closure { names }, 2)
            equal(names.values { first, _ in first }, 2)
            equal(names.log("a") + names.print("b"), "logged ab")
            let spy = NamesSpy()
            spy.onCalls.returns(["c"])
            equal(spy.calls, ["c"])
            spy.onWithSpace.returns(4)
            equal(spy.`with space`, 4)
            equal(spy.spyCalls.count, 0)
            var lines: [String] = []
            let dummy = NamesDummy()
            nonisolated(unsafe) var log: [String] = []
            dummy.dummyLog = { log.append($0) }
            dummy.sendIntValue = 6
            equal(dummy.send(1), 6)
            lines += log
            equal(lines, ["NamesProtocol.send(1)"])
        }

        func protocols() async throws {
            let spy = ContainerSpy<String, Int>()
            spy.onItem.returns("i")
            func first<Holder: Container>(of holder: Holder) -> Holder.Item where Holder.Index == Int { holder.item(at: 0) }
            equal(first(of: spy), "i")
            MadeSpy.onInitCode.returns(false)
            equal(try MadeSpy(code: 1) == nil, true)
            equal(MadeSpy.onInitCode.calls, [1])
            MadeSpy.onLimit.returns(3)
            equal(MadeSpy.limit, 3)
            let copy = MadeSpy()
            spy.onCount.returns(2)
            copy.onCopy.returns(copy)
            equal(copy.copy() === copy, true)
            let actor = Store1Spy()
            actor.onPut.returns(5)
            equal(await actor.put(1), 5)
            let dummy = Store1Dummy()
            dummy.size = 4
            equal(dummy.size, 4)
            let defaulted = DefaultedSpy()
            defaulted.onMay.returns(8)
            equal(defaulted.extra(), 8)
        }

        func functions() async throws {
            let functions: any FunctionsFunctions = FunctionsFunctionsProxy()
            let handle = try functions.open("path")
            equal(handle.id, 2)
            var buffer: [UInt8] = []
            equal(functions.read(handle, into: &buffer), 1)
            equal(buffer, [1])
            equal(functions.write(1, 2, 3), 3)
            equal(functions.write(text: "ab") + functions.write("c"), 3)
            equal(functions.transform(2) { $0 * 2 }, 4)
            equal(functions.verbosity, 3)
            let session = try await functions.connect()
            functions.current = session
            equal(functions.current === session, true)
            var done: (any SessionProtocol)?
            equal(functions.session(session) { done = $0 } === session, true)
            equal(done === session, true)
        }
        """#
}
