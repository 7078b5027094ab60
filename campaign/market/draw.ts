/** Draws the next step of a random market. */
import { drawDivision, drawUnfit } from "./division.ts";
import { CARD_VERBS } from "./flows.ts";
import { bringCoins, displaced } from "./money/funds.ts";
import { apply, copyOf, proveEnding, takeCase } from "./model.ts";
import { drawDollars, UNITS_OF_DOLLAR } from "./money/sums.ts";
import {
  type AnyCommand,
  type Command,
  type Draw,
  DISPUTED,
  HALTS,
  type Model,
  type ModelSending,
  type ModelTrade,
  ROLES,
} from "./types.ts";

const WAITS = [1, 3, 5, 10, 30, 31, 45, 60, 61, 120, 180, 200] as const;
/** After the first nothing is reopened, after the second no feedback given. */
const LONG_WAITS = [1450, 1450, 1450, 43_300] as const;
/** Steps that are rarely possible are drawn more often. */
const WEIGHTS = {
  fund: 12,
  feedback: 3,
  reply: 4,
  reveal: 6,
  paid: 8,
  cancel: 1,
  release: 1,
  extend: 2,
  dispute: 24,
  reopen: 4,
  ...{ "share card": 12, "accept card": 24, "share code": 36, "reveal code": 6, fallback: 1 },
  award: 24,
  ...{ "submit file": 4, "judge file": 2, "take file back": 2 },
  ...{ appeal: 24, "take appeal": 24, "decide appeal": 24 },
  ...{ report: 4, "take report": 8, "decide report": 12, repay: 12 },
  ...{ send: 30, "take back": 6, deposit: 6, mine: 8, scan: 12, pay: 16, funds: 24 },
} as const;
const USUAL = ["fund", "reveal", "paid", "cancel", "release", "extend", "dispute", "reopen"] as const;
const KINDS = [...USUAL, ...CARD_VERBS];
const MODERATORS = [0, 1] as const;
const RATINGS = [1, -1] as const;

/** Mostly something that the model would accept now; sometimes time passes or something is halted; sometimes anything. */
export function draw(model: Model, random: Draw): Command {
  const dice = random.below(40);
  const awaited = random.below(4) > 0 ? bringCoins(model, random) : undefined;
  if (awaited) return awaited;
  if (dice < 8) return { kind: "wait", minutes: drawWait(random) };
  if (dice < 10) return { kind: "expire" };
  if (dice === 10) return { kind: "funds" };
  if (dice === 11 || dice === 12) return { kind: "halt", name: HALTS[random.below(HALTS.length)] ?? "ledger" };
  if (dice === 13) return drawOutage(model, random);
  if (model.halts.size > 0 && dice < 19) return { kind: "lift" };
  if (model.away.size > 0 && dice < 24) return { kind: "back" };
  const isOfWallet = random.below(4) === 0;
  const all = isOfWallet ? walletCommands(model, random) : allCommands(model, random);
  const enabled = (dice < 36 ? all : []).filter((command) => isEnabled(model, command));
  const weighted = enabled.flatMap((command) => Array.from({ length: weightOf(command) }, () => command));
  return weighted[random.below(Math.max(1, weighted.length))] ?? drawAnything(model, random);
}

const OUTAGES = [1, 10, 90] as const;

function drawOutage({ away }: Model, random: Draw): Command {
  const which = random.below(3);
  if (which === 0 || away.size > 0) return { kind: "outage", minutes: OUTAGES[random.below(OUTAGES.length)] ?? 1 };
  return { kind: "away", who: which === 1 ? "signer" : "node" };
}

/** A moderator takes the case before the step, and the user who ends a trade proves it. */
export function isEnabled(model: Model, command: AnyCommand): boolean {
  // Changes of what was said are always possible, and would crowd out the rest.
  if (command.kind === "feedback" && model.trades[command.trade]?.rated[command.by] !== 0) return false;
  // So is a file that is there already.
  if (command.kind === "submit file" && model.trades[command.trade]?.files[command.file]) return false;
  const tried = copyOf(model);
  if (command.kind === "award") takeCase(tried.trades[command.trade], command);
  if (command.kind === "release" || command.kind === "cancel")
    proveEnding(tried.trades[command.trade], { kind: command.kind, by: command.by });
  return apply(tried, command) === "";
}

function drawWait(random: Draw): number {
  if (random.below(20) === 0) return LONG_WAITS[random.below(LONG_WAITS.length)] ?? 0;
  return WAITS[random.below(WAITS.length)] ?? 1;
}

export const weightOf = ({ kind }: AnyCommand): number => (kind in WEIGHTS ? WEIGHTS[kind as keyof typeof WEIGHTS] : 0);

function allCommands(model: Model, random: Draw): Command[] {
  return model.trades.flatMap((known, trade) => [
    ...stepsOf(known, trade, random),
    ...ROLES.flatMap((by) => RATINGS.map((rating) => ({ kind: "feedback", trade, by, rating }) as const)),
    ...ROLES.map((by) => ({ kind: "reply", trade, by }) as const),
  ]);
}

/** Steps that a side or a moderator may try with one trade. */
export function stepsOf(known: ModelTrade, trade: number, random: Draw): Command[] {
  return [
    ...awardsOf(known, random).flatMap((award) =>
      MODERATORS.map((moderator) => ({ kind: "award", trade, ...award, moderator }) as const),
    ),
    ...KINDS.flatMap((kind) => ROLES.map((by) => ({ kind, trade, by }) as const)),
  ];
}

/** All to one side, divided in some way, and what a first moderator said, for the second one. */
function awardsOf(trade: ModelTrade, random: Draw) {
  const { proposed } = trade;
  const again = proposed?.share === undefined ? [] : [{ winner: proposed.winner, share: proposed.share }];
  return [...ROLES.map((winner) => ({ winner, share: undefined })), drawDivision(trade, random), ...again];
}

const FEES_PER_KVB = [2_000n, 20_000n, 60_000n] as const;

/** Steps with a reason: nothing is mined or read if nothing has happened. */
function walletCommands(model: Model, random: Draw): Command[] {
  const { deposits, sendings, height, scanned, people, nowMin, away } = model;
  const dollars = drawDollars(random);
  const owner = random.below(people.length);
  const commands: Command[] = [{ kind: "deposit", owner, dollars, units: BigInt(dollars) * UNITS_OF_DOLLAR }];
  for (const [sending, { owner: by, status }] of sendings.entries()) {
    if (status === "quoted") commands.push({ kind: "send", sending, by });
    if (status === "pending") commands.push({ kind: "take back", sending, by });
  }
  if (displaced(model).length > 0) commands.push({ kind: "funds" });
  const isOpen =
    deposits.some(({ seen, isGone }) => seen !== "credited" && !isGone) || sendings.some(({ status }) => isOut(status));
  if (isOpen) commands.push({ kind: "mine", blocks: 1 + random.below(2) });
  if (
    isOpen &&
    !away.has("node") &&
    (height > scanned || deposits.some(({ seen, isGone }) => seen === "nothing" && !isGone))
  )
    commands.push({ kind: "scan", feePerKvb: FEES_PER_KVB[random.below(FEES_PER_KVB.length)] ?? 0n });
  if (sendings.some(({ status, dueAt }) => status === "pending" && dueAt <= nowMin)) commands.push({ kind: "pay" });
  return commands;
}

const isFresh = ({ status, expiresAt }: ModelSending, nowMin: number): boolean =>
  status === "quoted" && nowMin < expiresAt;

const isOut = (status: string): boolean => status === "broadcast" || status === "confirming";

/** By anybody, whatever became of it. */
function anySendOuts({ sendings, people }: Model): Command[] {
  return sendings.flatMap((_, sending) =>
    [...people.keys()].flatMap((by) => [
      { kind: "send", sending, by } as const,
      { kind: "take back", sending, by } as const,
    ]),
  );
}

function drawAnything(model: Model, random: Draw): Command {
  // Few moments have a proposal, which its own moderator cannot confirm.
  const proposed = model.trades.findIndex(({ status, proposed }) => status === "dispute_awarded" && proposed);
  const proposal = model.trades[proposed]?.proposed;
  if (proposal && random.below(2) === 0)
    return { kind: "award", trade: proposed, winner: proposal.winner, share: proposal.share, moderator: proposal.by };
  const disputed = model.trades.findIndex(({ status }) => DISPUTED.includes(status));
  const known = model.trades[disputed];
  if (known && random.below(2) === 0) {
    const moderator = known.takenBy ?? random.below(MODERATORS.length);
    return { kind: "award", trade: disputed, ...drawUnfit(known, random), moderator };
  }
  const unproved = model.sendings.findIndex((one) => isFresh(one, model.nowMin) && !one.isProved);
  if (unproved >= 0 && random.below(2) === 0)
    return { kind: "send", sending: unproved, by: model.sendings[unproved]?.owner ?? 0 };
  const out = model.sendings.findIndex(({ status }) => isOut(status));
  if (out >= 0 && random.below(4) === 0)
    return { kind: "take back", sending: out, by: model.sendings[out]?.owner ?? 0 };
  const all = [...allCommands(model, random), ...anySendOuts(model)];
  // There is no trade yet where the first start was refused.
  return all[random.below(Math.max(1, all.length))] ?? { kind: "expire" };
}
