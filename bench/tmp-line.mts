import { launchBrowser } from "../journeys/browser.ts";
const browser = await launchBrowser();
for (const slow of [true,false]) { const c = await browser.newContext(); const page = await c.newPage(); const s = await c.newCDPSession(page);
 if (slow) { await s.send("Network.enable"); await s.send("Network.emulateNetworkConditions", { offline:false, latency:150, downloadThroughput:200000, uploadThroughput:90000 }); await s.send("Emulation.setCPUThrottlingRate",{rate:4}); }
 await page.addInitScript(`globalThis.__first=undefined; new MutationObserver(()=>{ const n=performance.getEntriesByType("navigation")[0]; if(globalThis.__first===undefined) globalThis.__first=[n&&n.responseStart,n&&n.fetchStart,n&&n.requestStart, performance.now()] }).observe(document,{childList:true,subtree:true})`);
 await page.goto(process.argv[2]!, {waitUntil:"load"}); await page.waitForTimeout(1500);
 console.log(slow, await page.evaluate(()=>[(globalThis as any).__first, performance.getEntriesByType("navigation")[0]!.toJSON().responseStart, [...document.querySelectorAll('link[as=font]')].map(l=>(l as any).rel), performance.getEntriesByName("first-contentful-paint")[0]?.startTime, document.querySelector("style")!.sheet!.cssRules.length, [...document.querySelector("style")!.sheet!.cssRules].filter(r=>r instanceof CSSFontFaceRule).length]));
 await c.close(); }
await browser.close();
