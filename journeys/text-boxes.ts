/** Measures every text of a page: a text that its box cuts without saying so, and two texts that lie on each other. */
import type { Page } from "playwright-core";

const WIDTHS = [320, 390, 768, 1280] as const;

/** Runs in the page. Boxes that scroll, and lines that end in "…" on purpose, are not cut. */
const MEASURE = `(() => {
  const faults = [];
  const boxes = [];
  const nameOf = (element) =>
    element.tagName.toLowerCase() + " \\"" + (element.textContent ?? "").trim().replace(/\\s+/g, " ").slice(0, 60) + "\\"";
  const isShown = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    // For screen readers alone.
    for (let at = element; at; at = at.parentElement)
      if (getComputedStyle(at).position === "absolute" && at.offsetWidth <= 1) return false;
    return true;
  };
  const isScrolling = (element) => {
    for (let at = element; at; at = at.parentElement) if (["auto", "scroll"].includes(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  /** What an ancestor that hides or scrolls its content leaves of a rectangle; null where it leaves nothing. */
  const seenOf = (element, rect) => {
    let seen = { left: rect.left, right: rect.right, top: rect.top, bottom: rect.bottom };
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      if (overflowX !== "visible") seen = { ...seen, left: Math.max(seen.left, box.left), right: Math.min(seen.right, box.right) };
      if (overflowY !== "visible") seen = { ...seen, top: Math.max(seen.top, box.top), bottom: Math.min(seen.bottom, box.bottom) };
    }
    return seen.right - seen.left > 1 && seen.bottom - seen.top > 1 ? seen : null;
  };
  const isPinned = (element) => {
    for (let at = element; at; at = at.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return true;
    return false;
  };
  for (const element of document.body.querySelectorAll("*")) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== "");
    if (own.length === 0 || element.closest("script, style, svg, option, noscript") || !isShown(element)) continue;
    const style = getComputedStyle(element);
    const isEnded = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const isHiding = ["hidden", "clip"].includes(style.overflowX) && style.position !== "absolute";
    if (isHiding && !isEnded && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
      faults.push("cut " + nameOf(element) + " " + element.scrollWidth + " of " + element.clientWidth);
    for (const node of own) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        if (rect.width < 2 || rect.height < 2) continue;
        if (!isScrolling(element) && !isPinned(element) && (rect.right > innerWidth + 1 || rect.left < -1))
          faults.push("outside " + nameOf(element) + " " + Math.round(rect.left) + " to " + Math.round(rect.right));
        const seen = seenOf(element, rect);
        if (!seen) continue;
        // Lines of one text touch; letters are smaller than their line.
        const air = Math.min(4, (seen.bottom - seen.top) / 4);
        boxes.push({ element, pinned: isPinned(element), left: seen.left + 1, right: seen.right - 1, top: seen.top + air, bottom: seen.bottom - air });
      }
    }
  }
  boxes.sort((one, other) => one.top - other.top);
  for (const [place, one] of boxes.entries())
    for (let next = place + 1; next < boxes.length && boxes[next].top < one.bottom; next += 1) {
      const other = boxes[next];
      if (one.pinned !== other.pinned || one.element === other.element) continue;
      if (one.left < other.right && other.left < one.right)
        faults.push("overlap " + nameOf(one.element) + " and " + nameOf(other.element));
    }
  return [...new Set(faults)];
})()`;

/** At each width, without another load. */
export async function textFaults(page: Page, name: string, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const found = (await page.evaluate(MEASURE)) as string[];
    faults.push(...found.map((fault) => `${name} at ${width}: ${fault}`));
  }
  if (before) await page.setViewportSize(before);
  return faults;
}
