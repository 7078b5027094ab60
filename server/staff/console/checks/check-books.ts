/**
 * Every invariant (docs/invariants.md) in one list, and the jobs that check them: each minute over what committed since the last
 * time and what is open, each night over everything. What is broken halts trades and money out.
 */
import type { AppPorts, Job } from "../../../platform/app-ports.ts";
import {
  checkInvariants,
  haltWhenBroken,
  type InvariantCheck,
  LEDGER_CHECKS,
  moveWatermark,
  type Violation,
  watermarkOf,
} from "../../../money/ledger/index.ts";
import { brokenLinks, newBrokenLinks } from "../../../people/audit/index.ts";
import { FEEDBACK_CHECKS } from "../../../market/feedback/index.ts";
import { TRADE_CHECKS } from "../../../market/trades/index.ts";
import { WALLET_CHECKS } from "../../../money/custody/index.ts";
import { REPUTATION_CHECKS } from "../../../people/reputation/index.ts";
import { BOND_CHECKS } from "../../../market/bonds/index.ts";
import { PARTNER_CHECKS } from "../../../reach/partners/index.ts";
import { LIGHTNING_CHECKS } from "../../../products/lightning/index.ts";
import { HEDGE_CHECKS } from "../../../products/hedging/index.ts";
import { SPOT_CHECKS } from "../../../products/spot/index.ts";
import { PROOF_CHECKS } from "../../../products/wallet/index.ts";
import { CARD_CHECKS } from "../../../products/cards/index.ts";
import { RAMP_CHECKS } from "../../../products/ramps/index.ts";
import { PROVIDER_CHECKS } from "../../../products/providers/index.ts";
import { STORE_CHECKS } from "../../../products/store/index.ts";
import { EXPOSURE_CHECKS } from "../../exposure/index.ts";
import { JOURNAL_CHECKS } from "../invariants.ts";
import { lastCheck, noteCheck, noteCheckInFull } from "./check-rows.ts";

export const ALL_CHECKS: readonly InvariantCheck[] = [
  ...LEDGER_CHECKS,
  ...TRADE_CHECKS,
  ...WALLET_CHECKS,
  ...PROOF_CHECKS,
  ...SPOT_CHECKS,
  ...HEDGE_CHECKS,
  ...EXPOSURE_CHECKS,
  ...LIGHTNING_CHECKS,
  ...BOND_CHECKS,
  ...PARTNER_CHECKS,
  ...PROVIDER_CHECKS,
  ...CARD_CHECKS,
  ...RAMP_CHECKS,
  ...STORE_CHECKS,
  ...REPUTATION_CHECKS,
  ...FEEDBACK_CHECKS,
  ...JOURNAL_CHECKS,
  { id: "I13", find: brokenLinks, findSince: newBrokenLinks },
];

type Checking = Pick<AppPorts, "db" | "log">;

/** Checks everything in one snapshot; a violation halts trades and money out, and says so. */
export async function checkBooks(app: Checking): Promise<Violation[]> {
  const begun = performance.now();
  const found = await app.db.snapshot((tx) => checkInvariants(tx, ALL_CHECKS));
  await conclude(app, { found, note: noteCheckInFull, begun });
  return found;
}

/**
 * The same of what committed since the last such check that found nothing, and of what is open; the first looks at
 * everything. What it found it finds again until it is repaired.
 */
export async function checkWhatIsNew(app: Checking): Promise<Violation[]> {
  const begun = performance.now();
  const found = await app.db.snapshot(async (tx) => {
    const watermark = await watermarkOf(tx);
    const violations = await checkInvariants(tx, ALL_CHECKS, watermark);
    if (violations.length === 0) await moveWatermark(tx, watermark);
    return violations;
  });
  await conclude(app, { found, note: noteCheck, begun });
  return found;
}

type Conclusion = { readonly found: readonly Violation[]; readonly note: typeof noteCheck; readonly begun: number };

/** In a transaction that sees the newest halts: the snapshot of the check may be an hour old. */
async function conclude({ db, log }: Checking, { found, note, begun }: Conclusion): Promise<void> {
  const tookMs = Math.round(performance.now() - begun);
  await db.tx(async (tx) => {
    await note(tx, { broken: found.length, tookMs });
    if (found.length === 0) return;
    log.error({ found }, "the ledger's invariants do not hold; what they are about is halted");
    for (const { invariant, detail, halts } of gravestFirst(found))
      await haltWhenBroken(tx, `${invariant}: ${detail}`.slice(0, 300), halts);
  });
}

/** One for everything, and one for each that stops something alone. */
function gravestFirst(found: readonly Violation[]): Violation[] {
  const first = found.find(({ halts }) => halts === undefined);
  return [...(first ? [first] : []), ...found.filter(({ halts }) => halts !== undefined)];
}

/** From this hour of the market's day on (UTC) everything is due. */
const NIGHT_HOUR = 3;
const DAY_MS = 86_400_000;

/** Whether the last check of everything ended before this night began. */
export function isDueInFull(last: Date | undefined, now: Date): boolean {
  const shifted = now.getTime() - NIGHT_HOUR * 3_600_000;
  const night = shifted - (shifted % DAY_MS) + NIGHT_HOUR * 3_600_000;
  return last === undefined || last.getTime() < night;
}

export const bookJobs: readonly Job[] = [
  {
    name: "check-books",
    everyMs: 60_000,
    run: async (app) => {
      await checkWhatIsNew(app);
    },
  },
  {
    name: "check-books-in-full",
    everyMs: 600_000,
    run: async (app) => {
      const last = await app.db.read(lastCheck);
      if (isDueInFull(last?.in_full_at ?? undefined, app.db.marketNow())) await checkBooks(app);
    },
  },
];
