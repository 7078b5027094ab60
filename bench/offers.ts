/** The listing and the page of an offer in a large market, against reading one row by its primary key. */
import type { ListingQuery } from "#contract/market/offers/offers.ts";
import { listOffers, viewOffer } from "../server/market/listing/index.ts";
import { CRYPTO, type CryptoCode } from "#contract/money/money.ts";
import { findPaymentMethodById } from "../server/reference/catalog/index.ts";
import type { BenchServer, Ground } from "./ground.ts";
import { during, interleaved, middle, ms, ratioOf, type Rounds, type Timed, whole } from "./rounds.ts";
import type { Row } from "./row.ts";
import { getRequest, openWires, type Wire } from "./wire.ts";

const CALLERS = 8;
const ROUNDS = 5;
const SECONDS = 2;

type Kind = "method" | "anyMethod" | "priceOfMethod" | "price" | "offer";
const KINDS: Record<Kind, { readonly what: string; readonly atMost: number }> = {
  method: { what: "listing with a method", atMost: 4 },
  priceOfMethod: { what: "listing with a method, by price", atMost: 4 },
  anyMethod: { what: "listing of any method", atMost: 5 },
  price: { what: "listing of any method, by price", atMost: 5 },
  offer: { what: "page of an offer", atMost: 4 },
};

/** The visitors' queries, drawn from existing offers, so that busy markets are queried most. */
export type Sample = { id: string; hash: string; side: "buy" | "sell"; coin: string; fiat: string; slug: string };

export async function offerPages(ground: Ground): Promise<Row[]> {
  const count = await ground.offers();
  const samples = await drawSamples(ground);
  const inside = await asFunctions(ground, samples);
  const outside = await overHttp(ground, samples);
  return (Object.keys(KINDS) as Kind[]).flatMap((kind) => [
    rowOf(`${KINDS[kind].what}, ${whole(count)} offers, p99`, inside, kind, "PK SELECT"),
    rowOf(`… the same over HTTP, p99`, outside, kind, "PK SELECT by bare Fastify"),
  ]);
}

function rowOf(name: string, rounds: Rounds<Kind | "limit">, kind: Kind, limit: string): Row {
  const both = (of: readonly Timed[]) => `p50 ${ms(middle(of, "p50"))}, p99 ${ms(middle(of, "p99"))}`;
  return {
    name,
    measured: both(rounds[kind]),
    limit: `${limit}: ${both(rounds.limit)}`,
    ratio: ratioOf(rounds[kind], rounds.limit, "p99"),
    target: { atMost: KINDS[kind].atMost },
  };
}

export async function drawSamples({ owner }: Ground): Promise<Sample[]> {
  const { rows } = await owner.query<{
    id: string;
    hash: string;
    side: "buy" | "sell";
    crypto: CryptoCode;
    fiat: string;
    method_id: number;
  }>(
    "select id::text, hash, side, crypto, fiat, method_id from offers tablesample system (1) where active limit 20000",
  );
  return rows
    .map((row) => ({ ...row, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, 5000)
    .map(({ id, hash, side, crypto, fiat, method_id }) => ({
      id,
      hash,
      side,
      coin: String(CRYPTO[crypto].id),
      fiat,
      slug: findPaymentMethodById(method_id)?.slug ?? "",
    }));
}

export function queryOf(kind: Kind, sample: Sample): ListingQuery {
  const { side, coin, fiat, slug } = sample;
  return {
    type: side,
    crypto_currency_id: coin,
    currency: fiat,
    ...(kind === "method" || kind === "priceOfMethod" ? { "payment-method": slug } : {}),
    ...(kind === "price" || kind === "priceOfMethod" ? { sort: "crypto_usd_price_asc" as const } : {}),
  };
}

/** Each caller walks through the samples from a place of his own. */
export function walker(samples: readonly Sample[]): (caller: number, round: number) => Sample {
  return (caller, round) => {
    const sample = samples[(caller * 617 + round) % samples.length];
    if (!sample) throw new Error("no offers to ask for");
    return sample;
  };
}

async function asFunctions({ db, say }: Ground, samples: readonly Sample[]): Promise<Rounds<Kind | "limit">> {
  const at = walker(samples);
  const listing = (kind: Kind) => (seconds: number) =>
    during(seconds, CALLERS, (caller, round) =>
      db.read((tx) => listOffers(tx, { query: queryOf(kind, at(caller, round)), viewer: undefined })),
    );
  say(`${ROUNDS} rounds of ${CALLERS} readers, as functions`);
  return interleaved(
    ROUNDS,
    {
      limit: (seconds: number) =>
        during(seconds, CALLERS, (caller, round) =>
          db.read((tx) => tx.rows`select hash from offers where id = ${at(caller, round).id}`),
        ),
      method: listing("method"),
      priceOfMethod: listing("priceOfMethod"),
      anyMethod: listing("anyMethod"),
      price: listing("price"),
      offer: (seconds: number) =>
        during(seconds, CALLERS, (caller, round) =>
          db.read((tx) => viewOffer(tx, { hash: at(caller, round).hash, viewer: undefined })),
        ),
    },
    SECONDS,
  );
}

async function overHttp(ground: Ground, samples: readonly Sample[]): Promise<Rounds<Kind | "limit">> {
  const servers: BenchServer[] = [await ground.server(), await ground.bare()];
  const [subject, limit] = await Promise.all(servers.map(({ port }) => openWires(port, CALLERS)));
  const at = walker(samples);
  const asking = (wires: Wire[] | undefined, path: (sample: Sample) => string) => (seconds: number) =>
    during(seconds, CALLERS, async (caller, round) => {
      const reply = await wires?.[caller]?.ask(getRequest(path(at(caller, round))));
      if (reply?.status !== 200) throw new Error(`answered ${reply?.status}: ${reply?.body.slice(0, 200)}`);
    });
  const listing = (kind: Kind) =>
    asking(subject, (sample) => `/rest/v1/offers?${new URLSearchParams(queryOf(kind, sample))}`);
  ground.say(`${ROUNDS} rounds of ${CALLERS} readers over HTTP`);
  const rounds = await interleaved(
    ROUNDS,
    {
      limit: asking(limit, ({ id }) => `/offer/${id}`),
      method: listing("method"),
      priceOfMethod: listing("priceOfMethod"),
      anyMethod: listing("anyMethod"),
      price: listing("price"),
      offer: asking(subject, ({ hash }) => `/rest/v1/offers/${hash}`),
    },
    SECONDS,
  );
  for (const wire of [...(subject ?? []), ...(limit ?? [])]) wire.close();
  for (const server of servers) await server.stop();
  return rounds;
}
