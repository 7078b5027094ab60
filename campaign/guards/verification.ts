/** Documents, companies and names on the list of sanctions. */
import type { Guard } from "./guard.ts";

export const VERIFICATION_GUARDS: readonly Guard[] = [
  {
    promise: "documents are approved with a proof of the reviewer, whatever process asks",
    file: "server/compliance/verification/database/functions/decide_verification.sql",
    text: "    when is_approval and not exists (\n      select from spend_proofs(array['staff_approve_verification:' || shown.reference], array[staff_id])) then 'unproved'\n",
    without: "",
    test: "server/compliance/verification/verification.test.ts",
    only: "an approval takes the proof",
  },
  {
    promise: "who has not opened documents decides nothing about them",
    file: "server/compliance/verification/database/functions/decide_verification.sql",
    text: "    when not looks_at_verification(shown.id, staff_id) then 'unlooked'\n",
    without: "",
    test: "server/compliance/verification/verification.test.ts",
    only: "documents are opened for a reason",
  },
  {
    promise: "nobody reviews their own documents",
    file: "server/compliance/verification/database/functions/decide_verification.sql",
    text: "    when shown.user_id = staff_id then 'own'\n    when not looks_at_verification",
    without: "    when not looks_at_verification",
    test: "server/compliance/verification/verification.test.ts",
    only: "an approval takes the proof",
  },
  {
    promise: "the signer proves to nobody what is about their own documents",
    file: "server/signer/database/functions/subjects/verification_subject.sql",
    text: "    and waiting.user_id <> verification_subject.staff_id\n",
    without: "",
    test: "server/compliance/verification/verification.test.ts",
    only: "an approval takes the proof",
  },
  {
    promise: "a company is approved by two reviewers",
    file: "server/compliance/verification/database/functions/verification_approvers.sql",
    text: "  select case kind when 'company' then 2 else 1 end\n",
    without: "  select 1\n",
    test: "server/compliance/verification/companies.test.ts",
    only: "two reviewers approve",
  },
  {
    promise: "of a company one reviewer is not both",
    file: "server/compliance/verification/database/functions/decide_verification.sql",
    text: "      where given.verification_id = shown.id and given.staff_id = decide_verification.staff_id) then 'second_person'\n",
    without: "      where false) then 'second_person'\n",
    test: "server/compliance/verification/companies.test.ts",
    only: "two reviewers approve",
  },
];
