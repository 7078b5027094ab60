/** The badges of trades: the requirements of each, the user's progress, and its benefits. */
import type { ProgramRequirement, ProgramTier, TraderProgram } from "#contract/market/offers/trader-program.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { badgeChangesOf, badgeFactsOf } from "../../people/reputation/index.ts";
import { badgePoints } from "../../market/offers/index.ts";

export async function viewTraderProgram(tx: ReadTx, userId: bigint): Promise<TraderProgram> {
  const facts = await badgeFactsOf(tx, userId);
  const changes = await badgeChangesOf(tx, userId, 5);
  const settings = await readSettings(tx, [
    ...(["badges.days", "badges.account_days", "badges.vendor_sales", "badges.partners"] as const),
    ...(["badges.vendor_counted_partners"] as const),
    ...(["badges.power_trades", "badges.expert_trades", "badges.counted_partners"] as const),
    ...(["offers.max_active_power", "offers.max_active_expert"] as const),
  ]);
  const plain = (what: ProgramRequirement["what"], isMet: boolean) => ({ what, isMet, progress: null });
  const counted = (what: ProgramRequirement["what"], has: number, needs: number) => ({
    ...{ what, isMet: has >= needs },
    progress: { has: Math.min(has, needs), needs },
  });
  const unrestricted = plain("unrestricted", !facts.is_restricted);
  // Not how many there are: the number would say who of one's partners signs in from where.
  const partners = plain("partners", facts.has_partners);
  const ofTrades = (needs: number) => [
    counted("account_days", facts.age_days, settings["badges.account_days"]),
    plain("id", facts.has_id),
    plain("address", facts.has_address),
    counted("trades", facts.trades, needs),
    partners,
    counted("counted_partners", facts.counted_partners, settings["badges.counted_partners"]),
    unrestricted,
  ];
  const tier = (
    badge: ProgramTier["badge"],
    activeOffers: number | null,
    requirements: readonly ProgramRequirement[],
  ): ProgramTier => ({
    badge,
    isReached: requirements.every(({ isMet }) => isMet),
    requirements,
    activeOffers,
    isListedFirst: badgePoints(badge) > 0,
  });
  return {
    badge: facts.badge,
    days: settings["badges.days"],
    partners: settings["badges.partners"],
    changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })),
    tiers: [
      tier("vendor", null, [
        plain("id", facts.has_id),
        counted("sales", facts.sales, settings["badges.vendor_sales"]),
        partners,
        counted("counted_partners", facts.counted_partners, settings["badges.vendor_counted_partners"]),
        unrestricted,
      ]),
      tier("power_trader", settings["offers.max_active_power"], ofTrades(settings["badges.power_trades"])),
      tier("expert_trader", settings["offers.max_active_expert"], ofTrades(settings["badges.expert_trades"])),
    ],
  };
}
