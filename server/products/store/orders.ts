/** Quotes and orders of gift cards: several lines, one price and one payment. */
import { fiatDigitsOf } from "#contract/money/fiat-digits.ts";
import { amountFault, CRYPTO, type CryptoCode, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { StoreOrder, StoreQuote } from "#contract/products/store/gift-card-store.ts";
import { ids } from "../../platform/ids.ts";
import { readSlice } from "../../platform/cursors.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { balancesOf, outcomeRefusal } from "../../money/ledger/index.ts";
import { usdCentsNow } from "../../money/rates/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { ORDER_REFUSES, orderRefusal, type ProviderAnswer } from "../providers/index.ts";
import { viewCards } from "./cards.ts";
import * as rows from "./order-rows.ts";
import { currenciesOf } from "./product-rows.ts";
import { isSimulated } from "./store-provider.ts";

type Typed = { readonly product_id: string; readonly amount: string; readonly quantity: number };
type Wish = { readonly userId: bigint; readonly lines: readonly Typed[]; readonly currency: CryptoCode };

/** The database sets the price. Refuses store.unknown, store.amount and store.stock of a line, rates.stale, ledger.insufficient_balance. */
export async function quoteOrder(tx: Tx, { userId, lines, currency }: Wish): Promise<StoreQuote> {
  const hash = ids.hash();
  const wished = await readLines(tx, lines);
  const { outcome, place } = await rows.quote(tx, { hash, userId, lines: wished, currency });
  if (outcome === "unknown" || outcome === "amount" || outcome === "stock")
    throw fieldRefusal(`store.${outcome}`, `lines.${place - 1}`);
  if (outcome !== "quoted") throw outcomeRefusal(outcome, { stale: "rates.stale" });

  const found = await rows.quoteLines(tx, hash);
  const [whole] = found;
  if (!whole) throw new Error(`the quote ${hash} is gone`);
  if ((await balancesOf(tx, userId))[currency].availableUnits < whole.units)
    throw new Refusal("ledger.insufficient_balance");
  const coins = (units: bigint) => displayFromUnits(units, CRYPTO[currency].digits);
  return {
    id: hash,
    lines: found.map((line) => viewLine(line, currency)),
    cryptoCurrencyCode: currency,
    total: coins(whole.units),
    fee: coins(whole.fee_units),
    totalUsd: displayFromUnits(await usdCentsNow(tx, currency, whole.units), 2, { pad: true }),
    costUsd: displayFromUnits(whole.cost_units, 2),
    createdAt: whole.created_at.toISOString(),
    expiresAt: whole.expires_at.toISOString(),
    simulated: isSimulated(whole.provider),
  };
}

/** Amounts in the currency of their products. */
async function readLines(tx: ReadTx, lines: readonly Typed[]): Promise<rows.WishedLine[]> {
  const currencies = await currenciesOf(
    tx,
    lines.map(({ product_id }) => BigInt(product_id)),
  );
  return lines.map(({ product_id, amount, quantity }, place) => {
    const currency = currencies.get(BigInt(product_id));
    if (currency === undefined) throw fieldRefusal("store.unknown", `lines.${place}`);
    const fault = amountFault(amount, fiatDigitsOf(currency));
    if (fault) throw fieldRefusal(`money.${fault}`, `lines.${place}`);
    const faceUnits = unitsFromDisplay(amount, fiatDigitsOf(currency));
    if (faceUnits > 10n ** 15n) throw fieldRefusal("store.amount", `lines.${place}`);
    return { productId: BigInt(product_id), faceUnits, quantity };
  });
}

/** Pays a quote, once and whole. Refuses what reserve_store_order does, by ORDER_REFUSES, store.changed and auth.password_proof. */
export async function createOrder(
  tx: Tx,
  { userId, quoteHash }: { userId: bigint; quoteHash: string },
): Promise<StoreOrder> {
  const hash = ids.hash();
  const at = await tx.readClock();
  const lineHashes = Array.from({ length: await rows.countLines(tx, quoteHash) }, () => ids.hash());
  const outcome = await rows.reserve(tx, { hash, quoteHash, userId, lineHashes, at });
  if (outcome !== "reserved")
    throw orderRefusal(outcome, {
      ...ORDER_REFUSES,
      changed: "store.changed",
      unproved: proofRefusal({ kind: "order", id: quoteHash }),
    });

  const found = await rows.ordersOf(tx, { userId, hash, limit: 1 });
  for (const { currency, line_hash: subject, line_units: units } of found)
    emitWalletEvent(tx, { userId, currency, reason: "order_paid", subject, units, txid: null });
  return must((await viewOrders(tx, userId, found))[0]);
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the order is gone");
  return value;
}

/** Refuses order.unknown. */
type Wanted = { readonly userId: bigint; readonly hash: string; readonly locale?: string };

export async function getOrder(tx: ReadTx, { userId, hash, locale }: Wanted): Promise<StoreOrder> {
  const found = await rows.ordersOf(tx, { userId, hash, limit: 1 });
  const [order] = await viewOrders(tx, userId, found, locale);
  if (!order) throw new Refusal("order.unknown");
  return order;
}

export async function listOrders(tx: ReadTx, { userId, before }: { userId: bigint; before?: string | undefined }) {
  const found = await readSlice(
    async (limit) => {
      const asked = { userId, limit, ...(before === undefined ? {} : { before: BigInt(before) }) };
      return viewOrders(tx, userId, await rows.ordersOf(tx, asked));
    },
    ({ row }) => row,
  );
  return { data: [...found.rows], meta: { next: found.next } };
}

async function viewOrders(
  tx: ReadTx,
  userId: bigint,
  lines: readonly rows.OrderRow[],
  locale = "en",
): Promise<StoreOrder[]> {
  const hashes = [...new Set(lines.map(({ hash }) => hash))];
  const cards = await viewCards(tx, { userId, orders: hashes, locale });
  return hashes.flatMap((hash) => {
    const own = lines.filter((line) => line.hash === hash);
    const [first] = own;
    return first
      ? [
          viewOrder(
            first,
            own,
            cards.filter(({ order }) => order === hash),
          ),
        ]
      : [];
  });
}

function viewOrder(first: rows.OrderRow, own: readonly rows.OrderRow[], cards: StoreOrder["cards"]): StoreOrder {
  const coins = (units: bigint) => displayFromUnits(units, CRYPTO[first.currency].digits);
  return {
    id: first.hash,
    row: String(first.id),
    lines: own.map((line) => ({
      ...viewLine(line, first.currency),
      id: line.line_hash,
      status: line.status,
      endReason: line.end_reason,
      delivered: line.delivered,
      returned: coins(line.returned_units),
      hasCase: line.has_case,
      reference: line.external_ref,
    })),
    cards,
    cryptoCurrencyCode: first.currency,
    total: coins(first.units),
    fee: coins(first.fee_units),
    createdAt: first.created_at.toISOString(),
    isOver: own.every(({ ended_at }) => ended_at !== null),
    simulated: isSimulated(first.provider),
  };
}

function viewLine(
  line: Omit<rows.QuoteRow, "units" | "fee_units" | "cost_units" | "expires_at" | "currency">,
  coin: CryptoCode,
) {
  return {
    ...{ brand: line.brand, name: line.name, countryIso: line.country, quantity: line.quantity },
    amount: displayFromUnits(line.face_units, fiatDigitsOf(line.got_currency)),
    currencyCode: line.got_currency,
    total: displayFromUnits(line.line_units, CRYPTO[coin].digits),
  };
}

/** What an answer delivered: the codes that nobody has had are kept, and a missing one of them is said. */
export async function keepDelivered(
  tx: Tx,
  orderId: bigint,
  answer: Extract<ProviderAnswer, { outcome: "succeeded" }>,
) {
  const codes = answer.codes ?? [];
  const kept = await rows.keepCodes(tx, orderId, codes);
  return {
    delivered: String((await rows.faceOf(tx, orderId)) * BigInt(kept)),
    ...(kept < codes.length ? { repeated: "true", fault: "a code that was sold before" } : {}),
  };
}
