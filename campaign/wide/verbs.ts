/** The acts of thousands of users at one moment: mostly in lists, as in commit groups, the rest one after the other. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../server/platform/postgres/db.ts";
import type { Viewer } from "../../server/platform/http/policy.ts";
import { decideDispute, takeDispute } from "../../server/market/disputes/decide-dispute.ts";
import { openDispute } from "../../server/market/disputes/open-dispute.ts";
import { addCard } from "../../server/market/gift-cards/vault.ts";
import { cancelTrade } from "../../server/market/trades/moves/cancel-trade.ts";
import { openTrades } from "../../server/market/trades/index.ts";
import { reopenTrade } from "../../server/market/trades/moves/reopen-trade.ts";
import { revealCode } from "../../server/market/trades/gift-cards/reveal-code.ts";
import type { TradeRow } from "../../server/market/trades/rows.ts";
import { shareGiftCard } from "../../server/market/trades/gift-cards/share-gift-card.ts";
import { type TradeCommand, transitionTrades } from "../../server/market/trades/moves/transition-trades.ts";
import { isOfCase } from "../market/cases.ts";
import { isOfFile } from "../market/proofs.ts";
import type { AnyCommand, Command } from "../market/types.ts";
import { type Named, namesOf, performOfCase, performOfFile } from "./cases.ts";
import type { Pair, WidePlace } from "./place.ts";

type Start = Extract<Command, { kind: "start" }>;
type Award = Extract<Command, { kind: "award" }>;
export type Step = Exclude<Extract<AnyCommand, { readonly trade: number }>, { kind: "feedback" | "reply" }>;
/** One schedule's act; `hash` names its trade, unless it starts one. `tag` is its own, for the code of a card. */
export type Act = {
  readonly pair: Pair;
  /** The model's result: "" or the refusal. */
  readonly expected: string;
  readonly command: Step | Start;
  readonly hash: string;
  readonly dollars: number;
  readonly tag: string;
  /** Of a start: who takes which offer, at the price that they saw. */
  readonly taken?: { readonly offer: string; readonly starter: bigint; readonly price: string };
};

const LISTED = {
  fund: "fund",
  reveal: "reveal_details",
  paid: "mark_paid",
  release: "release",
  extend: "extend",
  "accept card": "accept_gift_card",
  "share code": "share_code",
  fallback: "fallback",
} as const;
type Listed = keyof typeof LISTED | "cancel" | "reopen";
/** Verbs that are a transition and little else go in lists too, but for one in eight. */
const isListed = ({ command: { kind }, tag }: Act): boolean =>
  kind in LISTED || ((kind === "cancel" || kind === "reopen") && !tag.startsWith("0") && !tag.startsWith("a"));

/** As many as a commit group takes. */
const AT_ONCE = 500;

export type Outcome = { readonly code: string; readonly trade?: TradeRow };

/** In the order of the acts. Each act is of another trade. */
export async function actAll(tx: Tx, place: WidePlace, acts: readonly Act[]): Promise<Outcome[]> {
  const outcomes = new Map<Act, Outcome>();
  const listed = acts.filter(isListed);
  for (const some of inLists(listed)) note(outcomes, some, await transitionTrades(tx, some.map(commandOf)));
  const starts = acts.filter(({ command: { kind } }) => kind === "start");
  for (const some of inLists(starts)) note(outcomes, some, await openTrades(tx, some.map(openingOf)));
  const named = await namesOf(
    tx,
    acts.flatMap(({ hash, command }) => (isOfCase(command) || isOfFile(command) ? [hash] : [])),
  );
  for (const act of acts) if (!outcomes.has(act)) outcomes.set(act, await actAlone(tx, { place, named }, act));
  return acts.map((act) => outcomes.get(act) as Outcome);
}

function* inLists(acts: readonly Act[]): Generator<Act[]> {
  for (let first = 0; first < acts.length; first += AT_ONCE) yield acts.slice(first, first + AT_ONCE);
}

function note(outcomes: Map<Act, Outcome>, acts: readonly Act[], results: readonly (TradeRow | Refusal)[]): void {
  for (const [index, act] of acts.entries()) {
    const result = results[index] as TradeRow | Refusal;
    outcomes.set(act, result instanceof Refusal ? { code: codeOf(act, result) } : { code: "", trade: result });
  }
}

/** As cancelTrade says it. */
function codeOf({ command: { kind } }: Act, { code }: Refusal): string {
  return kind === "cancel" && code !== "auth.password_proof" ? "trade.cancel_refused" : code;
}

const whoIs = ({ pair, command }: Act): bigint =>
  "by" in command && command.by === "seller" ? pair.seller : pair.buyer;

function commandOf(act: Act): TradeCommand {
  const verb = verbOf(act);
  const input = verb === "extend" ? { input: { minutes: 30 } } : {};
  return { hash: act.hash, verb, userId: whoIs(act), ...input };
}

function verbOf({ command }: Act): TradeCommand["verb"] {
  const kind = command.kind as Listed;
  if (kind === "cancel") return kind;
  if (kind !== "reopen") return LISTED[kind];
  return "by" in command && command.by === "buyer" ? "ask_reopen" : "reopen";
}

const openingOf = ({ taken, dollars }: Act) => ({
  offerHash: taken?.offer ?? "",
  starter: viewerOf(taken?.starter ?? 0n),
  ip: "127.0.0.1",
  fiatAmount: String(dollars),
  cryptoAmount: undefined,
  expectedPrice: taken?.price ?? "",
  expectedRevision: undefined,
  acceptChange: false,
});

function viewerOf(userId: bigint): Viewer {
  return {
    userId,
    ...{ externalId: "", username: "", sessionId: 0n, tokenHash: "", roles: [], restrictions: [], blocks: [] },
    ...{ level: 4, lacks: null, countryIso: "DE", isDemo: false, isStrong: true },
  };
}

type Where = { readonly place: WidePlace; readonly named: Named };

/** Calls with an expected refusal run in a savepoint, and leave nothing. */
async function actAlone(tx: Tx, where: Where, act: Act): Promise<Outcome> {
  const asked = () => perform(tx, where, act);
  try {
    await (act.expected === "" ? asked() : tx.attempt(asked));
    return { code: "" };
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code };
    throw error;
  }
}

async function perform(tx: Tx, { place, named }: Where, act: Act): Promise<unknown> {
  const { hash, command } = act;
  const userId = whoIs(act);
  if (isOfCase(command)) return performOfCase(tx, { place, named }, { hash, userId, command });
  if (isOfFile(command)) return performOfFile(tx, named, { act, userId, command });
  switch (command.kind) {
    case "cancel":
      return cancelTrade(tx, { hash, userId });
    case "reopen":
      return reopenTrade(tx, { hash, userId, isStaff: false });
    case "dispute":
      return openDispute(tx, { hash, userId, reasonId: 5, text: "something is wrong here" });
    case "share card":
      return shareGiftCard(tx, { hash, userId, card: await cardFor(tx, act) });
    case "reveal code":
      return revealCode(tx, { hash, userId });
    case "award":
      return award(tx, place, act, command);
    default:
      throw new Error(`${command.kind} is done in lists`);
  }
}

/** Other users than the buyer have none to name. */
async function cardFor(tx: Tx, { pair, command, dollars, tag }: Act): Promise<string> {
  if (pair.flow !== "gcc-auto" || ("by" in command && command.by === "seller")) return "nocardofthem1";
  const card = await addCard(tx, pair.buyer, {
    ...{ payment_method: pair.method, kind: "e-card", fiat_currency_code: "USD" },
    ...{ fiat_amount: String(dollars), code: tag },
  });
  if (card instanceof Refusal) throw card;
  return card.id;
}

async function award(tx: Tx, { moderators }: WidePlace, { hash }: Act, command: Award): Promise<unknown> {
  const moderatorId = moderators[command.moderator] as bigint;
  const { winner, share } = command;
  return decideDispute(tx, {
    ...{ hash, moderatorId, winner, shareUnits: share ?? null },
    ...{ reasonCode: "payment_proven", note: "as the papers say" },
  });
}

/** The first who comes has the case; what is refused here is said again by the award. */
export async function takeCases(tx: Tx, { moderators }: WidePlace, acts: readonly Act[]): Promise<void> {
  for (const { hash, command } of acts) {
    if (command.kind !== "award") continue;
    const moderatorId = moderators[command.moderator] as bigint;
    await tx
      .attempt(() => takeDispute(tx, { hash, moderatorId, reason: "the case is next" }))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
      });
  }
}
