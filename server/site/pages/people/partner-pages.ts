/** Pages of the partner program: one's own, the profile to share, and the page for everybody. */
import { PATHS } from "#contract/platform/paths.ts";
import { SHARE_PICTURE } from "#contract/reach/partner/names.ts";
import type { RewardsSummary } from "#contract/reach/pages.ts";
import type { ReadTx } from "../../../platform/postgres/db.ts";
import { AGED_MS } from "../../../market/listing/index.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { policyLines } from "../../../people/policies/index.ts";
import { isFlagOn } from "../../../reference/flags/index.ts";
import {
  currentRates,
  listEarnings,
  listNewcomers,
  listRewards,
  publicLink,
  refuseWithoutProgram,
  rewardsOfLevels,
  viewAmbassador,
  viewLink,
  viewProgram,
} from "../../../reach/partners/index.ts";

const OWN = { auth: "session", rateLimit: "read" } as const;

async function loadProgram({ tx, viewer: known }: PageContext): Promise<Shown> {
  const viewer = needViewer(known);
  await refuseWithoutProgram(tx, viewer);
  const { data, meta } = await listRewards(tx, { userId: viewer.userId });
  return {
    page: "partner-program",
    props: {
      program: await viewProgram(tx, viewer.userId),
      rewards: data,
      next: meta.next,
      days: await listEarnings(tx, viewer.userId),
      terms: await policyLines(tx, viewer.userId, ["partner-program-terms"]),
    },
  };
}

async function loadShareProfile({ tx, viewer: known }: PageContext): Promise<Shown> {
  const viewer = needViewer(known);
  const { link } = await viewProgram(tx, viewer.userId);
  return {
    page: "share-profile",
    props: {
      username: viewer.username,
      profileLink: publicLink(PATHS.user.replace(":username", viewer.username)),
      link,
      pictureUrl: SHARE_PICTURE,
    },
  };
}

async function loadLanding({ tx }: PageContext): Promise<Shown> {
  const settings = await readSettings(tx, ["partner.claim_usd", "partner.hold_days"]);
  return {
    page: "partner-landing",
    props: {
      rates: await currentRates(tx),
      claimUsd: settings["partner.claim_usd"],
      holdDays: settings["partner.hold_days"],
    },
    keeping: { topics: [], forMs: AGED_MS },
  };
}

/** For everybody; with the reader's own application, link and newcomers. */
async function loadAmbassador({ tx, viewer }: PageContext): Promise<Shown> {
  const isForThem = viewer && (await isFlagOn(tx, { name: "isPartnerProgramEnabled", userId: viewer.userId }));
  const own = isForThem ? await viewAmbassador(tx, viewer.userId) : null;
  const newcomers = own?.level && viewer ? await listNewcomers(tx, { userId: viewer.userId }) : undefined;
  const { "partner.ambassador_days": days } = await readSettings(tx, ["partner.ambassador_days"]);
  return {
    page: "ambassador",
    props: {
      ...{ rewards: await rewardsOfLevels(tx), days, own },
      ...{ newcomers: newcomers?.data ?? [], next: newcomers?.meta.next ?? null },
    },
    keeping: { topics: [], forMs: AGED_MS },
  };
}

async function loadAssign({ tx, params }: PageContext): Promise<Shown> {
  return { page: "assign-ambassador", props: await viewLink(tx, params.id ?? "") };
}

/** For the dashboard. */
export async function rewardsSummary(tx: ReadTx, userId: bigint): Promise<RewardsSummary> {
  if (!(await isFlagOn(tx, { name: "isPartnerProgramEnabled", userId }))) return null;
  const { balances, funnel } = await viewProgram(tx, userId);
  return { balances, signUps: funnel.signUps };
}

export const partnerPages: readonly PageRoute[] = [
  { path: PATHS.partnerProgram, policy: OWN, load: loadProgram },
  { path: PATHS.shareProfile, policy: OWN, load: loadShareProfile },
  { path: PATHS.ambassadorProgramLanding, policy: { auth: "public", rateLimit: "read" }, load: loadAmbassador },
  { path: PATHS.assignAmbassador, policy: { auth: "public", rateLimit: "read" }, load: loadAssign },
  { path: PATHS.partnerProgramLanding, policy: { auth: "public", rateLimit: "read" }, load: loadLanding },
];
