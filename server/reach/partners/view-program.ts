/** What a user sees of their partner program: the link, the users whom it brought, and every reward with its reason. */
import { CRYPTO, CRYPTO_CODES, displayFromUnits } from "#contract/money/money.ts";
import type { RewardStatus } from "#contract/reach/partner/names.ts";
import type { PartnerDay, PartnerProgram, PartnerRate, PartnerReward } from "#contract/reach/partner/partner.ts";
import { PATHS } from "#contract/platform/paths.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { timezoneOf } from "../../people/accounts/index.ts";
import { isFlagOn } from "../../reference/flags/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { type BalanceRow, balanceRows, dayRows, entryRows, funnelOf, ownRow, rateRows } from "./rows.ts";

const DAY_MS = 24 * 3_600_000;
const PER_PAGE = 50;

let origin = "";

/** Links begin with the address that the market is known by. */
export function usePartnerLinks(publicOrigin: string): void {
  origin = publicOrigin;
}

export async function viewProgram(tx: ReadTx, userId: bigint): Promise<PartnerProgram> {
  const settings = await readSettings(tx, ["partner.hold_days", "partner.hand_days", "partner.claim_usd"]);
  const own = await ownRow(tx, userId);
  const enteredUntil = new Date(own.created_at.getTime() + settings["partner.hand_days"] * DAY_MS);
  return {
    code: own.code,
    link: linkOf(own.code),
    referredBy:
      own.entered === null
        ? null
        : { code: own.entered, username: own.referrer, fault: own.refused, endsAt: own.ends_at?.toISOString() ?? null },
    mayEnterUntil: own.referrer === null && enteredUntil > tx.now ? enteredUntil.toISOString() : null,
    rates: await currentRates(tx),
    hasSecondTier: await isFlagOn(tx, { name: "isMultiTierPartnerProgramEnabled", userId }),
    holdDays: settings["partner.hold_days"],
    claimUsd: settings["partner.claim_usd"],
    funnel: await funnelOf(tx, userId),
    balances: balancesOf(await balanceRows(tx, userId), settings["partner.claim_usd"]),
  };
}

/** Of a code: the registration, whose form begins with it. */
export const linkOf = (code: string) => publicLink(`${PATHS.register}?referralCode=${code}`);

/** As others can open it. */
export const publicLink = (path: string) => `${origin}${path}`;

function balancesOf(rows: readonly BalanceRow[], claimUsd: number): PartnerProgram["balances"] {
  const byCoin = new Map(rows.map((row) => [row.currency, row]));
  return CRYPTO_CODES.flatMap((code) => {
    const row = byCoin.get(code);
    if (!row) return [];
    const shown = (units: bigint) => displayFromUnits(units, CRYPTO[code].digits);
    return [
      {
        cryptoCurrencyCode: code,
        held: shown(row.held),
        open: shown(row.open),
        claimed: shown(row.claimed),
        openUsd: row.open_cents === null ? null : displayFromUnits(row.open_cents, 2),
        mayClaim: row.open > 0n && row.open_cents !== null && row.open_cents >= BigInt(claimUsd) * 100n,
      },
    ];
  });
}

/** Of each tier: the newest version, or what the settings say before there is one. */
export async function currentRates(tx: ReadTx): Promise<PartnerRate[]> {
  const settings = await readSettings(tx, [
    "partner.first_tier_bp",
    "partner.second_tier_bp",
    "partner.months",
    "partner.fee_cap_bp",
  ]);
  const versions = await rateRows(tx);
  return ([1, 2] as const).map((tier) => {
    const bp = tier === 1 ? settings["partner.first_tier_bp"] : settings["partner.second_tier_bp"];
    return {
      tier,
      version: versions.find((one) => one.tier === tier && one.rate_bp === bp)?.id.toString() ?? null,
      percent: bp / 100,
      months: settings["partner.months"],
      capPercent: settings["partner.fee_cap_bp"] / 100,
    };
  });
}

export async function listRewards(
  tx: ReadTx,
  { userId, status, before }: { userId: bigint; status?: RewardStatus | undefined; before?: string | undefined },
): Promise<{ data: PartnerReward[]; meta: { next: string | null } }> {
  const rows = await entryRows(tx, { userId, status, before, limit: PER_PAGE + 1 });
  const shown = rows.slice(0, PER_PAGE);
  return {
    data: shown.map((row) => {
      const { digits } = CRYPTO[row.currency];
      return {
        id: row.id.toString(),
        product: row.product,
        trade: row.trade,
        tier: row.tier,
        rateVersion: row.rate_id.toString(),
        cryptoCurrencyCode: row.currency,
        fee: displayFromUnits(row.fee_units, digits),
        amount: displayFromUnits(row.units, digits),
        status: row.status,
        why: row.why,
        at: row.at.toISOString(),
        heldUntil: row.held_until.toISOString(),
      };
    }),
    meta: { next: rows.length > PER_PAGE ? (shown.at(-1)?.id.toString() ?? null) : null },
  };
}

export async function listEarnings(tx: ReadTx, userId: bigint): Promise<PartnerDay[]> {
  const rows = await dayRows(tx, userId, await timezoneOf(tx, userId));
  return rows.map(({ day, tier, currency, units, rewards }) => ({
    day,
    tier,
    cryptoCurrencyCode: currency,
    amount: displayFromUnits(units, CRYPTO[currency].digits),
    rewards,
  }));
}
