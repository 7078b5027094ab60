/**
 * Draws every page with sample props, without the server: `node web/preview.ts [port]`. For looking at screens while
 * they are made; /__pages lists them, `?locale=ar&theme=dark&user=1` dresses them.
 */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { type PageAssets, type PageInput, type RenderPage, visitTail } from "#contract/platform/page.ts";
import { DIST } from "./build/place.ts";
import { SAMPLE_USER, samplePages } from "./preview/samples.ts";
import { SAMPLE_MENUS } from "./preview/samples-content.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

export async function startPreview(port = 0): Promise<{ url: string; pages: string[]; stop: () => void }> {
  const { renderPage } = (await import(join(DIST, "server", "entry-server.js"))) as { renderPage: RenderPage };
  const assets = JSON.parse(readFileSync(join(DIST, "assets.json"), "utf8")) as PageAssets;
  const nowMs = Date.UTC(2026, 10, 21, 6, 0, 0);
  const pages = samplePages(nowMs);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const file = join(DIST, url.pathname);
    if (/^\/(shell|vendor|apps)\//.test(url.pathname) && existsSync(file)) {
      const packed = existsSync(`${file}.br`);
      response.writeHead(200, {
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
        ...(packed ? { "content-encoding": "br" } : {}),
      });
      return createReadStream(packed ? `${file}.br` : file).pipe(response);
    }
    const name = url.pathname.slice(1) || "home";
    const page = pages[name];
    if (!page) return response.writeHead(404).end();
    const locale = (url.searchParams.get("locale") ?? "en") as PageInput["locale"];
    const input = {
      ...page,
      session: url.searchParams.has("user") || page.needsUser ? SAMPLE_USER : null,
      locale,
      theme: (url.searchParams.get("theme") ?? "system") as PageInput["theme"],
      url: locale === "en" ? `/${name}` : `/${locale}/${name}`,
      origin: "http://localhost",
      isDemo: true,
      flags: { isNewbieOffersEnabled: true, isGCCSellSectionFlowEnabled: true, isCorporateAccountEnabled: true },
      menus: SAMPLE_MENUS,
      banners: page.banners ?? [{ kind: "demo_mode" as const }],
      nowMs,
      assets,
    };
    const { status, parts, inline } = renderPage(input as PageInput);
    const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    response.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; script-src 'self' ${inline.scripts.map(hashOf).join(" ")}; style-src 'self' ${hashOf(inline.style)}; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'self'`,
    });
    response.end(parts.map(({ text }) => text).join("") + visitTail({ csrfToken: "preview", nowMs }));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`;
  return { url, pages: Object.keys(pages), stop: () => server.close() };
}

if (import.meta.main) {
  const { url, pages } = await startPreview(Number(process.argv[2] ?? 4400));
  process.stdout.write(`${pages.map((page) => `${url}/${page}`).join("\n")}\n`);
}
