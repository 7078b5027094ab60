/** Codes of top-ups: kept when they are delivered, and looked at once. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { wordRefusal } from "../../platform/postgres/outcomes.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import type { ProviderAnswer } from "../providers/index.ts";
import * as rows from "./pin-rows.ts";
import { openPin, sealPin } from "./sealed-pins.ts";
import { getTopUp } from "./top-ups.ts";

type Delivered = Extract<ProviderAnswer, { outcome: "succeeded" }>;

/** What an answer delivered, where a code was ordered: one that nobody has had is kept, and without one nothing was delivered. */
export async function keepPin(tx: Tx, orderId: bigint, answer: Delivered): Promise<Readonly<Record<string, string>>> {
  const quoteId = await rows.quoteOfPin(tx, orderId);
  if (quoteId === undefined) return {};
  const [code] = answer.codes ?? [];
  if (!code) return { delivered: "0", fault: "the code is missing" };
  if (await rows.keep(tx, orderId, sealPin(code, quoteId))) return {};
  return { delivered: "0", repeated: "true", fault: "a code that was sold before" };
}

/** Refuses top_up.no_code, gift_card.shown_before. */
export async function showPin(tx: Tx, own: { readonly userId: bigint; readonly hash: string }) {
  const { outcome, seen_at, ...pin } = await rows.show(tx, own);
  if (outcome !== "shown")
    throw wordRefusal(outcome, { unknown: "top_up.no_code", shown_before: "gift_card.shown_before" });
  if (!pin.code_sealed || !seen_at) throw new Refusal("top_up.no_code");
  const { code, pin: serial = null } = openPin({ ...pin, code_sealed: pin.code_sealed });
  return { code, serial, seenAt: seen_at.toISOString(), order: await getTopUp(tx, own) };
}
