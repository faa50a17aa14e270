extension ShapeProgram {
    /// Every kind of member, through a proxy and a spy.
    static let members = #"""
        import Foundation
        import Members

        /// Box: a proxy forwards, a spy records and answers.
        func members() async throws {
            let factory: any BoxFactory = BoxFactoryProxy()
            let box = factory.makeBox(label: "b", size: 2)
            equal(box.text, "b 2")
            equal(factory.makeBox(label: "x").text, "x 3")
            equal(factory.makeBox(parsing: "q") == nil, true)
            equal(factory.makeBox(parsing: "12")?.count, 12)
            equal(failure { _ = try factory.makeBox(checking: 0) }, "empty")
            equal(try await factory.makeBox(loading: "n").label, "n")
            equal(factory.makeBox(items: 1, 2, 3).count, 6)
            equal(factory.makeBox(contentsOf: [1, 2]).count, 3)
            equal(factory.version, 3)
            factory.verbose = true
            equal(factory.verbose, true)
            equal(factory.make("m").label, "m")
            equal(factory[4], 8)
            await calls(of: box)
            try await errors(of: box)
            values(of: box)
            let real = Box(label: "r")
            let facade = BoxProxy.facade(of: real)
            equal(facade === BoxProxy.facade(of: real), true)
            facade.label = "other"
            equal(real.label, "other")
        }

        func calls(of box: any BoxProtocol) async {
            equal(box.put(Record(id: 1), at: 2), 3)
            equal(box.put(Record(id: 1), at: 2, twice: true), 4)
            var (a, b) = (1, 2)
            box.swap(&a, with: &b)
            equal([a, b], [2, 1])
            equal(box.sum(1, 2, 3), 6)
            equal(box.print("a", "b"), "a b")
            equal(box.print("a", "b", separator: "-"), "a-b")
            var evaluated = 0
            func evaluation() -> Int {
                evaluated += 1
                return 5
            }
            equal(BoxFactoryProxy().makeBox().evaluate(evaluation()), -1)
            equal(evaluated, 0)
            equal(box.evaluate(evaluation()), 5)
            let kept = box.keep(evaluation())
            equal(evaluated, 1)
            equal(kept() + evaluated, 7)
            var seen: [Int] = []
            box.each { seen.append($0) }
            equal(seen, [0, 1, 2])
            equal(box.map { "\($0)" }, ["0", "1", "2"])
            box.later { seen.append($0.id) }
            equal(seen.last, 2)
            equal(await box.send { Record(id: 6) }, Record(id: 6))
            equal(await box.wait(), 2)
            equal(box.mutate { $0 += 4 }, 6)
            equal(box.sorted([3, 1, 2]), [1, 2, 3])
            equal(box.build { "a"; "b" }, 2)
            equal(box.orElse(), 2)
            equal(box.orElse(times: 3), 3)
            equal(box.orElse({ $0 + 2 }), 4)
            equal(box.many(b: 5), "153d")
            equal(box.many(), "123d")
            equal(box.limit(), 4)
            equal(box.limit(1, level: .high), 3)
            equal(box.span(), 4)
            equal(box.locate(), UInt(#line))
            equal(box.locate("y", file: "z", line: 3), 3)
            equal(box.defaults(b: "c"), "1 c 0.5")
            equal(box.defaultOf(), 5)
            equal(box.take(Square(side: 3)), 9)
            equal(box.tuple((4, name: "abc")).y, 3)
            equal(box.repeat(2), 2)
            equal(box.overloaded(1) as String, "int")
            equal(box.overloaded(1) as Int, 1)
            equal(box.overloaded("a"), "string")
            equal(box.overloaded(label: 1), "label")
            equal(await box.overloaded(), "none")
        }

        func errors(of box: any BoxProtocol) async throws {
            equal(failure { try box.fail() }, "empty")
            equal(failure { _ = try box.failTyped() }, "full(3)")
            equal(failure { _ = try box.tryEvaluate(try { () throws -> Int in throw Fault.empty }()) }, "empty")
            equal(failure { _ = try box.map { _ in throw Fault.full(1) } }, "full(1)")
            do throws(Fault) {
                equal(try box.typedMap { (value: Int) throws(Fault) in value * 2 }, [2])
                _ = try box.typedMap { (_: Int) throws(Fault) -> Int in throw Fault.full(2) }
            } catch {
                equal(error, .full(2))
            }
            equal(failure { _ = try box[risky: 0] }, "empty")
            equal(try box[risky: 1], 1)
            equal(try await box.waitOrFail(), Record(id: 1))
            equal(try box.risky + box.typedRisky, 12)
            equal(try await box.later + box.laterRisky, 12)
        }

        func values(of box: any BoxProtocol) {
            equal(box[1], "1")
            box[1] = "set"
            equal(box.label, "set")
            equal(box[2, column: 3], 6)
            box[2, column: 3] = 8
            equal(box[key: "k"], 8)
            equal(box[defaulted: 5], 5)
            equal(box[], 4)
            equal(box[generic: "a"], "a".hashValue)
            box.handler = { "\($0)!" }
            equal(box.handler?(1), "1!")
            box.pair = (3, "c")
            equal(box.pair.first, 3)
        }

        /// What a spy is told and answers.
        func membersOfSpy() async throws {
            let spy = BoxSpy()
            let box: any BoxProtocol = spy
            spy.onPut.returns(7)
            equal(box.put(Record(id: 1), at: 2), 7)
            equal(spy.onPut.calls[0].index, 2)
            spy.onSwapBody = { a, b in (a, b) = (b, a) }
            var (a, b) = (1, 2)
            box.swap(&a, with: &b)
            equal([a, b], [2, 1])
            equal(spy.onSwap.calls[0].a, 1)
            spy.onSum.does { $0.count }
            equal(box.sum(4, 5), 2)
            spy.onFail.throws(Fault.empty)
            equal(failure { try box.fail() }, "empty")
            spy.onFailTyped.throws(.full(1))
            equal(failure { _ = try box.failTyped() }, "full(1)")
            spy.onTypedMap.throws(Fault.full(2))
            equal(failure { _ = try box.typedMap { (value: Int) throws(Fault) in value } }, "full(2)")
            spy.onMap.returns(["a"])
            equal(box.map { "\($0)" }, ["a"])
            spy.onDecode.returns(3)
            equal(try box.decode(Int.self, from: "x"), 3)
            spy.onEach.returns(())
            spy.onEachBody = { body in body(9) }
            var seen: [Int] = []
            box.each { seen.append($0) }
            equal(seen, [9])
            spy.onWait.returns(inOrder: [1, 2])
            equal([await box.wait(), await box.wait()], [1, 2])
            spy.onLabel.returns("l")
            equal(box.label, "l")
            box.label = "m"
            equal(spy.onLabel.writes, ["m"])
            equal(box.label, "m")
            spy.onSubscriptIndex.returns("s")
            equal(box[3], "s")
            box[3] = "t"
            equal(spy.onSubscriptIndexSet.calls[0].newValue, "t")
            spy.onSubscriptKey.returns(1)
            equal(box[key: "k"], 1)
            spy.onOverloadedString.returns("o")
            equal(box.overloaded("a"), "o")
            equal(spy.onPlain.wasCalled, false)
            equal(spy.calls.first?.description, "put(Record(id: 1), at: 2, twice: false)")
            equal(spy.calls.map(\.member).suffix(2), ["subscript(key:)", "overloaded(_:)"])
        }
        """#
}
