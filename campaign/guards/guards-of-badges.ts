/** Promises about badges and about offers that follow a level: who decides them, by what, and that they go as they came. */
import type { Guard } from "./guard.ts";

const BADGES = "server/migrations/0610-badges.sql";
/** Where the functions were made last. */
const SETTLES = "server/migrations/0740-cheaper-steps.sql";
const DECIDES = "server/migrations/0642-badges-told.sql";
const TEST = "server/market/offers/badges.test.ts";

export const GUARDS_OF_BADGES: readonly Guard[] = [
  {
    promise: "a trade that ended before the window counts for no badge",
    file: DECIDES,
    text: "      and counted.at > span.since and counted.at < span.slot + interval '4 hours'\n",
    without: "      and counted.at < span.slot + interval '4 hours'\n",
    test: TEST,
    only: "after any history",
  },
  {
    promise: "a badge is lost when only time has passed",
    file: SETTLES,
    text: "then market_now() + interval '1 hour'\n      else decided.old_at",
    without: "then market_now() + interval '1 year'\n      else decided.old_at",
    test: "server/market/offers/badges-told.test.ts",
    only: "a badge goes when only time has passed",
  },
  {
    promise: "whoever is restricted shows no badge",
    file: SETTLES,
    text: "        when fact.is_restricted then 'no_badge'\n        when fact.given",
    without: "        when fact.given",
    test: TEST,
    only: "takes nothing away",
  },
  {
    promise: "a change that commits while badges are settled is not taken for settled",
    file: SETTLES,
    text: "  set due_at = least(due.due_at, excluded.due_at);\n  delete from badge_dues due",
    without: "  set due_at = excluded.due_at;\n  delete from badge_dues due",
    test: TEST,
    only: "changes while a badge is settled",
  },
  {
    promise: "what is due is done with before it is read",
    file: SETTLES,
    text: "  perform from badge_dues due where due.user_id = any (user_ids) order by due.user_id for update;\n  update badge_dues due set due_at = 'infinity' where due.user_id = any (user_ids);\n",
    without: "",
    test: TEST,
    only: "changes while a badge is settled",
  },
  {
    promise: "a badge that changed is looked at again until it is on the offers",
    file: SETTLES,
    text: "      when shown.user_id is not null then market_now() + interval '1 minute'\n",
    without: "",
    test: TEST,
    only: "dies before the offers show",
  },
  {
    promise: "a badge that staff give takes no offers away",
    file: "server/market/offers/owner-rows.ts",
    text: "    select tier\n    from user_reputation\n",
    without: "    select badge as tier\n    from user_reputation\n",
    test: TEST,
    only: "takes nothing away",
  },
  {
    promise: "a badge that staff give takes no rank away",
    file: "server/market/offers/rank.ts",
    text: "Math.max(badgePoints(facts.badge), badgePoints(facts.tier))",
    without: "badgePoints(facts.badge)",
    test: TEST,
    only: "takes nothing away",
  },
  {
    promise: "a badge of trades needs a verified address",
    file: SETTLES,
    text: "        when fact.is_restricted or not fact.has_address then null\n",
    without: "        when fact.is_restricted then null\n",
    test: TEST,
    only: "restricted or loses a level",
  },
  {
    promise: "a level that falls is looked at",
    file: BADGES,
    text: "for each row when (old.level is distinct from new.level) execute function note_badge_due('id')",
    without: "for each row when (old.level < new.level) execute function note_badge_due('id')",
    test: TEST,
    only: "restricted or loses a level",
  },
  {
    promise: "another number of a setting is looked at for everybody",
    file: BADGES,
    text: "for each row when (new.name like 'badges.%')",
    without: "for each row when (new.name like 'badge.%')",
    test: TEST,
    only: "another number",
  },
  {
    promise: "offers show the badge that their owner has",
    file: "server/market/offers/jobs.ts",
    text: "if (people.length > 0) await db.tx((tx) => showBadges(tx, people));",
    without: "if (people.length > 0) await Promise.resolve();",
    test: TEST,
    only: "show the same badge",
  },
  {
    promise: "a badge that is given takes two administrators",
    file: "server/migrations/0712-perks-by-staff.sql",
    text: "    when 'give_badge' then true\n",
    without: "    when 'give_badge' then false\n",
    test: TEST,
    only: "two administrators give",
  },
  {
    promise: "an offer leaves the market with its owner's level",
    file: "server/market/offers/offer.ts",
    text: '  if (!facts.mayOwnerOffer) return "level";\n',
    without: "",
    test: "server/market/offers/save-offer.test.ts",
    only: "falls below the level",
  },
  {
    promise: "offers follow the setting of the level that they need",
    file: "server/market/offers/jobs.ts",
    text: '"offers.creation_level", "catalog',
    without: '"catalog',
    test: "server/market/offers/save-offer.test.ts",
    only: "falls below the level",
  },
  {
    promise: "a badge is seeded for traders of a demo alone",
    file: BADGES,
    text: "  if not exists (select from users where users.id = new.user_id and users.is_demo) then\n",
    without: "  if false then\n",
    test: TEST,
    only: "nobody but the database",
  },
];
