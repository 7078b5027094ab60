/** A new user row, for registration and for the demo market. */
import type { NameVisibility } from "#contract/people/name-visibility.ts";
import { fieldRefusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { findReferral, insertUser, isUsernameTaken, lockLook } from "./rows.ts";
import { checkName, currencyOf } from "./name-user.ts";
import type { LegalName } from "./name-rows.ts";
import { nameLengths } from "./set-username.ts";
import { checkUsername } from "./username.ts";

/** An account as registration makes it: without a name, and so without a level. */
export type Account = {
  readonly email: string;
  /** The reference of one that the signer prepared; without one nobody signs in with a password. */
  readonly credential?: string | undefined;
  readonly username?: string | undefined;
  /** Until the name is given the likeliest, "YY" where nothing is known. */
  readonly countryIso: string;
  readonly locale?: string | undefined;
  readonly timezone?: string | undefined;
  readonly isDemo?: boolean;
  readonly emailConfirmed?: boolean;
  readonly bio?: string;
  readonly nameVisibility?: NameVisibility | undefined;
};
export type Person = Account & LegalName;

/**
 * Refuses auth.username_taken, auth.username_reserved, auth.email_taken, auth.too_young, account.country_unknown,
 * account.country_closed.
 */
export async function createUser(tx: Tx, person: Account | Person): Promise<bigint> {
  const name = "birthDate" in person ? person : undefined;
  if (name) await checkName(tx, name);
  const settings = await readSettings(tx, ["accounts.play_money"]);
  const username = person.username ?? (await freeUsername(tx));
  // Names that we make are as long as they are.
  if (person.username !== undefined) checkUsername(username, await nameLengths(tx));
  await lockLook(tx, username);
  if (await isUsernameTaken(tx, username)) throw fieldRefusal("auth.username_taken", "username");

  const id = await insertUser(tx, {
    externalId: ids.uuid(),
    username,
    email: person.email,
    credential: person.credential,
    name,
    countryIso: person.countryIso,
    locale: person.locale ?? "en",
    currencyCode: currencyOf(person.countryIso),
    timezone: person.timezone ?? "UTC",
    referralCode: await freeReferralCode(tx),
    isDemo: person.isDemo ?? settings["accounts.play_money"],
    emailConfirmed: person.emailConfirmed ?? false,
    bio: person.bio ?? "",
    nameVisibility: person.nameVisibility ?? "first_name_initial",
  });
  if (id === undefined) throw fieldRefusal("auth.email_taken", "email");
  return id;
}

const FIRST =
  "Amber Brisk Calm Clear Copper Early Fair Golden Honest Keen Lively Lucky Mellow Noble Prime Quick Silver Solid Steady Swift".split(
    " ",
  );
const SECOND =
  "Badger Falcon Finch Fox Harbor Heron Lynx Maple Otter Panda Pine Raven River Robin Sparrow Stone Tiger Trader Walnut Willow".split(
    " ",
  );

/** A friendly name that nobody has; it can be changed once. */
async function freeUsername(tx: ReadTx): Promise<string> {
  for (;;) {
    const name = `${FIRST[ids.below(FIRST.length)]}${SECOND[ids.below(SECOND.length)]}${100 + ids.below(900)}`;
    if (!(await isUsernameTaken(tx, name))) return name;
  }
}

/** Of letters and digits that are not taken for each other. */
const CODE_LETTERS = "abcdefghjkmnpqrstuwxyz24679";

/** Eight letters that no code has or looks like. */
async function freeReferralCode(tx: ReadTx): Promise<string> {
  for (;;) {
    const code = Array.from({ length: 8 }, () => CODE_LETTERS[ids.below(CODE_LETTERS.length)]).join("");
    if ((await findReferral(tx, code)) === "unknown") return code;
  }
}
