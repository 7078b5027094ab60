/**
 * The pages that search engines read, in every language: each address cold, then again and again, against a bare Fastify with as
 * many bytes; what their kept copies take of the memory, and what a browser loads of script for an article.
 */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { LOCALES } from "#contract/platform/locales.ts";
import type { BenchServer, Ground } from "../ground.ts";
import { during, interleaved, median, middle, ms, quantile, ratioOf, whole } from "../rounds.ts";
import type { Row } from "../row.ts";
import { getRequest, openWires, type Wire } from "../wire.ts";
import { scriptsOf } from "./page-weights.ts";
import { ANONYMOUS } from "./pages.ts";

const CALLERS = 32;
const ROUNDS = 5;
const SECONDS = 3;
const MOST_OF_A_LANGUAGE = 250;
const COLD_MS = 25;
const KEPT_MB = 64;
const SCRIPT_KB = 40;

export async function contentPages(ground: Ground): Promise<Row[]> {
  const server = await ground.server();
  const wires = await openWires(server.port, CALLERS);
  const [first] = wires;
  if (!first) throw new Error("no connection");
  const paths = await addressesOf(first);
  ground.say(`${whole(paths.length)} addresses of the sitemap, cold, then ${ROUNDS} rounds of ${CALLERS} callers`);
  const before = await server.memory();
  const { coldMs, pages } = await crawl(first, paths);
  const after = await server.memory();
  const keptMb = after.heapMb + after.buffersMb - before.heapMb - before.buffersMb;
  const row = await rate(ground, {
    wires,
    paths,
    page: pages.toSorted((a, b) => a.length - b.length)[pages.length >> 1],
  });
  const script = await scriptOf(first, paths.find((path) => path.startsWith("/help/")) ?? "/help");
  for (const wire of wires) wire.close();
  await server.stop();
  const p95 = quantile(coldMs, 0.95);
  return [
    row,
    {
      name: `… drawn for the first time, p95 of ${whole(paths.length)}`,
      measured: `p50 ${ms(median(coldMs))}, p95 ${ms(p95)}, p99 ${ms(quantile(coldMs, 0.99))}`,
      limit: ms(COLD_MS),
      ratio: p95 / COLD_MS,
      target: { atMost: 1 },
    },
    {
      name: `… kept of ${whole(paths.length)} pages`,
      measured: `${Math.round(keptMb)} MB more heap and buffers`,
      limit: `${KEPT_MB} MB`,
      ratio: keptMb / KEPT_MB,
      target: { atMost: 1 },
    },
    script,
  ];
}

/** So many of each language, as the sitemap lists them. */
async function addressesOf(wire: Wire): Promise<string[]> {
  const { body } = await wire.ask(getRequest("/sitemap.xml"));
  const all = [...body.matchAll(/<loc>[^<]*?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path = ""]) => path || "/");
  return LOCALES.flatMap((locale) =>
    all
      .filter((path) => (LOCALES.find((one) => path === `/${one}` || path.startsWith(`/${one}/`)) ?? "en") === locale)
      .slice(0, MOST_OF_A_LANGUAGE),
  );
}

async function crawl(wire: Wire, paths: readonly string[]): Promise<{ coldMs: number[]; pages: Buffer[] }> {
  const coldMs: number[] = [];
  const pages: Buffer[] = [];
  for (const path of paths) {
    const begun = performance.now();
    const { status, bytes } = await wire.ask(getRequest(path, ANONYMOUS));
    coldMs.push(performance.now() - begun);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    pages.push(bytes);
  }
  return { coldMs, pages };
}

type Asked = { readonly wires: readonly Wire[]; readonly paths: readonly string[]; readonly page: Buffer | undefined };

async function rate(ground: Ground, { wires, paths, page }: Asked): Promise<Row> {
  if (!page) throw new Error("no page");
  const bare: BenchServer = await ground.bare({ page });
  const bares = await openWires(bare.port, CALLERS);
  const requests = paths.map((path) => getRequest(path, ANONYMOUS));
  const askIn = async (all: readonly Wire[], caller: number, request: string) => {
    const reply = await all[caller]?.ask(request);
    if (reply?.status !== 200) throw new Error(`${request.split("\r\n", 1)[0]} answered ${reply?.status}`);
  };
  const rounds = await interleaved(
    ROUNDS,
    {
      limit: (seconds) => during(seconds, CALLERS, (caller) => askIn(bares, caller, getRequest("/page"))),
      subject: (seconds) =>
        during(seconds, CALLERS, (caller, round) =>
          askIn(wires, caller, requests[(caller * 7 + round * 13) % requests.length] ?? ""),
        ),
    },
    SECONDS,
  );
  for (const wire of bares) wire.close();
  await bare.stop();
  return {
    name: `pages of text, anonymous, ${whole(paths.length)} addresses in nine languages`,
    measured: `${whole(middle(rounds.subject, "perSecond"))}/s`,
    limit: `bare Fastify ${whole(middle(rounds.limit, "perSecond"))}/s of ${(page.length / 1000).toFixed(1)} kB`,
    ratio: ratioOf(rounds.subject, rounds.limit, "perSecond"),
    target: { atLeast: 0.15 },
  };
}

async function scriptOf(wire: Wire, article: string): Promise<Row> {
  const { status, body } = await wire.ask(getRequest(article, { accept: "text/html" }));
  if (status !== 200) throw new Error(`${article} answered ${status}`);
  const scripts = scriptsOf(body);
  const kb = scripts.reduce((sum, href) => sum + statSync(join(resolve("dist"), `${href}.br`)).size, 0) / 1000;
  return {
    name: "script of a help article",
    measured: `${kb.toFixed(1)} kB in ${scripts.length} files`,
    limit: `budget ${SCRIPT_KB} kB`,
    ratio: kb / SCRIPT_KB,
    target: { atMost: 1 },
  };
}
