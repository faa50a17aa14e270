import Testing

@testable import FaradaySeam

/// What is generated for modules that nobody has seen compiles without a word of the compiler, leaves out only what it can't have, and does what the module
/// does.
@Suite struct ShapeTests {
    @Test(arguments: ShapeRun.all.indices) func everythingIsThereAndCompiles(index: Int) throws {
        let run = ShapeRun.all[index]
        let made = try ShapeRun.made.get()[index].get()
        #expect(made.leftOut == run.leftOut, "\(run)")
        #expect(made.words == [], "\(run)")
    }

    /// Proxies, spies, dummies, factories, singletons and events at work: see `Programs`.
    @Test func whatIsGeneratedWorks() throws {
        let bench = try Shapes.bench()
        var sources = ShapeProgram.sources
        for (run, made) in zip(ShapeRun.all, try ShapeRun.made.get()) where run.module.name != "Vendor" {
            for file in try made.get().files {
                // Of the runs with events, one type is taken.
                if run.delegates == .async, !file.name.hasPrefix("Beacon"), !file.name.hasPrefix("Event") {
                    continue
                }
                sources[file.name] = file.text
            }
        }
        let program = try bench.program(sources)
        let result = try Tool(path: program).run([])
        #expect(result.text == "250 checks, 0 failures\n")
        #expect(result.errors == "")
    }
}
