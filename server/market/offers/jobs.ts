/** Jobs that keep offers up to date: presence of owners, their balances, a changed fee. */
import type { LEVEL_CHANGES } from "#contract/platform/events.ts";
import type { FlagName } from "#contract/reference/flag-names.ts";
import type { Job, StoredEvent } from "../../platform/app-ports.ts";
import type { Tx } from "../../platform/postgres/db.ts";
import { settleBadges, sweepBadges, usersWithDueBadges } from "../../people/reputation/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { LIMIT_SETTINGS } from "./switching/active-limit.ts";
import {
  ownersGoneAway,
  ownersWithMovedBalance,
  ownersWithStalePresence,
  reconsiderOffers,
  refreshOwnerFacts,
} from "./owners/owner.ts";
import { endPromotions } from "./promotion/promotion-rows.ts";
import { settleFees, settleMethodFees, usedMethods } from "./rows.ts";
import {
  lockWatermark,
  nextNearLimit,
  ownersNearLimit,
  ownersOnMarket,
  setWatermark,
  tellOfOwners,
} from "./owners/owner-rows.ts";

/** Of fifty each, in one run of the job. */
const MOST_TURNS = 100;

export const jobs: readonly Job[] = [
  {
    name: "offers-follow-owners",
    everyMs: 15_000,
    run: ({ db }) =>
      db.tx(async (tx) => {
        const owners = [...(await ownersWithStalePresence(tx)), ...(await ownersGoneAway(tx))];
        await refreshOwnerFacts(tx, owners);
        await reconsiderOffers(tx, owners);
      }),
  },
  {
    // A perk ends by time, and a tier by what is counted.
    name: "fees-settle",
    everyMs: 30_000,
    run: ({ db }) =>
      db.tx(async (tx) => {
        const owners = await settleFees(tx);
        await reconsiderOffers(tx, owners);
        await tellOfOwners(tx, owners);
      }),
  },
  {
    name: "promotions-end",
    everyMs: 30_000,
    run: ({ db }) =>
      db.tx(async (tx) => {
        const owners = await endPromotions(tx);
        await refreshOwnerFacts(tx, owners);
        await tellOfOwners(tx, owners);
      }),
  },
  {
    // Badges come and go by time, levels, restrictions and staff; the offers show them.
    name: "badges-settle",
    everyMs: 5000,
    async run({ db }) {
      for (let turn = 0; turn < MOST_TURNS; turn++) {
        const people = await db.tx(async (tx) => {
          const due = await usersWithDueBadges(tx);
          await settleBadges(tx, due);
          return due;
        });
        // Of their own, because others lock offers first. Whose badge has changed stays due until it is on their offers.
        if (people.length > 0) await db.tx((tx) => showBadges(tx, people));
        else if ((await db.tx(sweepBadges)) === 0) return;
      }
    },
  },
  {
    name: "offers-follow-balances",
    everyMs: 3000,
    run: ({ db }) =>
      db.tx(async (tx) => {
        const owners = await ownersWithMovedBalance(tx);
        if (owners.length === 0) return;
        await reconsiderOffers(tx, owners);
        await tellOfOwners(tx, owners);
      }),
  },
  {
    // A new limit concerns all owners: fifty of them in a transaction, from where the last run stopped.
    name: "offers-follow-limits",
    everyMs: 5000,
    async run({ db }) {
      for (let turn = 0; turn < MOST_TURNS; turn++) if ((await db.tx(followLimits)) === 0) return;
    },
  },
];

const ALL_FOLLOWED = 2n ** 63n - 1n;

/** Of the next owners that a limit may be about; how many. Zero where nobody is left. */
async function followLimits(tx: Tx): Promise<number> {
  const after = await lockWatermark(tx, "limits");
  if (after === ALL_FOLLOWED) return 0;
  const limits = Object.values(await readSettings(tx, LIMIT_SETTINGS));
  const near = await nextNearLimit(tx, { after, least: Math.min(...limits), most: 50 });
  await setWatermark(tx, "limits", near.at(-1) ?? ALL_FOLLOWED);
  if (near.length === 0) return 0;
  await reconsiderOffers(tx, near);
  await tellOfOwners(tx, near);
  return near.length;
}

/** On their offers; what a lost tier leaves no room for is held, and comes back with it. */
async function showBadges(tx: Tx, people: readonly bigint[]): Promise<void> {
  await refreshOwnerFacts(tx, people);
  const limits = Object.values(await readSettings(tx, LIMIT_SETTINGS));
  const near = await ownersNearLimit(tx, people, Math.min(...limits));
  if (near.length === 0) return;
  await reconsiderOffers(tx, near);
  await tellOfOwners(tx, near);
}

const LIMITS: readonly string[] = LIMIT_SETTINGS;
const FOLLOWED: readonly string[] = [
  ...["offers.fee_bp", "offers.high_fee_bp", "offers.creation_level", "catalog.disabled_methods"],
  ...["bonds.usd", "bonds.rules"],
  ...["catalog.disabled_countries", "catalog.gray_countries", "verification.closed_countries"],
];

/** Staff changed a fee, or closed a method or a country: the offers that it is about follow. Limits are followed by a job. */
export async function followSetting(tx: Tx, events: readonly StoredEvent<"setting.changed">[]): Promise<[]> {
  if (events.some(({ subject }) => LIMITS.includes(subject))) await setWatermark(tx, "limits", 0n);
  if (!events.some(({ subject }) => FOLLOWED.includes(subject))) return [];
  await settleMethodFees(tx, await usedMethods(tx));
  await reconsiderOffers(tx, await ownersOnMarket(tx));
  return [];
}

/** Flags by which offers are judged: who may have one before an ID check, and whose discount counts. */
const JUDGING: readonly string[] = ["isBasicVerificationEnabled", "isFeeDiscountEnabled"] satisfies FlagName[];

/** Staff switched a flag by which offers are judged, for all users or for one. */
export async function followFlag(tx: Tx, events: readonly StoredEvent<"flag.changed">[]): Promise<[]> {
  const userIds = events.flatMap(({ subject, payload }) => (JUDGING.includes(subject) ? [payload.userId] : []));
  if (userIds.length === 0) return [];
  await settleMethodFees(tx, await usedMethods(tx));
  const people = userIds.includes(null)
    ? await ownersOnMarket(tx)
    : userIds.flatMap((id) => (id === null ? [] : [BigInt(id)]));
  await reconsiderOffers(tx, people);
  await tellOfOwners(tx, people);
  return [];
}

/** Offers of a restricted user wait, and return when the last restriction is lifted. */
export async function followRestriction(
  tx: Tx,
  events: readonly StoredEvent<
    "account.restricted" | "account.restriction_lifted" | "account.role_granted" | "account.role_revoked"
  >[],
): Promise<[]> {
  const people = [...new Set(events.map(({ subject }) => BigInt(subject)))];
  await reconsiderOffers(tx, people);
  await tellOfOwners(tx, people);
  return [];
}

/** Offers say whether their owner is verified, and are open by it. */
export async function followLevel(tx: Tx, events: readonly StoredEvent<(typeof LEVEL_CHANGES)[number]>[]): Promise<[]> {
  const people = [...new Set(events.map(({ subject }) => BigInt(subject)))];
  await refreshOwnerFacts(tx, people);
  await reconsiderOffers(tx, people);
  await tellOfOwners(tx, people);
  return [];
}
