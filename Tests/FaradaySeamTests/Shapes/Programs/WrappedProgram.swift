extension ShapeProgram {
    /// Objects, delegates, singletons and events.
    static let wrapped = #"""
        import Foundation
        import Wrapped

        final class Listener: EngineDelegateProtocol {
            var told: [String] = []
            var sender: (any EngineProtocol)?

            func engine(_ engine: any EngineProtocol, didStart part: any PartProtocol) {
                sender = engine
                told.append("start \(part.name)")
            }

            func engine(_ engine: any EngineProtocol, shouldStop part: (any PartProtocol)?) -> Bool {
                told.append("stop \(part?.name ?? "nothing")")
                return true
            }

            func engine(
                _ engine: any EngineProtocol, parts: [any PartProtocol],
                completion: @escaping (any PartProtocol) -> Void
            ) {
                told.append("parts \(parts.count)")
                completion(parts[1])
            }
        }

        /// Objects stay the same, whoever hands them out; delegates are told by the facade that the app has.
        func wrapped() async throws {
            let real = Engine()
            let engine = EngineProxy.facade(of: real)
            equal(engine === EngineProxy.facade(of: real), true)
            let main = engine.main
            equal(main === engine.parts[0], true)
            equal(engine.byName["a"] === main, true)
            let listener = Listener()
            engine.delegate = listener
            engine.start()
            equal(listener.sender === engine, true)
            equal(engine.stop(main), true)
            engine.finish()
            var handed: (any PartProtocol)?
            engine.hand { handed = $0 }
            equal(handed?.name, "b")
            equal(listener.told, ["start a", "start b", "stop a", "parts 2"])
            engine.delegate = nil
            equal(real.delegate == nil, true)
            equal(engine.stop(main), false)
            let made = EngineFactoryProxy().makeEngine(delegate: listener)
            equal(made.name, "engine")
            made.start()
            equal(listener.sender === made, true)
            passing(engine, real, main)
            try await closures(engine, main)
            subclasses()
            singletons()
            robots()
            rack()
            try await events()
        }

        func passing(_ engine: any EngineProtocol, _ real: Engine, _ main: any PartProtocol) {
            engine.spare = main
            equal(real.spare === real.parts[0], true)
            equal(engine.spare === main, true)
            engine.spare = nil
            equal(real.spare == nil, true)
            equal(engine[main], 0)
            equal(engine[1].name, "b")
            engine[1] = main
            equal(engine[1] === main, true)
            engine[1] = engine.makePart()
            equal(engine[1].name, "made")
            var part = main
            engine.swap(&part)
            equal(part.name, "made")
            let pair = engine.tuple((main, 4))
            equal(pair.0 === main, true)
            equal(pair.1, 4)
            equal(engine.pairUp().first === main, true)
            equal((try? engine.results().get()) === main, true)
            equal(engine.all(main, part), 2)
            equal(engine.lazily(main) === main, true)
            equal(engine.optionalArray([main, nil])[0].count, 2)
            equal(engine.replace(["x": [main]])["x"]??.name, "a")
            equal(engine.maybe(nil) == nil, true)
            equal(engine.maybe(main, body: { $0 }) === main, true)
            equal(engine.clone() === engine, true)
            equal(EngineFactoryProxy().compare(main, main), true)
            main.attach(to: engine)
            equal(main.engine === engine, true)
        }

        func closures(_ engine: any EngineProtocol, _ main: any PartProtocol) async throws {
            var seen: [String] = []
            engine.onPart = { seen.append($0.name) }
            engine.start()
            equal(seen, ["a", "made"])
            engine.onPart?(main)
            equal(seen.last, "a")
            let first = engine.makePart
            engine.makePart = { main }
            equal(engine.makePart() === main, true)
            equal(first().name, "made")
            equal(engine.add(main) { part, owner in part === main && owner === engine ? part : owner.main }.name, "a")
            equal(try await engine.load("l").name, "l")
            equal(await engine.loadAll(["x", "y"]).map(\.name), ["x", "y"])
            engine.resultBased { seen.append((try? $0.get().name) ?? "none") }
            equal(seen.last, "a")
            equal(engine.rename { $0.name + "!" }, ["a!", "made!"])
            do throws(Misfit) {
                try engine.check { part throws(Misfit) in throw .size }
            } catch {
                equal(error, .size)
            }
        }

        func subclasses() {
            let jet = JetEngine()
            let engine = EngineProxy.facade(of: jet)
            equal(engine is JetEngineProxy, true)
            equal(engine.clone() === engine, true)
            equal((engine as? any TurboEngineProtocol)?.boost, 1)
            engine.start()
            equal((engine as? any JetEngineProtocol)?.boost, 2)
            equal(TurboEngineProxy.facade(of: jet) === engine, true)
            equal(TurboEngineFactoryProxy().named("n") is TurboEngineProxy, true)
        }

        func singletons() {
            let first = CurrentEngine.value
            equal(first === CurrentEngine.value, true)
            equal(first === EngineProxy.facade(of: .shared), true)
            let spy = EngineSpy()
            equal(CurrentEngine.with(spy) { CurrentEngine.value === spy }, true)
            CurrentEngine.use(spy)
            equal(CurrentEngine.value === spy, true)
            CurrentEngine.useNewInstance()
            equal(CurrentEngine.value === spy || CurrentEngine.value === first, false)
            CurrentEngine.reset()
            equal(CurrentEngine.value === first, true)
            let registry = RegistrySpy()
            registry.onRegister.returns(4)
            CurrentRegistry.use(registry)
            equal(CurrentRegistry.value.register(spy), 4)
            equal(registry.onRegister.calls[0] === spy, true)
            CurrentRegistry.reset()
            equal(CurrentRegistry.value.register(first), 1)
        }

        final class Robots: RobotDelegateProtocol {
            var met: (any RobotProtocol, any RobotProtocol)?

            func robot(_ robot: any RobotProtocol, didMeet other: any RobotProtocol) { met = (robot, other) }
            func robotDidMeet(_ robot: any RobotProtocol) {}
            func robot(_ robot: any RobotProtocol, didMeet other: any RobotProtocol, at place: Int) {}
            func robot(_ robot: any RobotProtocol, ask: Int, completion: @escaping (Bool) -> Void) {}
            func robot(_ robot: any RobotProtocol, wants part: any PartProtocol) -> any PartProtocol { part }
        }

        func robots() {
            let (one, other) = (RobotFactoryProxy().makeRobot(), RobotFactoryProxy().makeRobot())
            let delegate = Robots()
            one.delegate = delegate
            one.meet(other)
            equal(delegate.met?.0 === one, true)
            equal(delegate.met?.1 === other, true)
        }

        func rack() {
            let factory: any RackFactory = RackFactoryProxy()
            factory.count = 4
            equal(factory.count, 4)
            let engine = EngineFactoryProxy().makeEngine()
            let rack = factory.makeRack(owner: engine)
            equal(rack.owner === engine, true)
            var names: [String] = []
            rack.each { names.append($0.name) }
            rack.first { names.append($0?.name ?? "none") }
            rack.completion { parts, _ in names.append(parts?.last?.name ?? "none") }
            equal(names, ["a", "b", "a", "b"])
            equal(rack.pick(nil, among: engine.parts) === engine.parts[1], true)
            equal(rack.list([(engine.main, "x")])[0].0 === engine.main, true)
            var parts = engine.parts
            rack.change(&parts) { _ in }
            equal(parts.count, 1)
        }

        func events() async throws {
            let beacon = BeaconFactoryProxy().makeBeacon()
            let part = EngineFactoryProxy().makeEngine().main
            beacon.hear(part)
            beacon.stop()
            var found: [String] = []
            for await event in beacon.events().prefix(2) {
                switch event {
                case .didHear(let heard, let place): found.append("\(heard === part) \(place)")
                case .didStop: found.append("stop")
                }
            }
            equal(found, ["true 3", "stop"])
            let spy = BeaconSpy()
            spy.send(.didStop)
            for await event in spy.events().prefix(1) {
                if case .didStop = event { found.append("spy") }
            }
            equal(found.last, "spy")
        }
        """#
}
