/** People who bring dollars to a card, pay with it and take dollars back while the server dies under them, and what follows from the answers. */
import assert from "node:assert/strict";
import { CRYPTO, unitsFromDisplay } from "#contract/money/money.ts";
import type { CardQuote } from "#contract/products/cards/cards.ts";
import { accountOf, post } from "../../server/money/ledger/index.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { cvvOf, openNumber } from "../../server/products/cards/house-issuer/number.ts";
import { type Actor, type Call, type Callers, insist, pause, prove } from "./caller.ts";
import { until } from "./senders.ts";

/** Dollars of the operator to sell, and coins of a payer, from this account. */
export async function fundPayer(db: Db, { userId }: Actor, from: string, units: bigint): Promise<void> {
  const to = accountOf.available(userId, "USDT");
  const dollars = { from: "outside:USD:issuer", to: "house:USD:inventory", units: 10_000_000n };
  await db.tx((tx) =>
    post(tx, [
      { kind: "test_gift", subject: `card payer ${userId}`, postings: [{ from, to, units }] },
      { kind: "test_gift", subject: `dollars of ${userId}`, postings: [dollars] },
    ]),
  );
}

/** Makes a card and uses it until everything is stopped. */
export async function payOn(callers: Callers, person: Actor, db: Db): Promise<void> {
  const card = await insist(callers, person, "/rest/v1/cards", { label: "Under kills" });
  if (card?.status !== 200) return;
  const details = await detailsOf(db, String(card.data.id));
  for (let round = 0; !callers.stopped(); round++) {
    await topUp(callers, person);
    await pay(callers, person, details);
    if (round % 3 === 2) await insist(callers, person, "/rest/v1/cards/withdrawals", { usd: "1", at_least: "0.5" });
    await pause(200);
  }
}

/** As its owner reads them. */
async function detailsOf(db: Db, hash: string): Promise<Record<string, string>> {
  const rows = await db.read(
    (tx) => tx.rows<{ number_sealed: Buffer; expires_on: string }>`
      select number_sealed, expires_on::text as expires_on
      from cards
      where hash = ${hash}`,
  );
  const [row] = rows;
  assert.ok(row);
  const number = openNumber(row.number_sealed, hash);
  const [expires_year = "", expires_month = ""] = row.expires_on.split("-");
  return { number, expires_year, expires_month, cvv: cvvOf(number, row.expires_on) };
}

/** Pressed twice: a quote is taken once. */
async function topUp(callers: Callers, person: Actor): Promise<void> {
  const wish = { usd: "5", crypto_currency_code: "USDT" };
  const quote = await insist(callers, person, "/rest/v1/cards/top-up-quotes", wish);
  if (quote?.status !== 200) return;
  const { id, usd: amount, cryptoCurrencyCode, total } = quote.data as CardQuote;
  const order = { product: "card", cryptoCurrencyCode, total, currencyCode: "USD", amount } as const;
  await prove(callers, person, { wanted: { kind: "order", id }, order });
  const take = () => insist(callers, person, "/rest/v1/cards/top-ups", { quote_id: id });
  await Promise.all([take(), take()]);
}

async function pay(callers: Callers, person: Actor, details: Record<string, string>): Promise<void> {
  const shop = { merchant: "Shop", merchant_group: "shop", country: "US", currency_code: "USD", amount: "2" };
  const paid = await insist(callers, person, "/rest/v1/card-terminal/payments", { ...details, ...shop });
  if (paid?.data.outcome !== "approved") return;
  const entry = { payment_id: String(paid.data.id), kind: "capture", usd: "2", is_final: true };
  await insist(callers, person, "/rest/v1/card-terminal/entries", entry);
}

/** The worker books what the issuer sent, some time after it was answered. */
export const untilBooked = (db: Db): Promise<void> =>
  until("every message of the issuer is booked", async () => {
    const waiting = await db.read((tx) => tx.rows`select id from card_messages where handled_at is null`);
    return waiting.length === 0;
  });

type Change = { readonly name: string; readonly units: bigint };

const cents = (value: unknown): bigint => unitsFromDisplay(String(value), 2);

/** What an acknowledged call changed on the accounts of its user. */
export function cardChanges({ by, path, body, answer }: Call): readonly Change[] {
  const data = answer?.data ?? {};
  const [card, held] = [`user:${by}:USD:card`, `user:${by}:USD:card_held`];
  const coins = accountOf.available(by, "USDT");
  const units = unitsFromDisplay(String(data.amount ?? "0"), CRYPTO.USDT.digits);
  switch (path) {
    case "/rest/v1/cards/top-ups":
      return [
        { name: coins, units: -units },
        { name: card, units: cents(data.usd) },
      ];
    case "/rest/v1/cards/withdrawals":
      return [
        { name: coins, units },
        { name: card, units: -cents(data.usd) },
      ];
    case "/rest/v1/card-terminal/payments":
      if (data.outcome !== "approved") return [];
      return [
        { name: card, units: -cents(data.usd) },
        { name: held, units: cents(data.usd) },
      ];
    case "/rest/v1/card-terminal/entries":
      return [{ name: held, units: -cents(body.usd) }];
    default:
      return [];
  }
}

const TRACES: Readonly<Record<string, string>> = {
  "/rest/v1/cards/top-ups": "card_top_up",
  "/rest/v1/cards/withdrawals": "card_withdrawal",
  "/rest/v1/card-terminal/payments": "card_payment",
  "/rest/v1/card-terminal/entries": "card_entry",
};

export function cardTrace({ path, answer }: Call): { kind: string; subject: string } | undefined {
  const kind = TRACES[path];
  const data = answer?.data ?? {};
  if (kind === undefined || (kind === "card_payment" && data.outcome !== "approved")) return undefined;
  return { kind, subject: String(data.id) };
}

/** The same in the tables. */
export async function cardTracesIn(db: Db): Promise<string[]> {
  const rows = await db.read(
    (tx) => tx.rows<{ line: string }>`
      select 'card_top_up ' || quote.hash as line
      from card_top_ups taken
      join product_quotes quote on quote.id = taken.quote_id
      union all
      select 'card_withdrawal ' || hash from card_withdrawals
      union all
      select 'card_payment ' || external_id from card_authorizations where status <> 'declined'
      union all
      select 'card_entry ' || external_id from card_entries`,
  );
  return rows.map(({ line }) => line);
}
