/** A code that comes with a cancel: shown to the signer before the transaction, and what was wrong with it is a 400 to read. */
import type { BodyOf } from "#contract/platform/endpoint.ts";
import { appCode } from "#contract/people/sign-in/proofs.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { cancelTrade } from "#contract/market/trades/trade/trades.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { Caller, Preparing, Viewer } from "../../../platform/http/policy.ts";
import { findTrades } from "../rows.ts";
import { roleIn } from "../trade.ts";
import { settleProof, showProof, type ShownProof } from "../../../people/auth/index.ts";

type Typed = NonNullable<BodyOf<typeof cancelTrade>>;

/** Undefined where no code came. Refuses trade.not_found, trade.code_malformed, auth.throttled, auth.busy. */
export async function showCancelCode(
  preparing: Preparing,
  { viewer, caller, hash }: { viewer: Viewer; caller: Caller; hash: string },
  typed: Typed,
): Promise<ShownProof | undefined> {
  const fields = Object.entries(typed).filter(([, text]) => text !== undefined);
  const [first, second] = fields;
  if (!first) return undefined;
  const [field, text] = first;
  // What is wrong with a code is shown to a side of the trade.
  const trade = (await preparing.db.read((tx) => findTrades(tx, [hash]))).get(hash);
  if (!trade || !roleIn(trade, viewer.userId)) throw new Refusal("trade.not_found");
  if (second || !appCode.safeParse(text).success) throw fieldRefusal("trade.code_malformed", (second ?? first)[0]);
  return showProof(preparing, { viewer, caller }, { for: { kind: "cancel", id: hash }, [field]: text });
}

/** The refusal of a code that was wrong, or of a user who has no such code. */
export async function settleCancelCode(tx: Tx, shown: ShownProof): Promise<Refusal | undefined> {
  const provedUntil = await settleProof(tx, shown);
  if (!(provedUntil instanceof Refusal)) return undefined;
  return new Refusal("trade.code_wrong", { reason: provedUntil.code }, provedUntil.details);
}
