/**
 * What blocks a wallet takes away, in one place: `wallet_blocks_of` of the database says what blocks whom. What is open
 * goes on to its end, and in a closed country everybody may take out what is theirs.
 */
import { DEFAULT_LOCALE } from "#contract/platform/locales.ts";
import { pathOf } from "#contract/platform/paths.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Action } from "#contract/compliance/restriction-names.ts";
import { WALLET_BLOCKS, type WalletBlock } from "#contract/products/wallet/blocks.ts";
import { WAYS_OUT } from "#contract/compliance/ways-out.ts";
import type { Viewer } from "../../../platform/http/policy.ts";

/** Putting an offer on the market; a blocked user may still change, switch off and delete theirs. */
export type Taken = Action | "show_offers";

const TAKES: Readonly<Record<WalletBlock, readonly Taken[]>> = {
  ID_REQUIRED: ["start_trade", "send_out", "last_send_out", "convert", "top_up", "card", "ramp", "lightning", "store"],
  BLOCKED_IN_LOCATION: [
    "start_trade",
    "receive",
    "convert",
    "top_up",
    "card",
    "ramp",
    "lightning",
    "store",
    "show_offers",
  ],
};

const REFUSES = {
  ID_REQUIRED: "account.id_required",
  BLOCKED_IN_LOCATION: "account.blocked_in_location",
} as const satisfies Record<WalletBlock, RefusalCode>;

type Blocked = Pick<Viewer, "blocks" | "restrictions">;
const LEAVING = ["send_out", "last_send_out"];

/** The block that takes an action away; undefined where it is open. */
export function blockOf(viewer: Blocked, action: Action): RefusalCode | undefined {
  const block = takenBy(viewer, action);
  return block && REFUSES[block];
}

/** Staff have looked at each send-out of a banned user, or it does not leave. */
export function takenBy({ blocks, restrictions }: Blocked, action: string): WalletBlock | undefined {
  const isWayOut = restrictions.includes("banned") && LEAVING.includes(action);
  return WALLET_BLOCKS.find((one) => !isWayOut && blocks.includes(one) && TAKES[one].some((taken) => taken === action));
}

/** The same as what is answered: with the reasons, and where to go. */
export function refusalByBlock(viewer: Blocked, action: string): Refusal | undefined {
  const block = takenBy(viewer, action);
  if (!block) return undefined;
  const redirect = pathOf(DEFAULT_LOCALE, WAYS_OUT[REFUSES[block]], undefined);
  return new Refusal(REFUSES[block], { walletBlockReasons: viewer.blocks, redirect });
}
