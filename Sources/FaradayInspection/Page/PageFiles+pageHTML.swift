// Generated from Inspector/Page/page.html. Do not edit: PageFilesTests writes it.
// swift-format-ignore-file

extension PageFiles {
    static let pageHTML = #"""
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; connect-src 'self'; worker-src blob:; img-src data:">
<meta name="referrer" content="no-referrer">
<title>Faraday</title>
<link rel="icon" href="data:,">
<style><!--style--></style>
</head>
<body>
<a class="skip" href="#view">Skip to the view</a>
<header id="top">
  <svg class="mark" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M3 21V9a9 9 0 0 1 18 0v12M8 21V9a4 4 0 0 1 8 0v12M3 14h18" fill="none" stroke="currentColor" stroke-width="1.8"/></svg>
  <div class="titles"><h1 id="title">Faraday</h1><p id="subtitle"></p></div>
  <div id="tabs" role="tablist" aria-label="Views"></div>
  <div id="livebar" hidden></div>
  <div class="buttons">
    <button id="theme" type="button" class="quiet" aria-label="Change between light and dark" title="Light or dark (t)">Theme</button>
    <button id="help" type="button" class="quiet" aria-label="Help and keys" title="Help and keys (?)">?</button>
  </div>
</header>
<section id="failures" aria-label="What failed" hidden></section>
<section id="notices" aria-label="What is missing" hidden></section>
<form id="search" role="search" aria-label="Search and filter"></form>
<div id="body">
  <main id="view" tabindex="-1"></main>
  <aside id="detail" aria-label="Details of the selected record" hidden></aside>
</div>
<footer id="foot"><span id="counts"></span><span id="message" role="status" aria-live="polite"></span></footer>
<p id="spoken" aria-live="polite"></p>
<dialog id="helpbox" aria-labelledby="helptitle"></dialog>
<noscript>This report needs JavaScript. It makes no request: all data is in this file.</noscript>
<!--scripts-->
<!--feed-->
</body>
</html>

"""#
}
