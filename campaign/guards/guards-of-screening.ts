/** Promises about names that are compared again with a list of sanctions that is new. */
import type { Guard } from "./guard.ts";

const TEST = "server/outward/verification/screen-again.test.ts";
const SCREENED = "server/migrations/0614-screened-again.sql";

export const GUARDS_OF_SCREENING: readonly Guard[] = [
  {
    promise: "a list that has changed is compared again",
    file: "server/platform/watch-list.ts",
    text: 'version: createHash("sha256").update(text).digest("hex")',
    without: 'version: createHash("sha256").update("").digest("hex")',
    test: TEST,
    only: "a list that changes",
  },
  {
    promise: "a run that was broken off goes on where it was",
    file: "server/outward/verification/screen-rows.ts",
    text: " and ended_at is null\n    for update skip locked`",
    without: " and upto = 0 and ended_at is null\n    for update skip locked`",
    test: TEST,
    only: "ends in the middle",
  },
  {
    promise: "somebody is asked about once for each name of the list",
    file: "server/outward/verification/screen-rows.ts",
    text: "    on conflict (user_id, listed_name) do nothing`;",
    without: "    on conflict (reference) do nothing`;",
    test: TEST,
    only: "a list that changes",
  },
  {
    promise: "a hit is cleared by a proof of just that",
    file: SCREENED,
    text: "    when verdict = 'somebody_else' and not exists (\n      select from spend_proofs(array['staff_approve_verification:' || hit.reference], array[staff_id])) then 'unproved'\n",
    without: "",
    test: TEST,
    only: "takes a look and a proof",
  },
  {
    promise: "nobody decides a hit whose documents they have not opened",
    file: SCREENED,
    text: "    when not has_looked_at(staff_id, hit.user_id) then 'unlooked'\n",
    without: "",
    test: TEST,
    only: "takes a look and a proof",
  },
  {
    promise: "whoever is on the list is restricted first",
    file: SCREENED,
    text: "    when verdict = 'listed' and not exists (",
    without: "    when false and not exists (",
    test: TEST,
    only: "is restricted before",
  },
  {
    promise: "no process decides what was found by itself",
    file: SCREENED,
    text: "grant insert (reference, user_id, listed_name, percent, found_at) on screening_hits to parley_worker;",
    without: "grant insert, update, delete on screening_hits to parley_worker;",
    test: TEST,
    only: "nobody but the function",
  },
];
