/** What stories are told with: people with names, calls and jobs as acts of a tape, and instants to the second. */
import type { BodyOf, EndpointShape, ParamsOf, QueryOf } from "#contract/endpoint.ts";
import { CRYPTO_CODES, type CryptoCode } from "#contract/money.ts";
import type { OfferBody } from "#contract/my-offers.ts";
import * as calls from "#contract/trades.ts";
import type { Answer } from "../../server/testing/app.ts";
import {
  aUser,
  anOffer,
  freshRates,
  giveCoins,
  giveLevel,
  priceNow,
  signIn,
  type TestApp,
  type TestClient,
  testApp,
} from "../../server/testing/index.ts";
import { openSessions } from "../../server/people/auth/index.ts";
import { openTape, PAUSE_MS, type TapeOptions } from "./tape.ts";

export type Actor = { readonly id: bigint; readonly name: string; readonly client: TestClient };

type Input<E extends EndpointShape> = {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  key?: string;
  proves?: false;
};
type Units = Partial<Record<CryptoCode, bigint>>;
type Person = { readonly level?: number; readonly country?: string; readonly units?: Units; readonly days?: number };

type Taking = Partial<BodyOf<typeof calls.startTrade>>;

const RATES_LAST_MS = 60_000;

export type Story = Awaited<ReturnType<typeof openStory>>;

export async function openStory(options: TapeOptions & { readonly app?: TestApp } = {}) {
  const app = options.app ?? (await testApp({ config: { demo: true } }));
  const blank = ["serverNow", ...(options.blank ?? [])];
  const tape = await openTape(app, {
    ...options,
    blank,
    withoutTables: ["rates", "idempotency_keys", "page_changes", ...(options.withoutTables ?? [])],
  });
  const { act } = tape;
  const clock = clockOf(app);
  const story = {
    app,
    tape,
    act,
    ...clock,
    guest: { id: 0n, name: "somebody", client: app.client() } satisfies Actor,
    /** Somebody who is signed in, with coins; above level 3 nothing is limited. */
    async person(name: string, { level = 4, country = "DE", units = {}, days = 30 }: Person = {}): Promise<Actor> {
      const made = await app.db.tx(async (tx) => {
        const id = await aUser(tx, { username: name, email: `${name}@example.org`, countryIso: country });
        for (const code of CRYPTO_CODES) if (units[code]) await giveCoins(tx, id, code, units[code]);
        const [session] = await openSessions(tx, [
          { userId: id, ip: "127.0.0.1", userAgent: "test", days, idleHours: 24 * days, isStrong: true },
        ]);
        return { id, token: session?.token ?? "" };
      });
      await giveLevel(app, made.id, level);
      return { id: made.id, name, client: app.client(made.token) };
    },
    /** A second device of the same person, as long after the first as the clock says. */
    async again({ id, name }: Actor): Promise<Actor> {
      return { id, name, client: app.client(await app.db.tx((tx) => signIn(tx, id))) };
    },
    /** An active offer, by the verb. */
    offer: ({ id }: Actor, changes: Partial<OfferBody> = {}) => app.db.tx((tx) => anOffer(tx, id, changes)),
    does<E extends EndpointShape>(who: Actor, what: string, endpoint: E, input: Input<E> = {}): Promise<Answer<E>> {
      return act(`${who.name} ${what}`, () => who.client.call(endpoint, input));
    },
    /** Takes an offer at the price of the moment, for a hundred unless said otherwise. Returns the trade's hash, if any. */
    async takes(who: Actor, offer: string, body: Taking | ((price: string) => Taking) = { fiat_amount: "100" }) {
      await story.rates();
      const expected_price = await app.db.read((tx) => priceNow(tx, offer));
      const asked = typeof body === "function" ? body(expected_price) : body;
      const started = await story.does(who, `takes an offer for ${JSON.stringify(asked)}`, calls.startTrade, {
        params: { id: offer },
        body: { expected_price, ...asked },
      });
      return started.data?.tradeHash ?? "";
    },
    events: () => act("events are delivered", () => app.deliverEvents()),
    job: (name: string) => act(`the job ${name}`, () => app.runJob(name)),
    /** Is seen again, so that their offers are on the market. */
    async comes(who: Actor) {
      await who.client.call(calls.listActiveTrades);
      await app.runJob("offers-follow-owners");
    },
  };
  await story.rates();
  return story;
}

function clockOf(app: TestApp) {
  let playedAt = Number.NEGATIVE_INFINITY;
  const now = () => app.db.read((tx) => tx.readClock());
  return {
    now,
    /** The next act happens so many seconds after the instant, to the millisecond. */
    async at(instant: Date | string, seconds = 0) {
      const target = new Date(instant).getTime() + seconds * 1000;
      await app.moveClock(target - (await now()).getTime() - PAUSE_MS);
    },
    later: (seconds: number) => app.moveClock(seconds * 1000),
    /** Rates of the moment, where those that are there begin to be old. */
    async rates() {
      const at = (await now()).getTime();
      if (Math.abs(at - playedAt) < RATES_LAST_MS) return;
      await freshRates(app);
      playedAt = at;
    },
  };
}
