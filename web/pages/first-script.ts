/** The inline script of every document; it runs before the first paint. */

/** The chosen appearance, for readers whose choice the cookie does not say. */
const THEME =
  'try{var t=localStorage.getItem("site_theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch(e){}';

/** On a slow line a page is pressed and filled in before its screens are there: what it was is kept for shell/early.ts. */
const EARLY =
  '(function(k){document.early=k;["click","input"].forEach(function(n){addEventListener(n,function(e){var t=e.target,s=t.closest&&t.closest("[data-rendered]");if(!s||/mounted|broken/.test(s.dataset.status))return;if(n==="click")t=t.closest("button");if(t&&!k.some(function(o){return o.target===t}))k.push({target:t,atMs:e.timeStamp})},true)})})([]);';

export const FIRST_SCRIPT = `${EARLY}${THEME}`;
