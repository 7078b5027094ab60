// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/** Documents, the levels that they give, and the limits of both sides of a trade. */
import type { Guard } from "./guard.ts";
import { GUARDS_OF_PICTURES } from "./guards-of-pictures.ts";
import { GUARDS_OF_PROOFS_TOLD } from "./guards-of-proofs-told.ts";

const FUNCTIONS = "server/migrations/0420-verification.sql";
const COMPANIES = "server/migrations/0540-companies.sql";
const SCREENED = "server/migrations/0614-screened-again.sql";
const VIDEO = "server/migrations/0613-video-verification.sql";
const PROVIDER = "server/migrations/0421-provider-cases.sql";
const MODULE = "server/outward/verification";
const TEST = `${MODULE}/verification.test.ts`;
const LEVELS = "server/outward/levels/levels.test.ts";

export const GUARDS_OF_VERIFICATION: readonly Guard[] = [
  ...GUARDS_OF_PICTURES,
  ...GUARDS_OF_PROOFS_TOLD,
  {
    promise: "documents are approved with a proof of the reviewer, whatever process asks",
    file: COMPANIES,
    text: `    when is_approval and not exists (
      select from spend_proofs(array['staff_approve_verification:' || shown.reference], array[staff_id])) then 'unproved'
`,
    without: "",
    test: TEST,
    only: "an approval takes the proof",
  },
  {
    promise: "who has not opened documents decides nothing about them",
    file: COMPANIES,
    text: "    when not looks_at_verification(shown.id, staff_id) then 'unlooked'\n",
    without: "",
    test: TEST,
    only: "documents are opened for a reason",
  },
  {
    promise: "nobody reviews their own documents",
    file: COMPANIES,
    text: "    when shown.user_id = staff_id then 'own'\n    when not looks_at_verification",
    without: "    when not looks_at_verification",
    test: TEST,
    only: "an approval takes the proof",
  },
  {
    promise: "nobody opens their own documents as staff",
    file: FUNCTIONS,
    text: "    when shown.user_id = staff_id then 'own'\n    when (\n",
    without: "    when (\n",
    test: TEST,
    only: "an approval takes the proof",
  },
  {
    promise: "the signer proves to nobody what is about their own documents",
    file: SCREENED,
    text: "    and waiting.user_id <> verification_subject.staff_id and may_judge(verification_subject.staff_id)\n",
    without: "    and may_judge(verification_subject.staff_id)\n",
    test: TEST,
    only: "an approval takes the proof",
  },
  {
    promise: "who opens documents stands in the chain of staff acts",
    file: FUNCTIONS,
    text: `    perform add_staff_act(
      staff_id, 'verification.look', staff_change_about(shown.user_id, shown.kind), shown.reference || ': ' || reason, at);
`,
    without: "",
    test: TEST,
    only: "documents are opened for a reason",
  },
  {
    promise: "only staff open documents",
    file: COMPANIES,
    text: "    when may_judge(staff_id) is not true then 'not_judge'\n    when shown.id is null then 'unknown'\n    when shown.status <> 'pending'",
    without: "    when shown.id is null then 'unknown'\n    when shown.status <> 'pending'",
    test: TEST,
    only: "a web that is taken over",
  },
  {
    promise: "pictures are shown for half an hour after a look, and to who has looked",
    file: FUNCTIONS,
    text: " and looked.at > market_now() - interval '30 minutes')",
    without: ")",
    test: TEST,
    only: "documents are opened for a reason",
  },
  {
    promise: "one of the staff opens only so many documents a day",
    file: FUNCTIONS,
    text: "    ) >= coalesce((select (value #>> '{}')::int from settings where name = 'staff.documents_a_day'), 200) then 'budget'\n",
    without: "    ) < 0 then 'budget'\n",
    test: TEST,
    only: "one of the staff opens",
  },
  {
    promise: "after the last try a document is not taken until staff ask for it anew",
    file: VIDEO,
    text: "    when verification_tries_left(user_id, kind) = 0 then 'no_tries'\n",
    without: "",
    test: TEST,
    only: "a rejection says why",
  },
  {
    promise: "what staff ask for anew ends what it gave",
    file: VIDEO,
    text: "  where known.user_id = demand_verification.user_id and known.kind = demand_verification.kind and known.status = 'approved';\n  -- A video",
    without: "  where false;\n  -- A video",
    test: TEST,
    only: "what staff ask for anew",
  },
  {
    promise: "nothing is added to documents that were submitted",
    file: "server/migrations/0895-corrupted-pictures.sql",
    text: "    when own.status not in ('started', 'pending') then 'over'\n    when own.status = 'pending' and not exists (\n",
    without: "    when own.status <> 'started' and false and not exists (\n",
    test: TEST,
    only: "nothing is added",
  },
  {
    promise: "documents are submitted with all their pictures",
    file: FUNCTIONS,
    text: "where picture.verification_id = own.id and picture.side = wanted.side)) then 'incomplete'\n",
    without: "where picture.verification_id = own.id and picture.side = wanted.side)) and false then 'incomplete'\n",
    test: TEST,
    only: "nothing is added",
  },
  {
    promise: "of two who decide at once one does",
    file: COMPANIES,
    text: "    when shown.status <> 'pending' then 'over'\n    when shown.user_id = staff_id then 'own'\n    when not looks",
    without: "    when shown.user_id = staff_id then 'own'\n    when not looks",
    test: TEST,
    only: "two reviewers who decide at once",
  },
  {
    promise: "a document that has expired verifies nothing any more",
    file: FUNCTIONS,
    text: "    perform settle_level(ended.user_id);\n",
    without: "",
    test: TEST,
    only: "when a document expires",
  },
  {
    promise: "documents stay until years after their account has closed",
    file: FUNCTIONS,
    text: "where closure.user_id = one.user_id and closure.closed_at < market_now() - make_interval(years => years))\n    order by one.id",
    without: "where closure.user_id = one.user_id and closure.closed_at < market_now())\n    order by one.id",
    test: TEST,
    only: "documents are erased",
  },
  {
    promise: "of erased documents the files go too",
    file: `${MODULE}/jobs.ts`,
    text: "    await files.remove(key);\n",
    without: "",
    test: TEST,
    only: "documents are erased",
  },
  {
    promise: "a closed account has no level by documents",
    file: FUNCTIONS,
    text: "  update users set verified_level = null where users.id = new.user_id;\n",
    without: "",
    test: TEST,
    only: "documents are erased",
  },
  {
    promise: "pictures lie encrypted",
    file: `${MODULE}/show-documents.ts`,
    text: "return { fileKey: await files.put(bytes), keySealed };",
    without: "return { fileKey: await files.put(await cleanPicture(file.bytes)), keySealed };",
    test: TEST,
    only: "a picture loses",
  },
  {
    promise: "the same document is found under a new secret too",
    file: `${MODULE}/seal-anew.ts`,
    text: "detailsSealed: sealDetails(details, row.reference), mark });",
    without: "detailsSealed: sealDetails(details, row.reference), mark: mark && Buffer.alloc(32) });",
    test: `${MODULE}/kept.test.ts`,
  },
  {
    promise: "what somebody typed of a document comes opened with their own data",
    file: "server/outward/own-data/archive.ts",
    text: "  documents: openDetailsLine,\n",
    without: "",
    test: `${MODULE}/kept.test.ts`,
  },
  {
    promise: "by a password nobody approves documents",
    file: "contract/staff-names.ts",
    text: '  "approve_verification",\n',
    without: "",
    test: TEST,
    only: "a password alone approves nothing",
  },
  {
    promise: "a webhook is taken by its signature",
    file: `${MODULE}/mount-webhook.ts`,
    text: "!isFromSumsub(bytes, { secret, ...signed })",
    without: "false",
    test: `${MODULE}/provider.test.ts`,
    only: "a webhook decides nothing",
  },
  {
    promise: "as the provider nothing is decided about documents that it was not sent",
    file: PROVIDER,
    text: "      where checked.verification_id = decide_by_provider.verification_id and checked.sent_at is not null) then 'unknown'\n",
    without: "      ) then 'unknown'\n",
    test: `${MODULE}/provider.test.ts`,
    only: "only the workers decide",
  },
  {
    promise: "as the provider nobody approves a document",
    file: PROVIDER,
    text: "    when cardinality(reasons) = 0 then 'noted'\n",
    without: "",
    test: `${MODULE}/provider.test.ts`,
    only: "a worker that is taken over",
  },
  {
    promise: "what staff have decided about documents the provider does not change",
    file: PROVIDER,
    text: "    when shown.status <> 'pending' then 'over'\n",
    without: "",
    test: `${MODULE}/provider.test.ts`,
    only: "staff may decide first",
  },
  {
    promise: "documents go to the provider once",
    file: `${MODULE}/provider-rows.ts`,
    text: "    where one.status = 'pending' and checked.sent_at is null and one.kind",
    without: "    where one.status = 'pending' and one.kind",
    test: `${MODULE}/provider.test.ts`,
    only: "what waits goes to the provider",
  },
  {
    promise: "who is like a name on the list of sanctions is approved as somebody else, and not by oversight",
    file: `${MODULE}/review.ts`,
    text: "...(listed && listed.length > 0 ? [NOT_LISTED] : [])",
    without: "",
    test: TEST,
    only: "a name like one on the operator's list",
  },
  {
    promise: "starts of one moment count against the owner's limits together",
    file: "server/market/trades/open-trades.ts",
    text: "  for (const side of sides) addUsage(side, usdCents);\n",
    without: "  addUsage(sides[0], usdCents);\n",
    test: LEVELS,
    only: "those who start at once",
  },
];
