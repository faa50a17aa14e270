/// Writes the catalogue and the tests as tables.
struct BehavioursDocument {
    private typealias Entry = BehaviourCatalogue.Entry
    let tests: [NamedTest]
    let measurements: Measurements

    /// The sections of the catalogue, in order.
    static let titles: [(section: Int, title: String)] = [
        (1, "Managers and their state"), (2, "Scanning"),
        (3, "Connecting, disconnecting, retrieving"), (4, "Discovery and caching"),
        (5, "Values, notifications, MTU, security"), (6, "The peripheral role, and channels"),
        (7, "Background, suspension, restoration"), (8, "Errors"), (9, "Numbers"),
        (27, "Distances, and what else came with iOS 26 and 27"),
        (28, "AccessorySetupKit"), (29, "Nearby Interaction"),
    ]

    func behaviours(_ sections: [[BehaviourCatalogue.Entry]], switches: [BehaviourCatalogue.Entry]) -> String
    {
        let entries = sections.flatMap { $0 }
        let absent = entries.filter { $0.reason != nil }.count
        let tested = Set(tests.flatMap(\.behaviours))
        let open = entries.filter { $0.reason == nil && !tested.contains($0.number) }.count
        var text = """
            # Behaviours

            What iOS does between an app and its radio, as far as we know, and the tests that prove that Faraday does
            the same. A test writes this page (`FARADAY_WRITE_DOCS=1 swift test --filter Behaviours`) from
            `Tests/HouseTests/Behaviours` and from the display names of all tests. Another test fails when the page
            is out of date. To correct a rule, edit the catalogue. To prove it, write its number in a test's name.
            The last column links to the test that is about the fewest rules, and says how many others have the number.

            - **Sources.** We collected the rules from Apple's headers, sessions and guidelines, and from reports of
              developers.
            - **Measured on.** The systems on which `faraday verify` has tried a rule, from the files in
              `Documentation/Measurements`: \(measurements.counts.measured) rules so far. It can try
              \(measurements.counts.tryable) rules. [Verify](Verify.md) says how, and where to send the file.
            - **Confidence.** *High*: Apple says so, or several independent reports agree, or one report quotes the
              system's literal text. *Medium*: one solid report, or one vendor's tested mock.
              *Low*: a single anecdote, an old system, or our own inference.
            - **Open on hardware.** 1.16, 1.21, 2.26, 3.4, 3.7, 3.9, 3.22, 4.4, 4.5, 4.19, 5.13, 5.15, 5.21, 5.25,
              5.33, 6.8 (the cut), 6.19 (the depth), 6.20, 9.6, 27.4 to 27.6, 27.8, 27.11, 27.12, 27.14 (the
              outliers), 27.18, 27.22 (the stages), 28.2 (the code), 28.3, 28.8, 28.12, 28.22, 28.27, 28.29,
              28.34, 28.35, 28.39 and 29.3 to 29.14 should be checked on a phone before you rely on their details. Reports and
              corrections are welcome.
            - **Numbers.** Missing numbers are no longer used. `CB` and `ATT` are the codes of `CBError` and
              `CBATTError`.

            \(entries.count) behaviours: \(entries.count - absent - open) proven, \(absent) not modelled, \
            \(open) open.

            """
        var links = ProofLinks()
        for (index, section) in sections.enumerated() {
            text += "\n## \(Self.titles[index].section). \(Self.titles[index].title)\n\n"
            text +=
                "| | Rule | Confidence | OS | Source | Measured on | Proof |\n|---|---|---|---|---|---|---|\n"
            for entry in section {
                let cells = [
                    entry.number, entry.rule, entry.note, entry.os, entry.source,
                    measurements.cell(entry.number), proof(of: entry, \.behaviours, &links),
                ]
                text += row(cells)
            }
        }
        text += """

            ## Switches

            Where sources contradict each other, `OSProfile` has a switch.

            | Switch | Decides | Meaning |
            |---|---|---|

            """
        for item in switches { text += row(["`\(item.number)`", item.note, item.rule]) }
        return text + "\n" + links.definitions
    }

    func regressions(_ entries: [BehaviourCatalogue.Entry]) -> String {
        var text = """
            # Regressions

            Bugs that implementations and wrappers of CoreBluetooth once had, from their public issues, pull requests
            and commits, and the tests that show that Faraday does not have them. The test that writes
            [Behaviours.md](Behaviours.md) writes this page too, from `Tests/HouseTests/Behaviours/regressions.txt`.

            NM is IOS-CoreBluetooth-Mock, RZB RZBluetooth, SWB SwiftyBluetooth, RX RxBluetoothKit, AB AsyncBluetooth,
            BJ bluejay, BC BlueCap, BSW BLESwift, KAB kable, BLK bleak, SB SwiftBluetooth, CCB CombineCoreBluetooth,
            FBP flutter_blue_plus, PLX react-native-ble-plx, ACB Amazon's wrapper, RAD a radar.

            | | What holds here | Seen in | Proof |
            |---|---|---|---|

            """
        var links = ProofLinks()
        for entry in entries {
            text += row([entry.number, entry.rule, entry.source, proof(of: entry, \.regressions, &links)])
        }
        return text + "\n" + links.definitions
    }

    /// Why there is no test, or a link to one.
    private func proof(
        of entry: Entry, _ numbers: KeyPath<NamedTest, [String]>, _ links: inout ProofLinks
    ) -> String {
        if let reason = entry.reason {
            return (numbers == \.behaviours ? "not modelled: " : "not ours: ") + reason
        }
        let found = tests.filter { $0[keyPath: numbers].contains(entry.number) }
        return found.isEmpty ? "open" : links.cell(found)
    }

    private func row(_ cells: [String]) -> String {
        let safe = cells.map {
            $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
        }
        return "| " + safe.joined(separator: " | ") + " |\n"
    }
}
