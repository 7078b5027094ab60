// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of other files are quoted as they stand there.
/** What is promised of pictures that people show of themselves. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0522-avatars.sql";
const _DRAWS = "server/outward/profiles/avatar.ts";
const TEST = "server/outward/profiles/avatar.test.ts";
const GONE = "the next takes the place of the last, and one that is taken away is gone with its file";
const STAFF = "staff take a picture away for a reason, which stands in the chain and reaches its owner";

export const GUARDS_OF_AVATARS: readonly Guard[] = [
  {
    promise: "a picture is one's own upload",
    file: "server/market/chat/upload-rows.ts",
    text: "    select mime_type, file_key, sha256\n    from uploads\n    where hash = ${hash} and owner_id = ${ownerId}`;",
    without:
      "    select mime_type, file_key, sha256\n    from uploads\n    where hash = ${hash} and ${ownerId}::bigint is not null`;",
    test: TEST,
    only: "nobody shows somebody else's file, one that is no picture, or one that there is not",
  },
  {
    promise: "the file of a picture that was taken away goes",
    file: MADE,
    text: "  insert into retention_files (file_key) values (gone) on conflict do nothing;\n  update users set avatar = null where users.id = drop_avatar.user_id;\n",
    without:
      "  insert into avatars (user_id, name, file_key, set_at) values (drop_avatar.user_id, 'x', gone, market_now());\n",
    test: TEST,
    only: GONE,
  },
  {
    promise: "only whoever may restrict an account takes its picture away",
    file: MADE,
    text: "    when may_restrict(staff_id, person, 'restricted') is not true then 'not_allowed'\n",
    without: "",
    test: TEST,
    only: STAFF,
  },
  {
    promise: "that staff took a picture away stands in the chain",
    file: MADE,
    text: "    perform add_staff_act(staff_id, 'avatar.remove', staff_change_about(person, ''), reason, at);\n",
    without: "",
    test: TEST,
    only: STAFF,
  },
  {
    promise: "a picture goes when its account closes",
    file: MADE,
    text: "  perform drop_avatar(new.user_id);\n",
    without: "",
    test: TEST,
    only: "it is in the archive, and goes when the account closes",
  },
];
