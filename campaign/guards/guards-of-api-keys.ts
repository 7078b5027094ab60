/** What is promised of keys for programs. */
import type { Guard } from "./guard.ts";

const MADE = "server/migrations/0660-api-keys.sql";
const ADMITTED = "server/platform/http/admission.ts";
const HELD = "server/people/api-keys/identify.ts";
const TEST = "server/people/api-keys/api-keys.test.ts";
const MAKING = "a key is made by a proof of just that, told, kept as a digest, and seen without its secret";
const SCOPES =
  "of all that a session opens, a key opens the reading calls of its scopes and nothing else, whatever cookie comes with it";
const STATES = "of restricted accounts a key reads where the table says so; staff have no role by it";
const ENDS = "an unknown key, one that has ended and one whose day is over are the same 401";
const EMAILS = "another email, and taking one back, end every key";
const TEN = "ten keys stand at once; the web can write none by itself, and a closed account has none";

export const GUARDS_OF_API_KEYS: readonly Guard[] = [
  {
    promise: "a key is made by a proof of just that",
    file: MADE,
    text: "  if not found then return 'unproved'; end if;\n",
    without: "",
    test: TEST,
    only: MAKING,
  },
  {
    promise: "ten keys stand at once",
    file: MADE,
    text: "then return 'many'; end if;",
    without: "and false then return 'many'; end if;",
    test: TEST,
    only: TEN,
  },
  {
    promise: "a new password ends every key",
    file: MADE,
    text: "create trigger password_ends_api_keys after update of password_hash on credentials\n",
    without: "create trigger password_ends_api_keys after update of made_at on credentials\n",
    test: TEST,
    only: "a new password ends every key",
  },
  {
    promise: "a closed account has no key",
    file: MADE,
    text: "  delete from api_keys where user_id = new.user_id;\n  return null;",
    without: "  return null;",
    test: TEST,
    only: TEN,
  },
  {
    promise: "a key opens what its scopes name",
    file: ADMITTED,
    text: " && held.scopes.some((scope) => scope === policy.keyScope)",
    without: "",
    test: TEST,
    only: SCOPES,
  },
  {
    promise: "a key works from its networks",
    file: ADMITTED,
    text: '  if (!held.isHere) throw new Refusal("api_key.place");\n',
    without: "",
    test: TEST,
    only: "a key works from its networks; what is no address or range is refused",
  },
  {
    promise: "a restriction takes a key's reading away",
    file: ADMITTED,
    text: '{ ...policy, action: "api" }',
    without: "policy",
    test: TEST,
    only: STATES,
  },
  {
    promise: "staff have no role by a key",
    file: HELD,
    text: "    roles: [],\n    isStrong: false,\n",
    without: "    isStrong: true,\n",
    test: TEST,
    only: STATES,
  },
  {
    promise: "a key ends on its day",
    file: "server/people/api-keys/rows.ts",
    text: "and not (expires_at <= ",
    without: "and not (false and expires_at <= ",
    test: TEST,
    only: ENDS,
  },
  {
    promise: "a key that is being made does not outlive the change of the password",
    file: MADE,
    text: "create trigger password_ends_api_keys after update of password_hash",
    without: "create trigger api_keys_end after update of password_hash",
    test: TEST,
    only: "a key that is being made while the password changes does not outlive it",
  },
  {
    promise: "another email ends every key",
    file: MADE,
    text: "new.done_at is distinct from old.done_at or ",
    without: "",
    test: TEST,
    only: EMAILS,
  },
  {
    promise: "taking an email back ends every key",
    file: MADE,
    text: " or new.undone_at is distinct from old.undone_at",
    without: "",
    test: TEST,
    only: EMAILS,
  },
  {
    promise: "refused calls by keys are counted by network",
    file: ADMITTED,
    text: "admitting.refusedKeys.count(from);",
    without: "void from;",
    test: TEST,
    only: "a network whose calls by keys were refused 120 times waits a minute; others, and its browsers, do not",
  },
  {
    promise: "keys that have ended are forgotten",
    file: "server/people/api-keys/rows.ts",
    text: "      where expires_at <= ",
    without: "      where false and expires_at <= ",
    test: TEST,
    only: "what has ended goes with its name and networks",
  },
];
