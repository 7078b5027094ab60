/** The inline script of every document; it runs before the first paint. */

/** From the start of the visit to this script: the name, the connection and the answer in a few short ways. */
const QUICK_MS = 150;

/** The chosen appearance, for readers whose choice the cookie does not say. */
const THEME =
  'try{var t=localStorage.getItem("site_theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}';

/** On a slow line a page is pressed and filled in before its screens are there: what it was is kept for shell/early.ts. */
const EARLY =
  '(function(k){document.early=k;["click","input"].forEach(function(n){addEventListener(n,function(e){var t=e.target,s=t.closest&&t.closest("[data-rendered]");if(!s||/mounted|broken/.test(s.dataset.status))return;if(n==="click")t=t.closest("button");if(t&&!k.some(function(o){return o.target===t}))k.push({target:t,atMs:e.timeStamp})},true)})})([]);';

/**
 * Letters are asked for beforehand where the browser has them or where the line is quick, because the first picture waits
 * a tenth of a second for them. On another line this page keeps those of the system: its scripts have the line for
 * themselves, and nothing moves. The files come at rest, for the next page (shell/letters.ts). Letters that miss the
 * first picture are dropped: Chromium would draw them with the next sheet (`font-display: optional`), and text would move.
 */
const LETTERS = `try{let s=document.querySelector("style").sheet,l=[...document.querySelectorAll("link[as=font]")],k=localStorage.letters||"",d=()=>{while(s.cssRules[0]instanceof CSSFontFaceRule)s.deleteRule(0)};performance.now()<${QUICK_MS}||l.every(o=>k.includes(o.getAttribute("href")))?(l.map(o=>o.rel="preload"),new PerformanceObserver(()=>document.fonts.check("1em Parley")||d()).observe({type:"paint"})):d()}catch(e){}`;

export const FIRST_SCRIPT = `${EARLY}${THEME};${LETTERS}`;
