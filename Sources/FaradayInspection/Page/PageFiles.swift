// Generated from Inspector/Page. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

/// The page as text; `Inspector/Page` has its files.
enum PageFiles {
    static var page: String { pageHTML }
    static var style: String { styleCSS + viewsCSS }
    static var scripts: [String] {
        [namesJS, baseJS, formatJS, clockJS, deriveJS, modelJS, joinsJS, endingsJS, feedJS, filterJS, layoutsJS, layoutslinkJS, packetsJS, errorsJS, dissectJS, linksJS, misuseJS, phrasesJS, whyJS, faultsJS, changesJS, findingsJS, afterwardsJS, failureJS, noticesJS, detailJS, searchJS, keysJS, liveJS, readingJS, conversationJS, dialogueJS, advertsJS, connectionJS, talktextJS, talkdetailJS, talkrowsJS, logtimesJS, logsJS, capturebarJS, rowsJS, rowtextJS, marksJS, lanesJS, chartJS, minimapJS, storyJS, factsJS, partsJS, trafficJS, placesJS, measuresJS, radioJS, operationsJS, databasesJS, serversJS, knowledgeJS, plotJS, mapJS, timebarJS, controlsJS, airJS, gattJS, numbersJS, differenceJS, compareJS, appJS]
    }
}
