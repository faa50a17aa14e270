#if !canImport(Darwin) || os(iOS)
/// What the whole life of the app that finds a tag looks like.
enum TagFinderStory {
    static let text = """
        """
}
#endif
