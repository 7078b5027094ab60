/** The app with a development chain, and a user of every role in it, for the fuzz and the authorization tests call. */
import { type EndpointShape, isUnsafe } from "#contract/platform/endpoint.ts";
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { aModerator } from "../../server/testing/market/disputes.ts";
import {
  aMarket,
  anOffer,
  aTrade,
  aUser,
  giveLevel,
  signIn,
  type TestApp,
  type TestMarket,
} from "../../server/testing/index.ts";
import { ids } from "../../server/platform/ids.ts";
import { type Person, walletWorld } from "../../server/testing/market/wallet.ts";
import { fundHouse } from "../../server/demo/index.ts";
import { accountOf, post } from "../../server/money/ledger/index.ts";
import { WORLDS } from "./module-worlds.ts";

export type World = Awaited<ReturnType<typeof openWorld>>;
export const ROLES = ["anonymous", "newcomer", "stranger", "moderator", "supermoderator", "admin"] as const;
export type RoleName = (typeof ROLES)[number];

export async function openWorld() {
  const chains = await walletWorld();
  await fundHouse(chains.ownerPorts, { BTC: 0n, ETH: 50_000_000_000n, USDT: 1_000_000_000_000n });
  const app: TestApp = chains;
  const market = await aMarket(app, { range_max: "100000" });
  const newcomer = await app.db.tx(async (tx) => signIn(tx, await aUser(tx, { emailConfirmed: false })));
  const stranger = await app.db.tx(async (tx) => signIn(tx, await aUser(tx)));
  const staff = async (role: "moderator" | "supermoderator" | "admin") => (await aModerator(market, role)).token;
  /** Session tokens by role; "" is nobody. */
  const tokens: Record<RoleName, string> = {
    anonymous: "",
    newcomer,
    stranger,
    moderator: await staff("moderator"),
    supermoderator: await staff("supermoderator"),
    admin: await staff("admin"),
  };
  return {
    app,
    market,
    tokens,
    /** A user of level 4 with an offer of their own; the offer's hash. */
    async anOwner(changes: Partial<OfferBody> = {}) {
      const person = await chains.person();
      await giveLevel(app, person.userId, 4);
      const offer = await app.db.tx((tx) => anOffer(tx, person.userId, changes));
      return { token: person.client.token, offer };
    },
    /** A buyer, and a seller with coins and an offer, whom no other call has touched. */
    aMarketOfOwn: (): Promise<TestMarket> => aMarket(app),
    /** A trade on a market of its own, of which nothing has been done yet. */
    async aTradeOf(status: "active_funded" | "paid" | "released" = "active_funded") {
      const own: TestMarket = await aMarket(app);
      const hash = await aTrade(own, status);
      return { own, hash, buyer: own.buyer.client.token, seller: own.seller.client.token };
    },
    /** A user with five ether that the chain holds. */
    async aHolder(): Promise<Person> {
      const person = await chains.person();
      const postings = [
        {
          from: accountOf.house("ETH", "inventory"),
          to: accountOf.available(person.userId, "ETH"),
          units: 1_000_000_000n,
        },
      ];
      await app.db.tx((tx) => post(tx, [{ kind: "demo_grant", subject: `${person.userId}`, postings }]));
      return person;
    },
  };
}

/** Real ids by the kind that a route's policy names, of things in several states that belong to several people. */
export async function realIds({ app }: World): Promise<Readonly<Record<string, readonly string[]>>> {
  const kinds = WORLDS.flatMap(({ ids: all = {} }) => Object.entries(all));
  const found = kinds.map(async ([kind, from]) => {
    if ("these" in from) return [kind, from.these] as const;
    const { table, column, where = "true", order = "id", most = 100_000 } = from;
    const { rows } = await app.owner.query(
      `select ${column} as id from ${table} where ${where} order by ${table}.${order} limit ${most}`,
    );
    return [kind, rows.map((row) => String(row.id))] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

/** Sends a request as a browser would, signed in with this token, or as nobody. */
type Sending = {
  readonly endpoint: EndpointShape;
  readonly url: string;
  readonly query?: unknown;
  readonly body?: unknown;
  /** Of a sign-in that waits for its second step. */
  readonly signIn?: string | undefined;
};

export function sendAs({ app }: World, token: string, { endpoint, url, query, body, signIn }: Sending) {
  return app.app.fastify.inject({
    method: endpoint.method,
    url,
    query: asQuery(query),
    headers: {
      cookie: `${token ? `parley=${token}` : "parley_seed=none"}${signIn ? `; parley_sign_in=${signIn}` : ""}`,
      "x-csrf-token": app.app.forgery.tokenOf(token || "none"),
      "x-requested-with": "XMLHttpRequest",
      ...(isUnsafe(endpoint) ? { "idempotency-key": ids.hash() } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) ?? "null" }),
  });
}

function asQuery(query: unknown): Record<string, string | string[]> {
  if (typeof query !== "object" || query === null || Array.isArray(query)) return {};
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(String) : typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );
}

/** The endpoint's path with these values in the place of its parameters. */
export function pathOf(endpoint: EndpointShape, pick: (name: string) => unknown): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(pick(name)).replace(/[\ud800-\udfff]/g, "")),
  );
}
