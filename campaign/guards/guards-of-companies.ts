/** Companies with their two reviewers, conversions, and what administrators decided about a level. */
import type { Guard } from "./guard.ts";

const FUNCTIONS = "server/migrations/0540-companies.sql";
const MODULE = "server/outward/verification";
const TEST = `${MODULE}/companies.test.ts`;

export const GUARDS_OF_COMPANIES: readonly Guard[] = [
  {
    promise: "a company is approved by two reviewers",
    file: FUNCTIONS,
    text: "  select case kind when 'company' then 2 else 1 end\n",
    without: "  select 1\n",
    test: TEST,
    only: "two reviewers approve",
  },
  {
    promise: "of a company one reviewer is not both",
    file: FUNCTIONS,
    text: "      where given.verification_id = shown.id and given.staff_id = decide_verification.staff_id) then 'second_person'\n",
    without: "      where false) then 'second_person'\n",
    test: TEST,
    only: "two reviewers approve",
  },
  {
    promise: "the signer proves an approval once to each reviewer",
    file: FUNCTIONS,
    text: "      where given.verification_id = waiting.id and given.staff_id = verification_subject.staff_id)\n",
    without: "      where false)\n",
    test: TEST,
    only: "two reviewers approve",
  },
  {
    promise: "whoever has lost their role has approved nothing",
    file: FUNCTIONS,
    text: "where given.verification_id = shown.id and may_judge(given.staff_id));",
    without: "where given.verification_id = shown.id);",
    test: TEST,
    only: "whoever has lost their role",
  },
  {
    promise: "the legal name is shown of a company that was approved",
    file: FUNCTIONS,
    text: "    and approved.decided_at = at and users.id",
    without: "    and users.id",
    test: TEST,
    only: "the name of another time",
  },
  {
    promise: "a company is not shown by its name when its verification has ended",
    file: FUNCTIONS,
    text: "  update users set company_name_sealed = null\n  where users.id = new.user_id and users.company_name_sealed is not null;\n",
    without: "",
    test: TEST,
    only: "a closed account is no company",
  },
  {
    promise: "open trades keep an account from being converted",
    file: FUNCTIONS,
    text: "      where conversion_obstacle.user_id in (running.buyer_id, running.seller_id)) then 'trades'\n",
    without: "      where false) then 'trades'\n",
    test: TEST,
    only: "open trades and a document",
  },
  {
    promise: "a document in review keeps an account from being converted",
    file: FUNCTIONS,
    text: "waiting.user_id = conversion_obstacle.user_id and waiting.status = 'pending') then 'pending'\n",
    without: "false) then 'pending'\n",
    test: TEST,
    only: "open trades and a document",
  },
  {
    promise: "what was verified of a company ends when the account is a person's again",
    file: FUNCTIONS,
    text: "    set status = case known.status when 'approved' then 'ended' else 'replaced' end\n",
    without: "    set status = known.status\n",
    test: TEST,
    only: "two reviewers approve",
  },
  {
    promise: "a company is applied for by who is verified",
    file: FUNCTIONS,
    text: "and known.kind = 'id' and known.status = 'approved') then 'id_first'\n",
    without: "and known.kind = 'id' and known.status = 'approved') and false then 'id_first'\n",
    test: TEST,
    only: "a company is applied for",
  },
  {
    promise: "staff ask for a document anew by a proof of just that",
    file: FUNCTIONS,
    text: `    when not exists (
      select from spend_proofs(array['staff_demand_verification:' || user_id || ':' || kind], array[staff_id])) then 'unproved'
`,
    without: "",
    test: TEST,
    only: "a demand takes a proof",
  },
  {
    promise: "a demand leaves the level that two administrators gave",
    file: FUNCTIONS,
    text: "users.granted_level <= 2.5 and not users.is_level_lowered;",
    without: "not users.is_level_lowered;",
    test: TEST,
    only: "a demand takes a proof",
  },
  {
    promise: "a demand lifts no level that an administrator has lowered",
    file: FUNCTIONS,
    text: "users.granted_level <= 2.5 and not users.is_level_lowered;",
    without: "users.granted_level <= 2.5;",
    test: TEST,
    only: "what an administrator has lowered",
  },
  {
    promise: "an approval lifts no level that an administrator has lowered",
    file: FUNCTIONS,
    text: "users.granted_level <= users.verified_level and not users.is_level_lowered;",
    without: "users.granted_level <= users.verified_level;",
    test: TEST,
    only: "what an administrator has lowered",
  },
  {
    promise: "whoever acts for a company is not shown by their own name",
    file: "server/people/reputation/summaries.ts",
    text: "  const fullName = row.is_corporate\n",
    without: "  const fullName = companyName\n",
    test: TEST,
    only: "an account becomes a company's",
  },
  {
    promise: "the list of sanctions is asked about companies and their owners",
    file: `${MODULE}/details.ts`,
    text: "  return [person, legal, ...owners].filter(",
    without: "  return [person].filter(",
    test: TEST,
    only: "the list of sanctions",
  },
];
