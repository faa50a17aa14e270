// On Apple's platforms nothing takes these calls over.
#if os(Linux)
import Dispatch
import FaradayTesting
import Foundation
import Testing

/// Random numbers of an app come from the seed of its world.
@Suite(.enabled(if: World().holdsAppWork)) struct ChanceTests {
    /// A way to draw at least 32 random bits.
    struct Draw: Sendable, CustomStringConvertible {
        let description: String
        let take: @Sendable () -> String

        init(_ name: String, _ take: @escaping @Sendable () -> some Sendable) {
            (description, self.take) = (name, { "\(take())" })
        }
    }

    static let draws =
        [
            Draw("Double.random") { Double.random(in: 0..<1) },
            Draw("Int.random") { Int.random(in: .min ... .max) },
            Draw("Bool.random") { (0..<40).map { _ in Bool.random() } },
            Draw("shuffled()") { (0..<40).shuffled() },
            Draw("randomElement()") { (0..<10).map { _ in (0..<1000).randomElement() } },
            Draw("UUID()") { UUID() },
            Draw("SystemRandomNumberGenerator") {
                var generator = SystemRandomNumberGenerator()
                return generator.next()
            },
            Draw("getentropy") {
                var number: UInt64 = 0
                return getentropy(&number, MemoryLayout.size(ofValue: number)) == 0 ? number : 0
            },
            Draw("random, rand") { "\(random()) \(rand())" },
        ] + ofNewerSystems

    /// What not every system has, and what Swift does not see.
    private static var ofNewerSystems: [Draw] {
        typealias GetRandom = @convention(c) (UnsafeMutableRawPointer, Int, UInt32) -> Int
        typealias Number = @convention(c) () -> UInt32
        typealias Buffer = @convention(c) (UnsafeMutableRawPointer, Int) -> Void
        typealias Uniform = @convention(c) (UInt32) -> UInt32
        var draws: [Draw] = []
        if let function = function("getrandom", GetRandom.self) {
            draws.append(
                Draw("getrandom") {
                    var number: UInt64 = 0
                    return function(&number, 8, 0) == 8 ? number : 0
                })
        }
        if let function = function("arc4random", Number.self) {
            draws.append(Draw("arc4random") { function() })
        }
        if let function = function("arc4random_buf", Buffer.self) {
            draws.append(
                Draw("arc4random_buf") {
                    var number: UInt64 = 0
                    function(&number, 8)
                    return number
                })
        }
        if let function = function("arc4random_uniform", Uniform.self) {
            draws.append(Draw("arc4random_uniform") { function(.max) })
        }
        return draws
    }

    private static func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
    }

    /// What a test, a queue, a thread and a task draw, one after the other.
    private static func taken(_ draw: Draw, seed: UInt64) throws -> [String] {
        try withWorld(seed: seed) { world in
            let taken = World.Lock<[String]>([])
            let take: @Sendable () -> Void = { taken.withLock { $0.append(draw.take()) } }
            take()
            DispatchQueue(label: "app").asyncAfter(deadline: .now() + 1, execute: take)
            Thread.detachNewThread {
                sleep(2)
                take()
            }
            Task {
                try await Task.sleep(for: .seconds(3))
                take()
            }
            try world.run(until: { taken.withLock { $0.count } == 4 })
            return taken.withLock { $0 }
        }
    }

    @Test("The same seed gives the same numbers, and another seed gives others", arguments: draws)
    func seed(_ draw: Draw) throws {
        let first = try Self.taken(draw, seed: 1)
        #expect(try Self.taken(draw, seed: 1) == first)
        let other = try Self.taken(draw, seed: 2)
        #expect(Set(first + other).count == 8)
    }

    @Test("Outside of worlds they are the system's", arguments: draws)
    func outside(_ draw: Draw) {
        #expect(draw.take() != draw.take())
    }
}
#endif
