/// What the work of apps does by itself, in a line for a story.
///
/// Only what has a place in the app's code is told: what the frameworks do for themselves would fill the story.
package struct NewsText {
    private let work: AppWork

    package init(of work: AppWork) { self.work = work }

    package func line(_ happening: WorkNews.Happening) -> String? {
        switch happening {
        case .set(let due, let delay):
            DueText.story(of: due).map { "\($0), set for \(Self.seconds(delay)) s from now" }
        case .due(let due): DueText.story(of: due).map { "\($0) is due" }
        case .cancelled(let due): DueText.story(of: due).map { "\($0) is cancelled" }
        case .interrupted(let strand):
            "\(WaitText(strand, in: work).who) is interrupted"
                + (Symbols.place(of: strand.origin).map { " in \($0)" } ?? "")
        case .goesOn(let strand): "\(WaitText(strand, in: work).who) goes on"
        case .overtakes(let piece, let queue):
            Symbols.place(of: piece.origin).map {
                "\(QueueText.name(queue)) runs what \($0) has handed on, before what came earlier"
            }
        case .runsMeanwhile(let piece, let queue):
            "\(QueueText.name(queue)) runs "
                + (Symbols.place(of: piece.origin).map { "what \($0) has handed on" } ?? "something")
                + ", meanwhile"
        }
    }

    private static func seconds(_ nanoseconds: Int64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        let rest = "\(1000 + milliseconds % 1000)".dropFirst()
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(milliseconds / 1000).\(rest)"
    }
}
