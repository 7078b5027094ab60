/** Cards of a user: made, changed, ended, shown; and the money that goes to their account and back. */
import { amountFault, CRYPTO, type CryptoCode, displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { ClosableGroup, CardStatus } from "#contract/products/cards/names.ts";
import type { Card, CardKey, CardMove, CardNumber, CardQuote, HolderAddress } from "#contract/products/cards/cards.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { balancesOf, outcomeRefusal } from "../../money/ledger/index.ts";
import { orderRefusal } from "../providers/index.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import { proofRefusal } from "../../people/auth/index.ts";
import { currentIssuer } from "./issuer.ts";
import { REFUSES } from "./refusals.ts";
import {
  changeRow,
  findCard,
  findQuote,
  insertCard,
  insertQuote,
  type Limits,
  movesOf,
  provedNumber,
  takeQuote,
  withdraw,
} from "./rows.ts";
import { sealAddress } from "./stripe-issuing/holder.ts";
import { viewCard, viewMove } from "./view.ts";

/** A sum in dollars as cents. Refuses money.malformed, money.too_many_digits, and nothing as money.malformed. */
export function centsFrom(text: string, field: string): bigint {
  const fault = amountFault(text, 2);
  if (fault) throw fieldRefusal(`money.${fault}`, field, { digits: 2 });
  const cents = unitsFromDisplay(text, 2);
  if (cents <= 0n || cents > 10n ** 12n) throw fieldRefusal("money.malformed", field);
  return cents;
}

type Asked = {
  readonly label: string;
  readonly payment_limit?: string | undefined;
  readonly day_limit?: string | undefined;
  readonly month_limit?: string | undefined;
  readonly closed_groups?: readonly ClosableGroup[] | undefined;
};

const limitsFrom = (asked: Asked): Limits => {
  const cents = (name: "payment_limit" | "day_limit" | "month_limit") =>
    asked[name] === undefined ? null : centsFrom(asked[name], name);
  return {
    paymentLimit: cents("payment_limit"),
    dayLimit: cents("day_limit"),
    monthLimit: cents("month_limit"),
    closedGroups: [...new Set(asked.closed_groups ?? [])],
  };
};

export async function makeCard(
  tx: Tx,
  userId: bigint,
  asked: Asked & { single_use?: boolean | undefined; address?: HolderAddress | undefined },
): Promise<Card> {
  const hash = ids.hash();
  const issuer = currentIssuer();
  const isElsewhere = issuer.numbers.are === "at_issuer";
  const outcome = await insertCard(tx, {
    hash,
    userId,
    label: asked.label,
    issuer: issuer.name,
    ...issuer.begin(hash),
    addressSealed: isElsewhere && asked.address ? sealAddress(asked.address, userId) : null,
    isSingleUse: asked.single_use === true,
    ...limitsFrom(asked),
  });
  if (outcome !== "made") throw outcomeRefusal(outcome, REFUSES);
  return cardOf(tx, { hash, userId });
}

type Own = { readonly hash: string; readonly userId: bigint };

async function cardOf(tx: Tx, { hash, userId }: Own): Promise<Card> {
  const card = await findCard(tx, hash, userId);
  if (!card) throw new Refusal("virtual_card.unknown");
  return viewCard(card);
}

type Changing = Asked & { readonly status: CardStatus; readonly ask_online?: boolean | undefined };

export async function changeCard(tx: Tx, own: Own, asked: Changing): Promise<Card> {
  const { status, label, ask_online: asksOnline } = asked;
  const outcome = await changeRow(tx, own, { status, label, asksOnline, ...limitsFrom(asked) });
  if (outcome !== "set") throw outcomeRefusal(outcome, REFUSES);
  return cardOf(tx, own);
}

export async function terminateCard(tx: Tx, own: Own): Promise<Card> {
  const outcome = await changeRow(tx, own, { status: "terminated" });
  if (outcome !== "set") throw outcomeRefusal(outcome, REFUSES);
  return cardOf(tx, own);
}

/** Spends the proof. */
async function provedCard(tx: Tx, own: Own) {
  const found = await provedNumber(tx, own);
  if (found.outcome !== "shown")
    throw outcomeRefusal(found.outcome, { ...REFUSES, unproved: proofRefusal({ kind: "show_card", id: "account" }) });
  return found;
}

/** Of a card whose number the issuer has: the proof is spent before the issuer is asked, which no transaction waits for. */
export async function keyOfNumber(db: Db, own: Own, nonce: string | undefined): Promise<CardKey | undefined> {
  const { numbers } = currentIssuer();
  if (numbers.are !== "at_issuer") return undefined;
  if (nonce === undefined) throw fieldRefusal("request.malformed", "nonce");
  const { issuer_ref: ref } = await db.tx((tx) => provedCard(tx, own));
  if (ref === null) throw new Refusal("virtual_card.waits");
  return numbers.keyFor(ref, nonce).catch(() => {
    throw new Refusal("virtual_card.issuer_away");
  });
}

export async function showNumber(tx: Tx, own: Own): Promise<CardNumber> {
  const { numbers } = currentIssuer();
  const { number_sealed: numberSealed } = await provedCard(tx, own);
  if (numbers.are !== "here" || !numberSealed) throw new Refusal("virtual_card.over");
  const { expiresOn } = await cardOf(tx, own);
  return numbers.show({ hash: own.hash, numberSealed, expiresOn });
}

export async function quoteTopUp(
  tx: Tx,
  { userId, usd, currency }: { userId: bigint; usd: string; currency: CryptoCode },
): Promise<CardQuote> {
  const cents = centsFrom(usd, "usd");
  const hash = ids.hash();
  const outcome = await insertQuote(tx, { hash, userId, cents, currency });
  const quote = outcome === "quoted" ? await findQuote(tx, hash) : undefined;
  if (!quote) throw outcomeRefusal(outcome, REFUSES);
  const { units, fee_units, created_at, expires_at } = quote;
  if ((await balancesOf(tx, userId))[currency].availableUnits < units) throw new Refusal("ledger.insufficient_balance");
  return {
    id: hash,
    // As the signer has it, for what a passkey signs.
    usd: displayFromUnits(cents, 2),
    cryptoCurrencyCode: currency,
    total: displayFromUnits(units, CRYPTO[currency].digits),
    fee: displayFromUnits(fee_units, CRYPTO[currency].digits),
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  };
}

export async function topUp(tx: Tx, { userId, quoteHash }: { userId: bigint; quoteHash: string }): Promise<CardMove> {
  const quote = await findQuote(tx, quoteHash);
  const at = await tx.readClock();
  if (!quote || quote.user_id !== userId) throw new Refusal("wallet.quote_unknown");
  const outcome = await takeQuote(tx, { hash: quoteHash, userId, at });
  if (outcome !== "topped_up")
    throw orderRefusal(outcome ?? "nothing", {
      ...REFUSES,
      taken: "wallet.quote_taken",
      expired: "wallet.quote_expired",
      insufficient: "ledger.insufficient_balance",
      unproved: proofRefusal({ kind: "order", id: quoteHash }),
    });
  const { currency, units } = quote;
  emitWalletEvent(tx, { userId, currency, reason: "card_topped_up", subject: quoteHash, units, txid: null });
  return moveOf(tx, userId, quoteHash);
}

/** Refuses card.price_moved where fewer coins would come than the page showed. */
export async function withdrawMoney(
  tx: Tx,
  { userId, usd, atLeast }: { userId: bigint; usd: string; atLeast: string },
): Promise<CardMove> {
  const cents = centsFrom(usd, "usd");
  const { digits } = CRYPTO.USDT;
  const fault = amountFault(atLeast, digits);
  if (fault) throw fieldRefusal(`money.${fault}`, "at_least", { digits });
  const hash = ids.hash();
  const least = unitsFromDisplay(atLeast, digits);
  const outcome = await withdraw(tx, { hash, userId, cents, least, at: await tx.readClock() });
  if (outcome !== "withdrawn") throw outcomeRefusal(outcome, { ...REFUSES, insufficient: "virtual_card.insufficient" });
  const move = await moveOf(tx, userId, hash);
  const units = unitsFromDisplay(move.amount, digits);
  emitWalletEvent(tx, { userId, currency: "USDT", reason: "card_withdrawn", subject: hash, units, txid: null });
  return move;
}

async function moveOf(tx: Tx, userId: bigint, id: string): Promise<CardMove> {
  const move = (await movesOf(tx, userId, 10)).find((one) => one.id === id);
  if (!move) throw new Error(`no movement ${id} of card money`);
  return viewMove(move);
}
