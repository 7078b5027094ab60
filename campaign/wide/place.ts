/** Where thousands of schedules run side by side: pairs of people who trade with each other alone, made by a few statements. */
import type { OfferBody } from "#contract/market/offers/my/offers.ts";
import { saveBankAccount } from "../../server/market/payment-accounts/banks/bank-accounts.ts";
import { RIGHT_ACCOUNTS } from "../../server/testing/market/payment-accounts.ts";
import { enrollTestKeys } from "../../server/testing/people/proving.ts";
import type { Tx } from "../../server/platform/postgres/db.ts";
import { anOffer, aUser, freshRates, giveCoins, priceNow, type testApp } from "../../server/testing/index.ts";
import { BONDED_METHODS, type BondCoin } from "../market/offers/bonds.ts";
import { giveCashback } from "../market/offers/offers.ts";
import { flowOf, METHODS, type Method, mostCashback, requirementOf } from "../market/offers/terms.ts";
import type { Flow, ModelOffer } from "../market/types.ts";

export type WideApp = Awaited<ReturnType<typeof testApp>>;
/** The seller has an offer of the method, possibly a silent one; the buyer takes it. */
export type Pair = {
  readonly buyer: bigint;
  readonly seller: bigint;
  readonly offer: string;
  readonly method: Method;
  readonly flow: Flow;
  readonly isSilent: boolean;
  readonly cashback: ModelOffer["cashback"];
  /** To which the trades of its offers are paid, where the flow shares it. */
  readonly account: string | undefined;
};
export type WidePlace = {
  readonly pairs: readonly Pair[];
  readonly moderators: readonly bigint[];
  /** By id, of buyers and sellers. */
  readonly names: ReadonlyMap<bigint, string>;
  readonly start: Date;
  /** Of every offer with a margin, until the market moves. */
  price: string;
  rates: Readonly<Record<BondCoin, string>>;
};

/** Of each pair's model; the third is anybody else. */
export const [BUYER, SELLER, STRANGER] = [0, 1, 2] as const;

/** Paid by bank transfer, in the flow in which nobody writes. */
const flowHere = (method: Method): Flow => (method === "bank-transfer" ? "bt-auto" : flowOf(method));

/** Above a thousand two moderators decide. */
export const MOST_DOLLARS = 3000;

/** The part of the seller's coins for each pair: more than all its trades together lock. */
export const COINS_OF_PAIR = 1_000_000_000n;
/** Of each owner who needs a bond: in it from the start, and beside it. */
export const BOND_DOLLARS = 500;
export const DOLLARS_BESIDE = 1000;
/** So many pairs share a seller, and so an offer. */
const BUYERS_OF_SELLER = 5;

/** Last seen after the end of any schedule, so that no offer rests because its owner was absent for a day. */
const USERS = `
  insert into users (
    external_id, username, email_sealed, email_index, email_confirmed_at, first_name_sealed, last_name_sealed, birth_date_sealed,
    country_iso, referral_code, last_seen_at, created_at, granted_level)
  select gen_random_uuid(), $2::text || n, ''::bytea, convert_to($2::text || n, 'utf8'), market_now(), ''::bytea, ''::bytea, ''::bytea,
    'DE', $2::text || n, market_now() + interval '1000 days', market_now() - interval '500 days', 4
  from generate_series(1, $1::int) as n
  returning id`;
const COINS = `
  select post_each(
    array_agg('test_deposit'::text), array_agg('wide:' || id), market_now(), array_agg(place::int),
    array_agg('outside:BTC:chain'::text), array_agg('user:' || id || ':BTC:available'), array_agg($2::bigint))
  from unnest($1::bigint[]) with ordinality as one (id, place)`;
/** Two of everybody, as if they had uploaded them. */
const FILES = `
  insert into uploads (hash, owner_id, name, mime_type, file_key, size_bytes, created_at, sha256)
  select 'wide-' || id || '-' || n, id, 'paper.pdf', 'application/pdf', 'wide-' || id || '-' || n, 9, market_now(),
         sha256(convert_to(id || '-' || n, 'utf8'))
  from unnest($1::bigint[]) as id
  cross join generate_series(0, 1) as n`;
export const fileOf = (userId: bigint, file: number): string => `wide-${userId}-${file}`;

/** The market's clock stops here. */
export async function settleWide(app: WideApp, count: number): Promise<WidePlace> {
  const { owner, db } = app;
  await owner.query(
    // Three moderators judge thousands of cases here, in days that the clock skips.
    "insert into settings (name, value, changed_at) values ('rates.max_age_sec', '86400', now()), ('rates.fiat_max_age_hours', '1000', now()), ('disputes.awards_a_day', '10000', now()), ('disputes.awards_day_usd', '10000000', now()) on conflict (name) do update set value = excluded.value",
  );
  await freshRates(app);
  const made = async (users: number, name: string) => {
    const { rows } = await owner.query<{ id: string }>(USERS, [users, name]);
    return rows.map(({ id }) => BigInt(id));
  };
  const sellers = await made(Math.ceil(count / BUYERS_OF_SELLER), "widesells");
  const buyers = await made(count, "widebuys");
  await owner.query(FILES, [[...sellers, ...buyers]]);
  await owner.query(COINS, [sellers, COINS_OF_PAIR * BigInt(BUYERS_OF_SELLER)]);
  return db.tx(async (tx) => {
    await enrollTestKeys(tx, [...sellers, ...buyers]);
    const methods = sellers.map((_, index) => METHODS[index % METHODS.length] as Method);
    const selling: Selling[] = [];
    for (const [index, id] of sellers.entries()) selling.push(await sell(tx, id, methods[index] as Method, index));
    // They do not get old with the clock.
    await tx.rows`update rates set stale_at = ${tx.now}::timestamptz + interval '1000 days'`;
    const prices = await pricesNow(tx, selling[0]?.offer ?? "");
    const people = await tx.rows<{ id: bigint; username: string }>`
      select id, username from users where id = any(${[...sellers, ...buyers]}::bigint[])`;
    const names = new Map(people.map(({ id, username }) => [id, username]));
    const moderators = [await aUser(tx), await aUser(tx), await aUser(tx)];
    await tx.rows`
      insert into user_roles (user_id, role, granted_at)
      select id, 'moderator', ${tx.now}::timestamptz - interval '1 day' from unnest(${moderators}::bigint[]) as id`;
    await tx.rows`update market_clock set stands_at = ${tx.now}`;
    const pairs = buyers.map((buyer, index) => {
      const which = index % sellers.length;
      return { buyer, seller: sellers[which] as bigint, ...(selling[which] as Selling) };
    });
    return { pairs, moderators, names, start: tx.now, ...prices };
  });
}

type Selling = Omit<Pair, "buyer" | "seller">;

async function pricesNow(tx: Tx, offer: string): Promise<Pick<WidePlace, "price" | "rates">> {
  const rates = await tx.rows<{ crypto: BondCoin; rate: string }>`
    select crypto, rate::text from rates where fiat = 'USD' and crypto in ('BTC', 'USDT')`;
  const rateOf = (coin: BondCoin) => rates.find(({ crypto }) => crypto === coin)?.rate ?? "";
  return { price: await priceNow(tx, offer), rates: { BTC: rateOf("BTC"), USDT: rateOf("USDT") } };
}

/** The market goes up, and what asks for a margin with it. */
export async function moveMarket({ db, owner }: WideApp, place: WidePlace): Promise<void> {
  await owner.query("update rates set rate = round(rate * 1.01, 2) where crypto = 'BTC' and fiat = 'USD'");
  Object.assign(place, await db.tx((tx) => pricesNow(tx, place.pairs[0]?.offer ?? "")));
}

/** With the account that its flow asks for, and the bond; of every method some are silent. */
async function sell(tx: Tx, id: bigint, method: Method, index: number): Promise<Selling> {
  const [flow, isSilent] = [flowHere(method), index % 3 === 1];
  const named =
    flow === "bt-auto"
      ? await saveBankAccount(tx, { viewer: { userId: id }, caller: CALLER }, { body: RIGHT_ACCOUNTS.GB })
      : undefined;
  if (BONDED_METHODS.includes(method)) await giveCoins(tx, id, "USDT", BigInt(DOLLARS_BESIDE) * 1_000_000n);
  const cashback = index % 3 === 2 ? { bp: mostCashback(method), maxCents: BigInt(1 + (index % 400)) } : undefined;
  const how = { method, flow, isSilent, cashback, account: named?.id };
  const offer = await anOffer(tx, id, { ...termsOfPair(how), is_silent: isSilent });
  if (cashback) await giveCashback(tx, offer, cashback);
  return { ...how, offer };
}

/** With the account and the words that its flow and method ask for. */
export function termsOfPair({ method, flow, account }: Pick<Pair, "method" | "flow" | "account">): Partial<OfferBody> {
  return {
    ...{ payment_method: method, flow_type: flow, range_max: String(MOST_DOLLARS) },
    ...(requirementOf(method, flow) === "receipt" ? { tags: ["receipt-required"] } : {}),
    ...(account === undefined ? {} : { payment_account_id: account }),
    ...(method === "bank-transfer" ? { payment_country: "GB" } : {}),
  };
}

const CALLER = { ip: "127.0.0.1", userAgent: "wide", requestId: "wide", device: undefined, signIn: undefined };
