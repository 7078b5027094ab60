/** Promises about badges and about offers that follow a level: who decides them, by what, and that they go as they came. */
import type { Guard } from "./guard.ts";

const BADGES = "server/migrations/0610-badges.sql";
const TEST = "server/market/offers/badges.test.ts";

export const GUARDS_OF_BADGES: readonly Guard[] = [
  {
    promise: "a trade that ended before the window counts for no badge",
    file: BADGES,
    text: "      and counted.at > span.since and counted.at < span.slot + interval '4 hours'\n",
    without: "      and counted.at < span.slot + interval '4 hours'\n",
    test: TEST,
    only: "after any history",
  },
  {
    promise: "a badge is lost when only time has passed",
    file: BADGES,
    text: "then market_now() + interval '1 hour' else",
    without: "then market_now() + interval '1 year' else",
    test: TEST,
    only: "after any history",
  },
  {
    promise: "whoever is restricted shows no badge",
    file: BADGES,
    text: "        when fact.is_restricted then 'no_badge'\n",
    without: "",
    test: TEST,
    only: "after any history",
  },
  {
    promise: "a badge of trades needs a verified address",
    file: BADGES,
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
    text: "        await settleBadges(tx, people);\n        await refreshOwnerFacts(tx, people);\n",
    without: "        await settleBadges(tx, people);\n",
    test: TEST,
    only: "show the same badge",
  },
  {
    promise: "a badge that is given takes two administrators",
    file: "server/migrations/0611-badges-by-staff.sql",
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
