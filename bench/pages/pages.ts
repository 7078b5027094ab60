/**
 * Whole pages over HTTP, against a bare Fastify that sends the same packed bytes: over many addresses in three languages,
 * while one of the offers that they show changes each second.
 */
import { localized } from "#contract/platform/localized.ts";
import { CRYPTO_CODES } from "#contract/money/money.ts";
import type { BenchServer, Ground } from "../ground.ts";
import { drawSamples, type Sample } from "../offers.ts";
import { makePairs } from "../pairs.ts";
import { during, interleaved, median, middle, ms, ratioOf, whole } from "../rounds.ts";
import type { Row } from "../row.ts";
import { getRequest, openWires, type Wire } from "../wire.ts";

const CALLERS = 32;
const ROUNDS = 5;
const SECONDS = 3;
const LANGUAGES = ["en", "es", "ar"] as const;
const LISTINGS = 60;
const OFFERS = 40;
/** The number of signed-in users; even. */
const READERS = 8;

type Kind = "home" | "listing" | "offer";
const KINDS = ["home", "listing", "offer"] as const;

const SEED = "s".repeat(43);
export const ANONYMOUS = { "accept-encoding": "gzip, br", cookie: `parley_seed=${SEED}` };
const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd" };

export async function pages(ground: Ground): Promise<Row[]> {
  await ground.offers();
  const samples = await drawSamples(ground);
  const paths = addressesOf(samples);
  const pairs = await makePairs(ground, READERS / 2);
  const sessions = pairs.flatMap(({ buyer, seller }) => [buyer, seller]);
  const server = await ground.server();
  const wires = await openWires(server.port, CALLERS);
  const stopChanging = changeOffers(ground, samples.slice(0, OFFERS));
  const count = Object.values(paths).reduce((sum, list) => sum + list.length, 0);
  const rows: Row[] = [];
  for (const kind of KINDS) {
    ground.say(`${kind}: ${paths[kind].length} of ${count} addresses, ${ROUNDS} rounds of ${CALLERS} callers`);
    rows.push(...(await rowsOf(ground, { kind, paths: paths[kind], wires, sessions })));
  }
  await stopChanging();
  for (const wire of wires) wire.close();
  await server.stop();
  return rows;
}

/** The pages of busy visitors: the first page, markets with and without a method, and offers. */
function addressesOf(samples: readonly Sample[]): Record<Kind, string[]> {
  const everywhere = (paths: readonly string[]) =>
    LANGUAGES.flatMap((language) => paths.map((path) => localized(language, path)));
  const coins = CRYPTO_CODES.map((code) => code.toLowerCase());
  const listings = samples.slice(0, LISTINGS).map(({ side, fiat, slug }, place) => {
    const market = `${side === "sell" ? "buy" : "sell"}-${coins[place % coins.length]}`;
    return `/trading/${market}/${slug}?currencyCode=${fiat}`;
  });
  return {
    home: everywhere(["/"]),
    listing: everywhere([...new Set(listings)]),
    offer: everywhere(samples.slice(0, OFFERS).map(({ hash }) => `/offer/${hash}`)),
  };
}

type Asking = { kind: Kind; paths: readonly string[]; wires: readonly Wire[]; sessions: readonly string[] };

async function rowsOf(ground: Ground, { kind, paths, wires, sessions }: Asking): Promise<Row[]> {
  const asking = (everybody: readonly Readonly<Record<string, string>>[]) => {
    const requests = everybody.flatMap((headers) => paths.map((path) => getRequest(path, headers)));
    return (seconds: number) =>
      during(seconds, wires.length, async (caller, round) => {
        const request = requests[(caller * 7 + round) % requests.length] ?? "";
        const reply = await wires[caller]?.ask(request);
        if (reply?.status !== 200) throw new Error(`${request.split("\r\n", 1)[0]} answered ${reply?.status}`);
      });
  };
  const [first] = wires;
  if (!first) throw new Error("no connection");
  const cold: number[] = [];
  let page: Uint8Array = new Uint8Array();
  for (const path of paths) {
    const begun = performance.now();
    const reply = await first.ask(getRequest(path, ANONYMOUS));
    cold.push(performance.now() - begun);
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
    page = reply.bytes;
  }
  const bare: BenchServer = await ground.bare({ page });
  const bares = await openWires(bare.port, CALLERS);
  const rounds = await interleaved(
    ROUNDS,
    {
      limit: (seconds) => during(seconds, CALLERS, (caller) => bares[caller]?.ask(getRequest("/page")) ?? nobody()),
      anonymous: asking([ANONYMOUS]),
      own: asking(sessions.map((session) => ({ ...BROWSER, cookie: `parley=${session}` }))),
    },
    SECONDS,
  );
  for (const wire of bares) wire.close();
  await bare.stop();
  const limit = `bare Fastify ${whole(middle(rounds.limit, "perSecond"))}/s of ${(page.length / 1000).toFixed(1)} kB`;
  return [
    {
      name: `${kind}, anonymous, ${paths.length} addresses`,
      measured: `${whole(middle(rounds.anonymous, "perSecond"))}/s, first drawn in ${ms(median(cold))}`,
      limit,
      ratio: ratioOf(rounds.anonymous, rounds.limit, "perSecond"),
      target: { atLeast: 0.15 },
    },
    {
      name: `${kind}, signed in, ${sessions.length} readers`,
      measured: `${whole(middle(rounds.own, "perSecond"))}/s`,
      limit,
      ratio: ratioOf(rounds.own, rounds.limit, "perSecond"),
      target: { atLeast: 0.05 },
    },
  ];
}

const nobody = () => Promise.reject(new Error("no connection"));

/** One offer a second has new terms, by its owner's hand. */
function changeOffers({ owner }: Ground, samples: readonly Sample[]): () => Promise<void> {
  let turn = 0;
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const { id } = samples[turn++ % samples.length] ?? { id: "0" };
    last = owner.query("update offers set terms = $2, revision = revision + 1 where id = $1", [id, `Terms ${turn}`]);
  }, 1000);
  return async () => {
    clearInterval(timer);
    await last;
  };
}
