import FaradayBridge
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
        let inspection: Inspection?
        do {
            inspection = options.inspects ? try world.startInspection(title: "faraday demo") : nil
        } catch {
            Shell.complain("can't show the demo in a browser: \(error)")
            return .unavailable
        }
        if let inspection {
            Shell.say("Faraday: \(inspection.address)", onStandardError: options.trace != nil)
        }
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
        if let inspection { stay(inspection, options) }
        return .success
    }

    /// The page works on until the command is interrupted.
    private static func stay(_ inspection: Inspection, _ options: DemoOptions) {
        let interruption = Interruption()
        interruption.arm()
        Shell.say(
            "Faraday: the demo is over; the page stays until you interrupt this command (control-C)",
            onStandardError: options.trace != nil)
        interruption.wait()
        inspection.stop()
    }
}
