// Generated from Inspector/Page/paper.css. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let paperCSS = #"""
#paper { display: none; }
@media print {
@page { margin: 15mm; }
html, body { display: block !important; height: auto !important; min-height: 0 !important; overflow: visible !important; background: #fff !important; color: #000 !important; }
body > *:not(#paper) { display: none !important; }
#paper { display: block; font: 9pt/1.35 system-ui, sans-serif; color: #000; background: #fff; }
#paper * { color: #000; background: none; }
#paper h1 { font-size: 14pt; margin: 0 0 2pt; } #paper h2 { font-size: 11pt; margin: 8pt 0 4pt; } #paper p { margin: 2pt 0; }
#paper .failed { font-weight: bold; }
#paper table { border-collapse: collapse; width: 100%; margin-top: 6pt; }
#paper thead { display: table-header-group; }
#paper tr { break-inside: avoid; }
#paper th, #paper td { text-align: left; vertical-align: top; padding: 1pt 6pt 1pt 0; border-bottom: 0.3pt solid #999; overflow-wrap: anywhere; }
#paper .time { white-space: nowrap; font-variant-numeric: tabular-nums; }
#paper button, #paper .copy { display: none; }
#paper .dump { font-family: monospace; overflow-wrap: anywhere; margin-top: 6pt; }
}

"""#
}
