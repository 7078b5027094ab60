/** What a flow of trades says: who may do what and when, what each transition writes, and what happens next. Pure. */
import type { DisputeReasonSlug } from "#contract/market/disputes/reasons.ts";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { RequirementName } from "#contract/market/offers/requirement-names.ts";
import type { FlowType, TradeStatus } from "#contract/market/trades/trade/statuses.ts";
import type { TradeActor, TradeVerb } from "#contract/market/trades/trade/verbs.ts";

/** What the rules of a flow ask of a trade. */
export type TradeFacts = {
  readonly flowType: FlowType;
  readonly status: TradeStatus;
  readonly buyerIsOwner: boolean;
  readonly startedAt: Date;
  readonly expiresAt: Date | null;
  readonly detailsRevealedAt: Date | null;
  readonly ownerRespondedAt: Date | null;
  readonly paidAt: Date | null;
  /** The seller has seen the code that paid. */
  readonly codeRevealedAt: Date | null;
  readonly endedAt: Date | null;
  readonly extensionsLeft: number;
  readonly reopenAskedAt: Date | null;
  readonly isReopened: boolean;
  /** A moderator gave each side a part. */
  readonly isDivided: boolean;
  readonly disputeWaitSec: number;
  /** Something that is required of the buyer has not come. */
  readonly isProofAwaited: boolean;
  /** The buyer has not said whose account pays: the seller gave an account, or the name of a named payer no longer is the buyer's. */
  readonly isPayerAwaited: boolean;
};

/** What happens to the coins: locked at funding, then one way out per round. */
export type EscrowStep = "lock" | "release" | "return";

export type Now = { readonly facts: TradeFacts; readonly now: Date };

/** One row of the life-cycle table: who may, from where, to where. */
export type Transition = {
  readonly verb: TradeVerb;
  readonly by: readonly TradeActor[];
  readonly from: readonly TradeStatus[];
  /** "same" leaves the status as it is. */
  readonly to: TradeStatus | "same";
  /** The flow in which the trade goes on. */
  readonly toFlow?: FlowType;
  readonly escrow?: EscrowStep;
  /** The instant from which it may be done; null for at once. */
  readonly availableAt?: (facts: TradeFacts) => Date | null;
  /** The refusal before that instant. */
  readonly early?: RefusalCode;
  /** Said through a case of its own, which judges who may and when: no action of the trade's page. */
  readonly isOfCase?: true;
  /** Why it may not be done although status and actor are right. */
  readonly unless?: (at: Now) => RefusalCode | undefined;
};

/** One of one's own accounts, or a holder by name. */
export type GivenAccount = { readonly accountId: string } | { readonly holderName: string };

/** What a person adds to a verb; which of them, the verb knows. */
export type TransitionInput = {
  readonly minutes?: number;
  readonly reason?: DisputeReasonSlug;
  readonly text?: string;
  readonly note?: string;
  /** Of an award that divides: what the buyer gets, in base units. */
  readonly shareUnits?: bigint;
  /** Of a request for the payment details, in its place: the status stays. */
  readonly account?: GivenAccount | undefined;
};

/**
 * What a transition writes beside the status; the database has the columns of each (`write_moves`). A window is the time to pay, and a
 * trade that is opened anew has another one.
 */
export type Effect =
  | "window"
  | "details_revealed"
  | "paid"
  | "code_revealed"
  | "released"
  | "extended"
  | "disputed"
  | "reopen_asked"
  | "reopened";

export type NextStep = {
  readonly key: string;
  readonly mustAct: "buyer" | "seller" | "moderator" | null;
  readonly by: Date | null;
  readonly otherwise: "expires" | "cancelled_system" | null;
};

export type Effects = Readonly<Partial<Record<TradeVerb, readonly Effect[]>>>;

export type Flow = {
  /** The buyer sees the payment details from the start of the escrow on, and not after asking for them. */
  readonly showsDetailsAtOnce: boolean;
  /** Both sides write in the conversation while a dispute is open, and else never. */
  readonly talksInDisputesOnly?: true;
  /** Files that the buyer must submit before they mark the trade as paid, in addition to the offer's. */
  readonly alwaysRequires?: readonly RequirementName[];
  /** From when on a side may ask a moderator. */
  disputeAvailableAt(facts: Pick<TradeFacts, "startedAt" | "paidAt" | "disputeWaitSec">): Date;
  readonly transitions: readonly Transition[];
  /** Of the verbs that write anything. */
  readonly effects: Effects;
  /** One sentence of what happens next: who must act, by when, and what happens by itself otherwise. */
  nextStep(facts: TradeFacts): NextStep;
};
