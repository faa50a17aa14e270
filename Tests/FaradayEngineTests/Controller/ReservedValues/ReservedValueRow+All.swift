extension ReservedValueRow {
    static let all =
        advertising + extendedAdvertising + scanning + connecting + links + privacy + others + sounding
}
