import FaradaySimulation
import Foundation

/// `faraday demo`: four acts in one world. It prints the story on standard output and figures at the end.
enum DemoCommand {
    static func run(_ arguments: [String]) -> ExitStatus {
        let options: DemoOptions
        do {
            options = try DemoOptions(arguments)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .usage
        }
        guard !options.wantsHelp else {
            print(DemoOptions.help)
            return .success
        }
        return perform(options)
    }

    /// In real time callbacks are posted to the main queue, so this thread has to run its run loop for them.
    private static func configuration(_ options: DemoOptions) -> World.Configuration {
        guard options.speed != nil else { return World.Configuration() }
        return World.Configuration(settling: {
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
        })
    }

    private static func perform(_ options: DemoOptions) -> ExitStatus {
        let output: DemoOutput
        do {
            output = try DemoOutput(options)
        } catch {
            Shell.complain((error as? UsageError)?.text ?? "\(error)")
            return .cantCreate
        }
        let world = World(seed: options.seed, configuration: configuration(options))
        output.attach(to: world)
        let stopwatch = Stopwatch()
        do {
            var story = DemoStory(world: world, output: output, speed: options.speed)
            try story.actOne()
            try story.actTwo()
            try story.actThree()
            try story.actFour()
        } catch {
            output.finish()
            Shell.complain("the demo failed: \(error)")
            return .failure
        }
        let seconds = stopwatch.seconds
        output.finish()
        output.figures(world: world, seconds: seconds)
        return .success
    }
}
