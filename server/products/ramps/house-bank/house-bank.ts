/**
 * The demo's own bank: another party with books of its own, in place of a provider. People pay it on its page, where they may do so wrongly.
 * What it does with a payout is in the last two digits of the account's number, so that everything that can go wrong can be seen.
 */
import { BRAND } from "#contract/platform/brand.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import { type ProviderAnswer, ProviderFault } from "../../providers/index.ts";
import type { RampProvider, RampWanted } from "../provider.ts";
import { houseCorridors } from "./corridors.ts";
import { bookOrder, endPrompt, findOrder, type HouseOrder, linesOfDay, refundOrder } from "./rows.ts";

export const HOUSE_BANK = "house_bank";
const HOUSE_BANK_NAME = `Bank of ${BRAND}`;

/** By the last two digits of the account that is paid. */
const LOSES_ITS_ANSWER = "01";
const IS_NO_ACCOUNT = "03";
const NEVER_ANSWERS = "05";

/** A prompt is on the handset for so long. */
export const PROMPT_MS = 120_000;

/** In cents: it fills the operator's balance up when less than half is left. */
const CREDIT = 10_000_000n;

export function openHouseBank(db: Db): RampProvider {
  return {
    name: HOUSE_BANK,
    async submit(reference, wanted) {
      const made = await db.tx((tx) => bookOrder(tx, { reference, ...whatBecomesOf(reference, wanted) }));
      if (made.direction === "sell" && made.account.endsWith(LOSES_ITS_ANSWER))
        throw new ProviderFault("the connection was lost");
      return answerOf(made);
    },
    async ask(reference) {
      const found = await db.read(async (tx) => ({ made: await findOrder(tx, reference), now: tx.now }));
      if (!found.made) return { outcome: "not_found" };
      const { rail, direction, state, created_at } = found.made;
      const isPrompt = rail === "mobile_money" && direction === "buy" && state === "waiting";
      if (!isPrompt || found.now.getTime() - created_at.getTime() < PROMPT_MS) return answerOf(found.made);
      await db.tx((tx) => endPrompt(tx, reference));
      const ended = await db.read((tx) => findOrder(tx, reference));
      return ended ? answerOf(ended) : { outcome: "not_found" };
    },
    async refund(reference) {
      await db.tx((tx) => refundOrder(tx, reference));
      const made = await db.read((tx) => findOrder(tx, reference));
      return made ? answerOf(made) : { outcome: "not_found" };
    },
    // It sends no callbacks.
    read: () => ({ fault: "unsigned" }),
    async statement(day, before) {
      const booked = await db.read((tx) => linesOfDay(tx, day));
      const credit = before < CREDIT / 2n ? CREDIT - before : 0n;
      const lines = [
        { kind: "deposit", reference: "credit", units: credit, at: new Date(`${day}T00:00:00Z`) } as const,
        ...booked.map(({ kind, reference, cents, at }) => ({ kind, reference, units: cents, at })),
      ];
      const total = lines.reduce((sum, { units }) => sum + units, 0n);
      return { currency: "USD", openingUnits: before, closingUnits: before + total, lines };
    },
    corridors: () => db.read(houseCorridors),
  };
}

type Made = Parameters<typeof bookOrder>[1];

function whatBecomesOf(reference: string, wanted: RampWanted): Omit<Made, "reference"> {
  const { direction, rail, currency, units, cents, words, party } = wanted;
  const account = party?.number ?? `90${reference.replaceAll(/\D/g, "").padEnd(8, "0").slice(0, 8)}`;
  const made = {
    direction,
    rail,
    currency,
    units,
    cents,
    words,
    account,
    payee: party?.holderName ?? null,
    reason: null,
  };
  if (direction === "buy") return { ...made, state: "waiting" };
  if (account.endsWith(IS_NO_ACCOUNT)) return { ...made, state: "failed", reason: "number" };
  return { ...made, state: account.endsWith(NEVER_ANSWERS) ? "waiting" : "paid" };
}

function answerOf(made: HouseOrder): ProviderAnswer {
  const { reference, direction, rail, state, reason, currency, units, cents, account } = made;
  if (state === "refunded") return { outcome: "refunded" };
  if (state === "came_back") return { outcome: "came_back", chargedUnits: cents };
  if (state === "failed")
    return { outcome: "failed", reason: reason === "number" || reason === "declined" ? reason : "expired" };
  if (state === "waiting") {
    const instructions =
      direction === "buy" && rail === "bank"
        ? { bankName: HOUSE_BANK_NAME, accountName: BRAND, accountNumber: account }
        : undefined;
    return { outcome: "pending", providerRef: reference, instructions };
  }
  return {
    ...{ outcome: "succeeded", providerRef: reference, currency },
    deliveredUnits: made.paid_units ?? units,
    chargedUnits: made.paid_cents ?? cents,
    payerName: made.paid_name ?? undefined,
    at: made.paid_at ?? undefined,
  };
}
