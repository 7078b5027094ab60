/** Requests to the OTC desk for tests: a user, a trader with coins, a moderator, and the road to a quote. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import * as otc from "#contract/market/otc/otc.ts";
import type { TestApp } from "../app.ts";
import { aPerson, freshRates, giveLevel, type TestPerson } from "./trades.ts";

export type OtcRoom = {
  readonly app: TestApp;
  readonly user: TestPerson;
  readonly trader: TestPerson & { readonly username: string };
  readonly moderator: TestPerson;
};

/** The trader has two bitcoins. */
export async function anOtcRoom(app: TestApp): Promise<OtcRoom> {
  await freshRates(app);
  const [user, trader, moderator] = [
    await aPerson(app),
    await aPerson(app, { units: 200_000_000n }),
    await aPerson(app),
  ];
  for (const { id } of [user, trader]) await giveLevel(app, id, 4);
  await app.owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [
    moderator.id,
  ]);
  const { rows } = await app.owner.query("select username from users where id = $1", [trader.id]);
  return { app, user, trader: { ...trader, username: rows[0].username as string }, moderator };
}

export const otcBody = (changes: Partial<BodyOf<typeof otc.askOtc>> = {}): BodyOf<typeof otc.askOtc> => ({
  type: "buy",
  crypto_currency_code: "BTC",
  fiat_currency_code: "USD",
  amount: "20000",
  payment_methods: ["other-bank-transfer"],
  note: "Before the end of the week, please.",
  ...changes,
});

export const proposal = (
  { trader }: Pick<OtcRoom, "trader">,
  changes: Partial<BodyOf<typeof otc.quoteOtcRequest>> = {},
): BodyOf<typeof otc.quoteOtcRequest> => ({
  trader: trader.username,
  payment_method: "other-bank-transfer",
  amount: "20000",
  margin: "1",
  minutes: 60,
  ...changes,
});

export const agreement: BodyOf<typeof otc.answerOtcQuote> = {
  agree: true,
  offer_terms: "One payment, please.",
  trade_details: "IBAN follows in the chat.",
};

async function must<T extends { status: number; code: string }>(answer: Promise<T>): Promise<T> {
  const got = await answer;
  if (got.status !== 200) throw new Error(`a step at the desk was refused: ${got.code}`);
  return got;
}

/** The hash of a request that waits for a price. */
export async function aRequest({ user }: OtcRoom): Promise<string> {
  const { data } = await must(user.client.call(otc.askOtc, { body: otcBody() }));
  return data.requests[0]?.id ?? "";
}

/** The hashes of a request and of the quote that waits for its trader, or for the user once the trader has agreed. */
export async function aQuote(
  room: OtcRoom,
  { isAgreed = true }: { isAgreed?: boolean } = {},
): Promise<{ request: string; quote: string }> {
  const request = await aRequest(room);
  await must(room.moderator.client.call(otc.quoteOtcRequest, { params: { id: request }, body: proposal(room) }));
  const { data } = await room.trader.client.call(otc.getOtcDesk);
  const quote = data.asked[0]?.id ?? "";
  if (isAgreed) await must(room.trader.client.call(otc.answerOtcQuote, { params: { id: quote }, body: agreement }));
  return { request, quote };
}
