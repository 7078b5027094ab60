// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/** What is promised of archives of one's own data. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0352-own-data.sql";
const TRIES = "server/migrations/0396-archives-by-try.sql";
const TEST = "server/outward/own-data/own-data.test.ts";
const NO_PROCESS = "no process gets anybody's data without their proof";
const ONLY_SESSION = "only the session that asked gets it";

export const GUARDS_OF_OWN_DATA: readonly Guard[] = [
  {
    promise: "data are packed by a proof of just that",
    file: MADE,
    text: "  perform spend_proofs(array['download_data:' || user_id], array[user_id]);\n  if not found then return 'unproved'; end if;\n",
    without: "",
    test: TEST,
    only: NO_PROCESS,
  },
  {
    promise: "data are packed for a session of the same person",
    file: MADE,
    text: "  perform from sessions where sessions.id = session_id and sessions.user_id = ask_for_data.user_id;\n",
    without: "  perform from sessions where sessions.id = session_id;\n",
    test: TEST,
    only: NO_PROCESS,
  },
  {
    promise: "a worker reads data for an archive of those alone who have asked",
    file: "server/migrations/0392-own-data-of-many.sql",
    text: "  if person is null then return; end if;\n",
    without: "  person := coalesce(person, (select min(id) from users));\n",
    test: TEST,
    only: NO_PROCESS,
  },
  {
    promise: "the session that asked gets the data, and no other",
    file: "server/outward/own-data/mount-download.ts",
    text: "row.session_id !== viewer?.sessionId",
    without: "row.user_id !== viewer?.userId",
    test: TEST,
    only: ONLY_SESSION,
  },
  {
    promise: "an archive of data goes with the session that asked",
    file: TRIES,
    text: "\n    or exists (select from sessions where sessions.id = made.session_id and sessions.ended_at is not null)",
    without: "",
    test: TEST,
    only: ONLY_SESSION,
  },
  {
    promise: "an archive of data goes after some days",
    file: TRIES,
    text: "  where made.expires_at < market_now()\n",
    without: "  where false\n",
    test: TEST,
    only: "it is kept for three days and then gone",
  },
  {
    promise: "an archive of data is begun again after a crash",
    file: TRIES,
    text: "    delete from data_export_pieces piece where piece.export_id = begin_export.export_id;\n",
    without: "    perform 1;\n",
    test: TEST,
    only: "an archive that dies in the middle",
  },
  {
    promise: "an earlier try writes nothing into an archive",
    file: TRIES,
    text: "wanted.tries = keep_export_piece.number and ",
    without: "",
    test: TEST,
    only: "of two workers",
  },
  {
    promise: "an earlier try ends no archive",
    file: TRIES,
    text: "made.tries = finish_export.number and ",
    without: "",
    test: TEST,
    only: "of two workers",
  },
  {
    promise: "an archive that no secret opens is forgotten",
    file: TRIES,
    text: "made.sealed_with <> all (forget_exports.versions)",
    without: "false",
    test: TEST,
    only: "an archive that no secret",
  },
  {
    promise: "a piece of an archive opens at its own place",
    file: "server/outward/own-data/pieces.ts",
    text: "`data_export_pieces.sealed:${exportId}:${place}`",
    without: "`data_export_pieces.sealed:${exportId * 0n}:${place * 0}`",
    test: TEST,
    only: "what lies in the database is sealed",
  },
  {
    promise: "the archive has the picture itself",
    file: "server/outward/own-data/archive.ts",
    text: '  if (picture) addFile(zip, "avatar.jpg", picture);\n',
    without: "  if (picture?.length === 0) throw new Error();\n",
    test: "server/outward/own-data/more-own-data.test.ts",
  },
  {
    promise: "the archive says where no file of ours lies",
    file: "server/outward/own-data/archive.ts",
    text: "  avatar: withoutKey,\n",
    without: "  others: withoutKey,\n",
    test: "server/outward/own-data/more-own-data.test.ts",
  },
  {
    promise: "changes of email in the archive are its owner's",
    file: "server/migrations/0631-more-of-own-data.sql",
    text: "  join email_changes change on change.user_id = person.id\n",
    without: "  join email_changes change on true\n",
    test: "server/outward/own-data/more-own-data.test.ts",
  },
];
