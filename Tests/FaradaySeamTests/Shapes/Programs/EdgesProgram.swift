extension ShapeProgram {
    /// What a vendor rarely does.
    static let edges = #"""
        import Edges

        final class EagerListener: EagerDelegateProtocol {
            var heard: [String] = []
            var sender: (any EagerProtocol)?
            func somethingWoke(_ step: Int) { heard.append("something \(step)") }
            func eager(_ eager: any EagerProtocol, mayWake step: Int) -> Bool {
                heard.append("may \(step)")
                return true
            }
            func eager(_ eager: any EagerProtocol, didWake step: Int) {
                heard.append("woke \(step), \(eager.step())")
                sender = eager
            }
        }

        @MainActor func edges() async throws {
            let listener = EagerListener()
            let eager = EagerFactoryProxy().makeEager(delegate: listener)
            equal(listener.heard, ["something 1", "may 2", "woke 2, 1"])
            equal(listener.sender === eager, true)
            equal(eager.steps, 1)
            let other = EagerFactoryProxy().makeEager(delegate: listener, failing: false)
            equal(listener.heard.last, "woke 3, 1")
            equal(listener.sender === other, true)
            equal(EagerFactoryProxy().makeEager(delegate: listener, failing: true) == nil, true)

            let lowest = LowestFactoryProxy().makeLowest()
            equal(lowest.level(), 4)
            equal(lowest.twin().level(), 4)
            equal((lowest.twin() as? any LowerProtocol)?.own, 4)
            equal(lowest.twins(1)[0].level(), 3)
            let lower = LowerFactoryProxy().makeLower()
            equal(lower.twin().twin().level(), 3)
            let lowestSpy = LowestSpy()
            lowestSpy.onTwin.returns(lower)
            equal(lowestSpy.twin().level(), 3)

            let panel = PanelFactoryProxy().makePanel()
            let shown: () -> Int = { @MainActor in panel.show("text") }
            equal(shown(), 4)
            equal(panel.title, "panel")
            equal(await panel.load(), 5)
            equal(await panel.close(), 7)
            let spy = PanelSpy()
            spy.onShow.returns(9)
            equal(spy.show("a"), 9)
            equal(spy.onShow.calls, ["a"])

            let database = DatabaseFactoryProxy().makeDatabase()
            equal(database.each { $0 + 1 }, 5)
            equal(database.visit({ row, _ in row * 2 }, nil), 10)
            equal(database.named { $0 }, 6)
            equal(database.named(nil), 0)
            let captured = Int32(3)
            equal(database.mixed({ $0 + captured }, then: { $0 * 10 }), 40)
            equal(database.function()(1), 11)
            database.hook = { $0 + 2 }
            equal(database.hook?(1), 3)
            let query: any QueryProtocol = QueryFactoryProxy().makeQuery()
            equal(query.run { $0 }, 8)
            let databaseSpy = DatabaseSpy()
            databaseSpy.onEach.does { $0(20) }
            equal(databaseSpy.each { $0 + 1 }, 21)
        }
        """#
}
