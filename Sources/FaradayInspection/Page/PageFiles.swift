// Generated from Inspector/Page. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

/// The page as text; `Inspector/Page` has its files.
enum PageFiles {
    static var page: String { pageHTML }
    static var style: String { styleCSS }
    static var scripts: [String] {
        [namesJS, baseJS, formatJS, deriveJS, modelJS, joinsJS, feedJS, filterJS, layoutsJS, layoutslinkJS, packetsJS, dissectJS, whyJS, failureJS, detailJS, searchJS, keysJS, rowsJS, rowtextJS, lanesJS, chartJS, minimapJS, storyJS, appJS]
    }
}
