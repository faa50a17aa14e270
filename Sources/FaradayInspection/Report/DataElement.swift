/// Data in a page: an element that no browser runs.
enum DataElement {
    static func text(id: String, json: String) -> String { beginning(id: id) + escaped(json) + end }

    static func beginning(id: String) -> String { "<script type=\"application/json\" id=\"\(id)\">" }

    static let end = "</script>"

    /// No text in the data ends the element.
    private static func escaped(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "<" { text += "\\u003C" } else { text.unicodeScalars.append(scalar) }
        }
    }
}
