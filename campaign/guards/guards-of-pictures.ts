/** Pictures of documents that cannot be read any more. */
import type { Guard } from "./guard.ts";

const CORRUPTED = "server/migrations/0895-corrupted-pictures.sql";
const MODULE = "server/outward/verification";
const TEST = `${MODULE}/corrupted.test.ts`;

export const GUARDS_OF_PICTURES: readonly Guard[] = [
  {
    promise: "a picture is marked as corrupted by who has opened its document",
    file: CORRUPTED,
    text: "    when (may_judge(staff_id) and looks_at_verification(shown.id, staff_id)) is not true then 'unknown'\n",
    without: "",
    test: TEST,
    only: "a web that is taken over",
  },
  {
    promise: "a picture that took another's place is not marked for it",
    file: CORRUPTED,
    text: "\n        and kept.file_key = mark_picture_corrupted.file_key) then 'unknown'",
    without: ") then 'unknown'",
    test: TEST,
    only: "a web that is taken over",
  },
  {
    promise: "nobody approves documents with a picture that cannot be read",
    file: CORRUPTED,
    text: "and picture.corrupted_at is not null) then ''corrupted''",
    without: "and false) then ''corrupted''",
    test: TEST,
    only: "a web that is taken over",
  },
  {
    promise: "of documents that wait only what cannot be read is shown again",
    file: CORRUPTED,
    text: "lost.side = add_verification_picture.side\n        and lost.corrupted_at is not null) then 'over'",
    without: "lost.side = add_verification_picture.side) then 'over'",
    test: TEST,
    only: "is gone",
  },
  {
    promise: "who has looked at other pictures decides nothing about these",
    file: CORRUPTED,
    text: "        select max(picture.added_at) from verification_pictures picture\n",
    without: "        select min(picture.added_at) - interval '1 day' from verification_pictures picture\n",
    test: TEST,
    only: "was changed",
  },
  {
    promise: "who has approved other papers of a company has not approved these",
    file: CORRUPTED,
    text: "    delete from verification_approvals given where given.verification_id = own.id;\n",
    without: "",
    test: TEST,
    only: "whoever has approved a company",
  },
  {
    promise: "what a provider found of other pictures counts no more",
    file: CORRUPTED,
    text: "    set sent_at = null, reported_at = null, asked_at = null, found_nothing_at = null, failures = 0, next_try_at = null\n",
    without: "    set failures = 0\n",
    test: TEST,
    only: "a provider is sent",
  },
  {
    promise: "whoever showed a picture that cannot be read is told",
    file: CORRUPTED,
    text: "    perform tell_of_verification('account.verification_corrupted', shown, at);\n",
    without: "    null;\n",
    test: TEST,
    only: "of two pictures",
  },
  {
    promise: "a picture found corrupted stands in the chain of staff acts",
    file: CORRUPTED,
    text: "  perform add_staff_act(\n    staff_id, 'verification.corrupted', staff_change_about(shown.user_id, shown.kind), shown.reference || ': ' || side, at);\n",
    without: "",
    test: TEST,
    only: "is gone",
  },
  {
    promise: "a video that cannot be read keeps nobody from recording another",
    file: CORRUPTED,
    text: "    update verifications set status = 'ended' where id = shown.id;\n",
    without: "    null;\n",
    test: TEST,
    only: "a video that cannot be read",
  },
  {
    promise: "a picture whose file is gone is no failure of the server",
    file: `${MODULE}/picture.ts`,
    text: 'if (error.code === "ENOENT" || error.code === "EIO") return undefined;',
    without: "",
    test: TEST,
    only: "is gone",
  },
];
