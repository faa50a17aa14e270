/// A program that uses what was generated, and prints what is not as it should be.
enum ShapeProgram {
    static let sources = [
        "main.swift": main, "MembersProgram.swift": members, "WrappedProgram.swift": wrapped,
        "OtherProgram.swift": other, "EdgesProgram.swift": edges,
    ]
}
