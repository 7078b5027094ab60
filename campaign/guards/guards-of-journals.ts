/** Promises about corrections by hand and about errors that are kept, each with the guard that keeps it. */
import type { Guard } from "./guard.ts";

const JOURNALS = "server/migrations/0461-manual-journals.sql";
const _CHANGED = "server/migrations/0611-badges-by-staff.sql";
const ERRORS = "server/outward/staff/errors.test.ts";
const KINDS = "server/migrations/0462-kinds-of-errors.sql";
const BY_HAND = "server/outward/staff/manual-journals.test.ts";

export const GUARDS_OF_JOURNALS: readonly Guard[] = [
  {
    promise: "a balance is corrected by two administrators",
    file: "server/migrations/0712-perks-by-staff.sql",
    text: "    when 'post_journal' then true\n",
    without: "    when 'post_journal' then false\n",
    test: BY_HAND,
    only: "nothing moves until",
  },
  {
    promise: "nobody corrects a balance by a password",
    file: "contract/staff-names.ts",
    text: '  "post_journal",\n] as const;\n',
    without: "] as const;\n",
    test: BY_HAND,
    only: "nobody corrects their own",
  },
  {
    promise: "a case is posted once",
    file: "server/migrations/0712-perks-by-staff.sql",
    text: "case when not manual_journal_is_posted(user_id, detail) then",
    without: "case when true then",
    test: BY_HAND,
    only: "nothing moves until",
  },
  {
    promise: "what is moved by hand in a day has a limit",
    file: JOURNALS,
    text: "      > 100 * (setting_value('ledger.manual_day_usd') #>> '{}')::bigint then 'limit'\n",
    without: "      is null then 'limit'\n",
    test: BY_HAND,
    only: "no more by hand in a day",
  },
  {
    promise: "the limit of a day counts again when a correction is confirmed",
    file: JOURNALS,
    text: "    when change.kind = 'post_journal' and manual_journal_fault(change.user_id, change.detail, at) is not null then\n      manual_journal_fault(change.user_id, change.detail, at)\n",
    without: "",
    test: BY_HAND,
    only: "no more by hand in a day",
  },
  {
    promise: "nothing is moved by hand while the ledger or the coin is halted",
    file: JOURNALS,
    text: "    when standing_halt(array['ledger', 'coin_' || split_part(detail, ':', 2)]) is not null then\n",
    without: "    when false then\n",
    test: BY_HAND,
    only: "while the ledger or the coin is halted",
  },
  {
    promise: "by hand nothing leaves the chain's or an escrow's account",
    file: JOURNALS,
    text: ":(fees|dust|inventory|loss):",
    without: ":(fees|dust|inventory|loss|network|chain):",
    test: BY_HAND,
    only: "the database refuses",
  },
  {
    promise: "whom a correction is about is told",
    file: JOURNALS,
    text: "  values ('wallet.correction', subject, jsonb_build_object(",
    without: "  values ('setting.changed', subject, jsonb_build_object(",
    test: BY_HAND,
    only: "nothing moves until",
  },
  {
    promise: "a correction without two administrators is found by the check of the ledger",
    file: "server/outward/staff/invariants.ts",
    text: "        and exists (\n          select from proofs where proofs.subject = change.subject and proofs.user_id = change.proposed_by)\n",
    without: "",
    test: BY_HAND,
    only: "is found by the check",
  },
  {
    promise: "why a person's accounts were opened is written down before they are shown",
    file: "server/outward/staff/look-up.ts",
    text: "  refuseUnlessNoted(await noteLookUp(tx, { staffId, userId, reason }));\n",
    without: "  void noteLookUp, tx, staffId, userId, reason;\n",
    test: BY_HAND,
    only: "for a reason that is written down",
  },
  {
    promise: "nobody's act waits while what there is to know of a person is read",
    file: "server/outward/staff/view-person.ts",
    text: "  if (userId instanceof Refusal) return userId;\n",
    without:
      "  if (userId instanceof Refusal) return userId;\n  await noteLook(tx, { staffId, userId, reason });\n",
    test: "server/outward/staff/look-up.test.ts",
    only: "while what there is to know",
  },
  {
    promise: "a look at a person that is not written down answers nothing",
    file: "server/outward/staff/view-person.ts",
    text: "  await noteLook(tx, { staffId, userId, reason });\n",
    without: "",
    test: "server/outward/staff/look-up.test.ts",
    only: "a look that cannot be written down",
  },
  {
    promise: "nobody fills the database with errors that they made up",
    file: KINDS,
    text: ">= 500 then",
    without: ">= 500000 then",
    test: ERRORS,
    only: "five hundred a day",
  },
  {
    promise: "errors that one visitor makes up take nobody else's place",
    file: "server/outward/staff/errors.ts",
    text: " || !countCaller(networkOf(ip)).isTold) return;",
    without: ") return;\n  void countCaller, networkOf, ip;",
    test: ERRORS,
    only: "what one caller makes up",
  },
  {
    promise: "the same error is written so often an hour and no more",
    file: "server/platform/error-kinds.ts",
    text: "    return isTold ? noteOf(",
    without: "    return isTold || true ? noteOf(",
    test: ERRORS,
    only: "over and over",
  },
  {
    promise: "what a page's error quotes is not kept",
    file: "server/outward/staff/errors.ts",
    text: "  const message = withoutQuotes(told.message);",
    without: "  const { message } = told;",
    test: ERRORS,
    only: "one kind is one",
  },
  {
    promise: "an error that comes again is open again",
    file: KINDS,
    text: ", resolved_by = null, resolved_at = null;\n",
    without: ";\n",
    test: ERRORS,
    only: "it is open again",
  },
];
