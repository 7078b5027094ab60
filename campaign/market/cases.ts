/**
 * The model's cases about a trade whose coins are gone: appeals against awards, and payments that were taken back. Written from the
 * rules and not from the product.
 */
import { partsOf } from "./division.ts";
import type { CaseCommand, Draw, Model, ModelCase, ModelTrade, Role } from "./types.ts";

const HOUR_MIN = 60;
const APPEAL_WITHIN_MIN = 72 * HOUR_MIN;
const REPORT_WITHIN_MIN = 180 * 24 * HOUR_MIN;
/** By which payments come back. */
const TAKEN_BACK = ["other-bank-transfer", "bank-transfer", "paypal", "amazon-gift-card"];
const STAFF = [0, 1, 2] as const;

const OPENED: ModelCase = { takenBy: undefined, outcome: undefined, isGood: false };
export const isOfCase = (command: { readonly kind: string }): command is CaseCommand => KINDS.has(command.kind);
const KINDS = new Set(["appeal", "take appeal", "decide appeal", "report", "take report", "decide report", "repay"]);

/** "" or the refusal. */
export function actOnCase(model: Model, trade: ModelTrade, command: CaseCommand): string {
  switch (command.kind) {
    case "appeal":
      return appeal(model, trade, command.by);
    case "take appeal":
      return takeAppeal(trade, command.moderator);
    case "decide appeal":
      return decideAppeal(trade, command);
    case "report":
      return report(model, trade, command.by);
    case "take report":
      return takeReport(trade, command.moderator);
    case "decide report":
      return decideReport(trade, command);
    default:
      return repay(trade, command.by);
  }
}

/** The side that got less of the escrow. */
const loserOf = ({ status }: ModelTrade): Role => (status === "dispute_won_buyer" ? "seller" : "buyer");

function appeal(model: Model, trade: ModelTrade, by: Role): string {
  if (trade.awardedAt === undefined || by !== loserOf(trade)) return "dispute.appeal_not_yours";
  if (trade.appeal) return "dispute.appealed";
  if (model.nowMin >= trade.awardedAt + APPEAL_WITHIN_MIN) return "dispute.appeal_expired";
  trade.appeal = OPENED;
  return "";
}

function takeAppeal(trade: ModelTrade, moderator: number): string {
  const { appeal: known } = trade;
  if (!known || known.outcome) return "dispute.appeal_gone";
  if (trade.judges.includes(moderator)) return "dispute.appeal_not_judge";
  if (known.takenBy !== undefined && known.takenBy !== moderator) return "dispute.taken";
  trade.appeal = { ...known, takenBy: moderator };
  return "";
}

type Deciding<Kind> = Extract<CaseCommand, { readonly kind: Kind }>;

function decideAppeal(trade: ModelTrade, { moderator, outcome, units }: Deciding<"decide appeal">): string {
  const { appeal: known } = trade;
  const unfit = "dispute.appeal_out_of_range";
  if ((outcome === "overturned") !== (units !== undefined)) return unfit;
  if (!known || known.outcome) return "dispute.appeal_gone";
  if (known.takenBy !== moderator) return "dispute.not_taken";
  if (units !== undefined && (units < 1n || units > lostBy(trade))) return unfit;
  trade.appeal = { ...known, outcome };
  return "";
}

/** The amount that the appealing side did not get. */
export function lostBy(trade: ModelTrade): bigint {
  const { units, fee, status, share } = trade;
  const parts = share === undefined ? undefined : partsOf(trade, share);
  if (loserOf(trade) === "buyer") return units - (parts?.buyer ?? 0n);
  return status === "dispute_won_buyer" ? units + fee - (parts?.seller ?? 0n) : 0n;
}

function report(model: Model, trade: ModelTrade, by: Role): string {
  if (by !== "seller") return "chargeback.not_yours";
  if (trade.report) return "chargeback.reported";
  if (trade.status !== "released") return "chargeback.not_yours";
  if (!TAKEN_BACK.includes(model.offers[trade.offer]?.method ?? "")) return "chargeback.method";
  if (model.nowMin >= (trade.endedAt ?? 0) + REPORT_WITHIN_MIN) return "chargeback.expired";
  Object.assign(trade, { status: "chargeback_started", report: OPENED });
  return "";
}

function takeReport(trade: ModelTrade, moderator: number): string {
  const { report: known } = trade;
  if (!known || known.outcome) return "chargeback.gone";
  if (trade.judges.includes(moderator)) return "chargeback.not_judge";
  if (known.takenBy !== undefined && known.takenBy !== moderator) return "dispute.taken";
  trade.report = { ...known, takenBy: moderator };
  return "";
}

function decideReport(trade: ModelTrade, { moderator, outcome, units }: Deciding<"decide report">): string {
  const { report: known } = trade;
  if (!known || known.outcome) return "chargeback.gone";
  if (known.takenBy !== moderator) return "chargeback.not_judge";
  const isFit = units === undefined || (outcome === "confirmed" && units >= 1n && units <= trade.units + trade.fee);
  if (!isFit) return "chargeback.out_of_range";
  trade.report = { ...known, outcome };
  if (outcome === "dismissed") trade.status = "released";
  return "";
}

function repay(trade: ModelTrade, by: Role): string {
  if (by !== "seller") return "chargeback.not_yours";
  const { report: known } = trade;
  if (known?.outcome !== "confirmed" || known.isGood) return "chargeback.not_confirmed";
  Object.assign(trade, { status: "chargeback_paid", report: { ...known, isGood: true } });
  return "";
}

/** Possible steps of a case; the moderator mostly draws valid ones. */
export function caseStepsOf(known: ModelTrade, trade: number, random: Draw): CaseCommand[] {
  const [forAppeal, forReport] = [lostBy(known), known.units + known.fee].map((most) => drawUnits(most, random));
  return [
    ...(["buyer", "seller"] as const).flatMap((by) =>
      (["appeal", "report", "repay"] as const)
        // The model keeps one appeal: that of the larger share of a division has its own test.
        .filter((kind) => kind !== "appeal" || known.share === undefined || by === loserOf(known))
        .map((kind) => ({ kind, trade, by }) as const),
    ),
    ...STAFF.flatMap((moderator) => [
      { kind: "take appeal", trade, moderator } as const,
      { kind: "take report", trade, moderator } as const,
      { kind: "decide appeal", trade, moderator, outcome: "overturned", units: forAppeal } as const,
      { kind: "decide appeal", trade, moderator, outcome: "upheld", units: undefined } as const,
      { kind: "decide report", trade, moderator, outcome: "confirmed", units: forReport } as const,
      { kind: "decide report", trade, moderator, outcome: "confirmed", units: undefined } as const,
      { kind: "decide report", trade, moderator, outcome: "dismissed", units: undefined } as const,
    ]),
  ];
}

/** A unit, all, one too many, nothing, or something between. */
function drawUnits(most: bigint, random: Draw): bigint {
  const between = 1n + BigInt(random.below(Number(most > 1n ? most : 1n)));
  return [1n, most, most + 1n, 0n][random.below(6)] ?? between;
}
