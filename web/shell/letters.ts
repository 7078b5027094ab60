/**
 * Letters that came too late for the first picture: Chromium keeps those of the system (`font-display: optional`) until a
 * new sheet, and text would move then. The next page has them from the start.
 */
export function dropLateLetters(): void {
  const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  if (painted === undefined) return;
  const wanted = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="font"]');
  if ([...wanted].every(({ href }) => cameBefore(href, painted))) return;
  for (const sheet of document.styleSheets) {
    if (sheet.href === null) dropFaces(sheet);
  }
}

/** A file that is still on its way has no entry. */
function cameBefore(href: string, painted: number): boolean {
  const [entry] = performance.getEntriesByName(href) as PerformanceResourceTiming[];
  return entry !== undefined && entry.responseEnd <= painted;
}

function dropFaces(sheet: CSSStyleSheet): void {
  for (let place = sheet.cssRules.length - 1; place >= 0; place--)
    if (sheet.cssRules[place] instanceof CSSFontFaceRule) sheet.deleteRule(place);
}
