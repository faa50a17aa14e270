/// What a check wants to be done next: files are written, and then a program is run.
struct DoctorStep: Equatable, Sendable {
    /// A file in the folder that the visit has for itself.
    struct File: Equatable, Sendable {
        var path: String
        var text: String
    }

    var files: [File] = []
    /// A name that is looked up in `PATH`, or a path.
    var program: String
    var arguments: [String]
    /// What the program finds in its environment beside what this process has.
    var environment: [String: String] = [:]
    /// After how many seconds the program is ended.
    var limit: Int
    /// Whether it builds something, which takes minutes the first time.
    var isBuild = false

    /// As a shell would have it, for readers.
    var text: String { ([program] + arguments).joined(separator: " ") }
}

/// What became of a step.
enum DoctorOutcome: Equatable, Sendable {
    /// Its files could not be written.
    case notWritten(String)
    /// There is no such program.
    case notFound
    /// There is one, and it can't be started.
    case notStarted(String)
    case ended(status: Int32, output: String)
    case endedBySignal(Int32, output: String)
    /// It ran longer than its limit, and was ended.
    case late(output: String)
    /// The user has interrupted the visit.
    case interrupted

    /// What the program printed, on both of its streams.
    var output: String {
        switch self {
        case .ended(_, let output), .endedBySignal(_, let output), .late(let output): output
        case .notWritten, .notFound, .notStarted, .interrupted: ""
        }
    }

    /// In a few words, for the report.
    var text: String {
        switch self {
        case .notWritten(let why): "its files were not written: \(why)"
        case .notFound: "there is no such program"
        case .notStarted(let why): "it was not started: \(why)"
        case .ended(let status, _): "status \(status)"
        case .endedBySignal(let number, _): "ended by signal \(number)"
        case .late: "ended when its time was over"
        case .interrupted: "interrupted"
        }
    }
}

/// How a check ends, in one line.
enum DoctorVerdict: Equatable, Sendable {
    case works(String)
    case doesNot(String, remedy: String)
    case untried(String)

    var text: String {
        switch self {
        case .works(let what): "works: \(what)"
        case .doesNot(let why, let remedy): "does not: \(why); do this: \(remedy)"
        case .untried(let why): "could not be tried: \(why)"
        }
    }
}

/// What a check does next.
enum DoctorMove: Equatable, Sendable {
    case perform(DoctorStep)
    case conclude(DoctorVerdict)
}

/// What is known of the host and of the request before anything is run.
struct DoctorFacts: Equatable, Sendable {
    enum System: Sendable { case mac, linux }

    var system: System
    /// Without builds.
    var isQuick = false
    /// Seconds for each build, with its tests.
    var limit = 1800
    /// The folder of this package, and its README.
    var package: String?
    var readme = ""
    /// The visit's own folder.
    var folder = "/tmp/faraday-doctor"
    /// This program.
    var tool = "faraday"
    /// Whether `FARADAY_HCI` names a controller.
    var hasController = false
    /// Why nothing can be built, once that is known.
    var buildProblem: String?
}

/// One thing that is looked at. It is a value: what it does next follows from what its steps have given.
protocol DoctorCheck: Sendable {
    /// A few words, at the beginning of its line.
    var name: String { get }
    /// What comes after these outcomes of its steps.
    func move(after outcomes: [DoctorOutcome], _ facts: DoctorFacts) -> DoctorMove
}
