/** What a user sees of the ambassador program: their application, and as an ambassador the link, the newcomers and each month. */
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { AMBASSADOR_LEVELS } from "#contract/reach/ambassador-names.ts";
import type {
  AmbassadorApplication,
  AmbassadorStatement,
  AmbassadorView,
  AssignedNewcomer,
  LevelReward,
} from "#contract/reach/ambassadors.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { timezoneOf } from "../../../people/accounts/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { linkOfAmbassador } from "./links.ts";
import * as rows from "./rows.ts";

const DAY_MS = 24 * 3_600_000;
const PER_PAGE = 50;
export const usdt = (units: bigint): string => displayFromUnits(units, CRYPTO.USDT.digits);

export async function viewAmbassador(tx: ReadTx, userId: bigint): Promise<AmbassadorView> {
  const settings = await readSettings(tx, ["partner.ambassador_days", "partner.apply_again_days"]);
  const own = await rows.ownAmbassador(tx, userId);
  const application = await rows.lastApplication(tx, userId);
  const again =
    application?.status === "declined"
      ? new Date(application.changed_at.getTime() + settings["partner.apply_again_days"] * DAY_MS)
      : undefined;
  return {
    level: own.level,
    since: own.since?.toISOString() ?? null,
    link: own.level === null ? null : linkOfAmbassador(own.code),
    application: application ? shownApplication(application) : null,
    mayApplyFrom: again && again > tx.now ? again.toISOString() : null,
    months: (await rows.monthRows(tx, userId, await timezoneOf(tx, userId))).map(({ units, ...month }) => ({
      ...month,
      amount: usdt(units),
    })),
    rewards: await rewardsOfLevels(tx),
    days: settings["partner.ambassador_days"],
  };
}

/** By the settings, of which each change makes a version. */
export async function rewardsOfLevels(tx: ReadTx): Promise<LevelReward[]> {
  const settings = await readSettings(tx, ["partner.peer_usdt", "partner.ambassador_usdt", "partner.associate_usdt"]);
  return AMBASSADOR_LEVELS.map((level) => ({ level, amount: String(settings[`partner.${level}_usdt`]) }));
}

export function shownApplication(row: rows.ApplicationRow): AmbassadorApplication {
  return {
    number: row.number,
    status: row.status,
    text: row.words,
    sentAt: row.sent_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

export async function listNewcomers(
  tx: ReadTx,
  { userId, before }: { userId: bigint; before?: string | undefined },
): Promise<{ data: AssignedNewcomer[]; meta: { next: string | null } }> {
  const found = await rows.newcomerRows(tx, { userId, before, limit: PER_PAGE + 1 });
  const shown = found.slice(0, PER_PAGE);
  return {
    data: shown.map((row) => ({
      id: row.id.toString(),
      name: row.name,
      at: row.at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      state: stateOf(row),
      why: row.why,
      amount: row.units === null ? null : usdt(row.units),
    })),
    meta: { next: found.length > PER_PAGE ? (shown.at(-1)?.id.toString() ?? null) : null },
  };
}

function stateOf(row: rows.NewcomerRow): AssignedNewcomer["state"] {
  if (row.units !== null) return "rewarded";
  if (row.is_over) return "over";
  if (row.has_traded) return "traded";
  return row.is_verified ? "verified" : "registered";
}

export async function viewStatement(
  tx: ReadTx,
  { userId, month }: { userId: bigint; month: string },
): Promise<AmbassadorStatement> {
  const zone = await timezoneOf(tx, userId);
  const { level } = await rows.ownAmbassador(tx, userId);
  const lines = await rows.lineRows(tx, { userId, month, zone });
  const counted = lines.filter(({ status }) => status !== "cancelled");
  return {
    month,
    level,
    newcomers: await rows.newcomersOf(tx, { userId, month, zone }),
    lines: lines.map((row) => ({
      at: row.at.toISOString(),
      name: row.name,
      rateVersion: row.rate_id.toString(),
      amount: usdt(row.units),
      status: row.status,
      why: row.why,
    })),
    total: usdt(counted.reduce((sum, { units }) => sum + units, 0n)),
  };
}
