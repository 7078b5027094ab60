/** Sample props of the partner program. */
import type { PartnerLandingProps, PartnerProgramProps, ShareProfileProps } from "#contract/reach/pages.ts";
import type { PartnerReward } from "#contract/reach/partner.ts";
import type { StaffPartnersProps } from "#contract/staff/pages.ts";

const DAY = 24 * 3_600_000;
const RATES = [
  { tier: 1, version: "1", percent: 50, months: 12, capPercent: 1 },
  { tier: 2, version: "2", percent: 10, months: 12, capPercent: 1 },
] as const;
const LINK = "https://example.org/register?referralCode=k7mz4wqe";

export function samplesOfPartners(nowMs: number) {
  return {
    "partner-program": { page: "partner-program", needsUser: true, props: sampleProgram(nowMs) },
    "partner-program-new": { page: "partner-program", needsUser: true, props: emptyProgram(nowMs) },
    "share-profile": {
      page: "share-profile",
      needsUser: true,
      props: {
        ...{ username: "amara_k", profileLink: "https://example.org/user/amara_k", link: LINK },
        pictureUrl: "/trader-settings/share-profile.png",
      } satisfies ShareProfileProps,
    },
    "partner-landing": {
      page: "partner-landing",
      props: { rates: [...RATES], claimUsd: 10, holdDays: 7 } satisfies PartnerLandingProps,
    },
    "staff-partners": { page: "staff-partners", needsUser: true, props: sampleStaff(nowMs) },
  } as const;
}

const at = (nowMs: number, days: number) => new Date(nowMs - days * DAY).toISOString();

function reward(nowMs: number, place: number, change: Partial<PartnerReward>): PartnerReward {
  return {
    ...{
      id: String(40 - place),
      trade: "Kx7…1a",
      tier: place % 2 === 0 ? 1 : 2,
      rateVersion: "1",
      cryptoCurrencyCode: "BTC",
    },
    ...{
      fee: "0.00012",
      amount: "0.00006",
      status: "held",
      why: null,
      at: at(nowMs, place),
      heldUntil: at(nowMs, place - 7),
    },
    ...change,
  };
}

function sampleProgram(nowMs: number): PartnerProgramProps {
  return {
    program: {
      ...{ code: "k7mz4wqe", link: LINK, mayEnterUntil: null, rates: [...RATES], hasSecondTier: true },
      referredBy: { code: "p4xwz7na", username: "li_wei", fault: null, endsAt: at(nowMs, -200) },
      ...{ holdDays: 7, claimUsd: 10, funnel: { clicks: 214, signUps: 31, verified: 18, traded: 12 } },
      balances: [
        {
          ...{ cryptoCurrencyCode: "BTC", held: "0.00018", open: "0.0004", claimed: "0.0021", openUsd: "33.28" },
          mayClaim: true,
        },
        {
          ...{
            cryptoCurrencyCode: "USDT",
            held: "0",
            open: "-1.25",
            claimed: "12.5",
            openUsd: "-1.25",
            mayClaim: false,
          },
        },
      ],
    },
    rewards: [
      reward(nowMs, 0, {}),
      reward(nowMs, 1, { status: "cancelled", amount: "0", why: "household" }),
      reward(nowMs, 8, { status: "open" }),
      reward(nowMs, 9, {
        status: "open",
        amount: "-1.25",
        fee: "2.5",
        cryptoCurrencyCode: "USDT",
        why: "fee_reversed",
      }),
      reward(nowMs, 30, { status: "claimed" }),
    ],
    next: "10",
    days: [0, 1, 3].map((days) => ({
      ...{ day: at(nowMs, days).slice(0, 10), tier: days === 1 ? 2 : 1, cryptoCurrencyCode: "BTC", amount: "0.00006" },
      rewards: 1 + days,
    })),
  };
}

function emptyProgram(nowMs: number): PartnerProgramProps {
  const { program } = sampleProgram(nowMs);
  return {
    program: {
      ...program,
      referredBy: { code: "p4xwz7nA", username: null, fault: "look_alike", endsAt: null },
      ...{ mayEnterUntil: at(nowMs, -6), funnel: { clicks: 0, signUps: 0, verified: 0, traded: 0 }, balances: [] },
    },
    ...{ rewards: [], next: null, days: [] },
  };
}

function sampleStaff(nowMs: number): StaffPartnersProps {
  const people = ["amara_k", "diego_r", "li_wei"];
  return {
    ...{ show: "open", next: null, after: "", thought: { tier: "1", percent: "25" } },
    cases: [
      {
        ...{ number: "PARTNER-000007", rule: "household", people, findings: 8, trade: "Kx7fQ2mZp1a", status: "open" },
        ...{ openedAt: at(nowMs, 2), changedAt: at(nowMs, 1), decision: null },
      },
    ],
    rates: {
      versions: RATES.map((rate) => ({ ...rate, validFrom: null })),
      costs: [{ tier: 1, cryptoCurrencyCode: "BTC", fees: "0.012", cost: "0.006", wouldCost: "0.003" }],
    },
  };
}
