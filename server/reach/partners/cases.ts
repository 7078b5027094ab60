/** Staff look at accounts that earned from each other, and at the shares of the fee by version. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { Refusal, type RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { CASE_DECISIONS, CASE_LISTS } from "#contract/reach/partner/case-names.ts";
import type { PartnerCase, PartnerRates } from "#contract/reach/partner/partner.ts";
import { outcomeRefusal } from "../../money/ledger/index.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { type CaseRow, caseRows, decide, findCase } from "./case-rows.ts";
import { levelVersions } from "./ambassadors/rows.ts";
import { usdt } from "./ambassadors/view-ambassador.ts";
import { costRows, rateRows } from "./rows.ts";

const PER_PAGE = 50;
const REFUSES: Readonly<Record<string, RefusalCode>> = {
  unknown: "partner.no_case",
  own: "partner.case_own",
  not_judge: "auth.forbidden",
  closed: "partner.case_closed",
};

export async function viewCases(
  tx: ReadTx,
  { show = "open", after }: { show?: (typeof CASE_LISTS)[number] | undefined; after?: string | undefined },
): Promise<{ data: PartnerCase[]; meta: { next: string | null } }> {
  const rows = await caseRows(tx, { show, after, limit: PER_PAGE + 1 });
  const shown = rows.slice(0, PER_PAGE);
  return {
    data: shown.map(view),
    meta: { next: rows.length > PER_PAGE ? (shown.at(-1)?.id.toString() ?? null) : null },
  };
}

type Decision = {
  readonly staffId: bigint;
  readonly number: string;
  readonly decision: (typeof CASE_DECISIONS)[number];
  readonly reason: string;
};

/** Refuses partner.no_case, partner.case_own, partner.case_closed, auth.forbidden and those of halts. */
export async function decideCase(tx: Tx, { staffId, number, decision, reason }: Decision): Promise<PartnerCase> {
  const outcome = await decide(tx, { number, decision, why: reason, staffId, at: await tx.readClock() });
  if (outcome !== "done") throw outcomeRefusal(outcome, REFUSES);
  const row = await findCase(tx, number);
  if (!row) throw new Refusal("partner.no_case");
  return view(row);
}

function view(row: CaseRow): PartnerCase {
  return {
    number: row.number,
    rule: row.rule,
    people: row.people,
    findings: row.findings,
    trade: row.trade,
    status: row.status,
    openedAt: row.opened_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
    decision:
      row.decided_by === null || row.decided_at === null || row.resolution === null
        ? null
        : { by: row.decided_by, at: row.decided_at.toISOString(), why: row.resolution },
  };
}

/** Every version, and what the rewards of thirty days have cost: also with another share, in percent, of one tier. */
export async function viewRates(
  tx: ReadTx,
  { tier, percent }: { tier?: "1" | "2" | undefined; percent?: string | undefined } = {},
): Promise<PartnerRates> {
  const other =
    tier === undefined || percent === undefined
      ? undefined
      : { tier: Number(tier), bp: Math.round(Number(percent) * 100) };
  const [versions, costs] = [await rateRows(tx), await costRows(tx, other)];
  return {
    versions: versions.map((row) => ({
      tier: row.tier,
      version: row.id.toString(),
      percent: row.rate_bp / 100,
      months: row.months,
      capPercent: row.cap_bp / 100,
      validFrom: row.valid_from?.toISOString() ?? null,
    })),
    levels: (await levelVersions(tx)).map((row) => ({
      level: row.level,
      version: row.id.toString(),
      amount: usdt(row.fixed_units),
      validFrom: row.valid_from?.toISOString() ?? null,
    })),
    costs: costs.map((row) => {
      const shown = (units: bigint) => displayFromUnits(units, CRYPTO[row.currency].digits);
      return {
        tier: row.tier,
        cryptoCurrencyCode: row.currency,
        fees: shown(row.fees),
        cost: shown(row.cost),
        wouldCost: row.would_cost === null ? null : shown(row.would_cost),
      };
    }),
  };
}
