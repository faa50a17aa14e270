/// Whether members can have the names that `--rename` gives them.
struct RenameCheck {
    let facades: [Facade]

    func check(_ renames: [SeamRequest.Rename]) throws(SeamError) {
        for rename in renames {
            try checkPresence(rename)
            for facade in facades {
                for members in [facade.allMembers, facade.factory] {
                    guard let other = collision(of: rename.old, in: members) else { continue }
                    throw SeamError(
                        "'\(rename.old)' can't be renamed: \(facade.name) has a '\(other.facade.title)' already"
                    )
                }
            }
        }
    }

    private func checkPresence(_ rename: SeamRequest.Rename) throws(SeamError) {
        let titles = Set(facades.flatMap { $0.allMembers + $0.factory }.map(\.title))
        if titles.contains(rename.old) { return }
        if let omission = facades.flatMap(\.omissions).first(where: { $0.title == rename.old }) {
            throw SeamError("'\(rename.old)' is left out, so it can't be renamed: \(omission.reason)")
        }
        let nearest = closest(to: rename.old, among: titles).map { "; the nearest is '\($0)'" } ?? ""
        throw SeamError("no facade has a member '\(rename.old)' to rename\(nearest)")
    }

    /// A member that a renamed one can't be told from.
    private func collision(of title: String, in members: [Member]) -> Member? {
        for renamed in members where renamed.title == title && renamed.isRenamed {
            let other = members.first { other in
                other.symbol != renamed.symbol && other.facade.name == renamed.facade.name
                    && (other.facade.form == .property || renamed.facade.form == .property
                        || other.facade.title == renamed.facade.title
                            && other.facade.isSameOverload(as: renamed.facade))
            }
            if let other { return other }
        }
        return nil
    }
}
