/** Each act of the operator, from the parsed command to its output. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hostname, userInfo } from "node:os";
import {
  createAdmin,
  endSessionsByOperator,
  grantByOperator,
  haltByOperator,
  importBanksByOperator,
  liftByOperator,
  marketStatus,
  promoteToAdmin,
  recordDrillByOperator,
  retryEventsByOperator,
  revokeByOperator,
  setByOperator,
  usernameOfEmail,
} from "../../server/staff/console/index.ts";
import { HEADS_FILE, verifyAudit } from "../../server/staff/audit/index.ts";
import { liftRestrictionByOperator } from "../../server/compliance/restrictions/index.ts";
import { readBankFile } from "../../server/market/payment-accounts/index.ts";
import { checkPassword, leastLetters } from "../../server/people/auth/index.ts";
import { prepareCredential } from "../../server/signer/passwords/passwords.ts";
import type { Config as MarketConfig } from "../../server/platform/settings/config.ts";
import { eraseStaffAct } from "../../server/people/audit/index.ts";
import { readHeads } from "../../server/platform/files/head-file.ts";
import { HEADS_OF_SIGNER } from "../../server/signer/records/audit-heads.ts";
import type { Db } from "../../server/platform/postgres/db.ts";
import { askPassword } from "./ask-password.ts";
import { UsageError, type Wish } from "./read-wish.ts";

export { UsageError };

type WishOf<A extends Wish["act"]> = Extract<Wish, { act: A }>;
/** Where heads lie, and whose key they are signed with. */
type Config = Pick<MarketConfig, "dataDir" | "attestationKey">;
type Tell = (line: string) => void;
type End = "done" | "alarm";

export const acts: {
  readonly [A in Wish["act"]]: (db: Db, wish: WishOf<A>, tell: Tell, config: Config) => Promise<End>;
} = {
  async status(db, _wish, tell) {
    const lines = await db.read(marketStatus);
    for (const { topic, text, isAlarm } of lines) tell(`${isAlarm ? "!" : " "} ${topic.padEnd(11)} ${text}`);
    return lines.some(({ isAlarm }) => isAlarm) ? "alarm" : "done";
  },

  async "create-admin"(db, { email, person }, tell) {
    const username = await db.read((tx) => usernameOfEmail(tx, email));
    if (username !== undefined) {
      const isNew = await db.tx((tx) => promoteToAdmin(tx, { username, reason: signed("create-admin") }));
      tell(
        isNew ? `${username} has an account and is an administrator now.` : `${username} is an administrator already.`,
      );
      return "done";
    }
    if (!("email" in person))
      throw new UsageError(`nobody has confirmed ${email}, and a new account needs ${person.join(", ")}.`);
    const least = await db.read((tx) => leastLetters(tx));
    const password = await askPassword(`Password of ${person.username} (${least} letters or more): `);
    const own = [person.username, email.split("@")[0] ?? "", person.firstName, person.lastName];
    checkPassword({ password, own, least });
    // The owner of the tables writes into the signer's store: it need not run for this.
    const credential = await prepareCredential(db, password);
    await db.tx((tx) => createAdmin(tx, { person: { ...person, credential }, reason: signed("create-admin") }));
    tell(`${person.username} has an account now and is an administrator.`);
    return "done";
  },

  async grant(db, { role, username, reason }, tell) {
    const isNew = await db.tx((tx) => grantByOperator(tx, { role, username, reason: signed(reason) }));
    tell(isNew ? `${username} is ${role} now and has to sign in again.` : `${username} is ${role} already.`);
    return "done";
  },

  async revoke(db, { role, username, reason }, tell) {
    const isNew = await db.tx((tx) => revokeByOperator(tx, { role, username, reason: signed(reason) }));
    tell(isNew ? `${username} is not ${role} any more.` : `${username} is not ${role}.`);
    return "done";
  },

  async "end-sessions"(db, { username, reason }, tell) {
    const ended = await db.tx((tx) => endSessionsByOperator(tx, { username, reason: signed(reason) }));
    tell(ended > 0 ? `${username} is signed out everywhere (${ended}).` : `${username} is signed in nowhere.`);
    return "done";
  },

  async halt(db, { name, reason }, tell) {
    const isNew = await db.tx((tx) => haltByOperator(tx, { name, reason: signed(reason) }));
    tell(isNew ? `${name} is halted.` : `${name} is halted already.`);
    return "done";
  },

  async "lift-halt"(db, { name, reason }, tell) {
    const isNew = await db.tx((tx) => liftByOperator(tx, { name, reason: signed(reason) }));
    tell(isNew ? `${name} is lifted; status shows whether its cause sets it again.` : `${name} is not halted.`);
    return "done";
  },

  async "lift-restriction"(db, { caseNumber, reason }, tell) {
    const isNew = await db.tx((tx) =>
      liftRestrictionByOperator(tx, { caseNumber, why: reason, reason: signed(reason) }),
    );
    tell(isNew ? `The restriction ${caseNumber} is lifted.` : `There is no active restriction ${caseNumber}.`);
    return "done";
  },

  async set(db, { name, value, reason }, tell) {
    const isNew = await db.tx((tx) => setByOperator(tx, { name, value, reason: signed(reason) }));
    tell(isNew ? `${name} is ${JSON.stringify(value)} now.` : `${name} is ${JSON.stringify(value)} already.`);
    return "done";
  },

  async "verify-audit"(db, { heads: named }, tell, { dataDir, attestationKey: key }) {
    const missing = named.find((path) => !existsSync(path));
    if (missing) throw new UsageError(`there is no file ${missing}`);
    const heads = [join(dataDir, HEADS_FILE), join(dataDir, "signer", HEADS_OF_SIGNER), ...named].flatMap(readHeads);
    const { faults, acts, batches, unsigned } = await db.read((tx) => verifyAudit(tx, { heads, key }));
    for (const fault of faults) tell(`! ${fault}`);
    tell(`${acts} acts in ${batches} batches, ${unsigned} not signed yet; ${heads.length} heads outside the database.`);
    return faults.length > 0 ? "alarm" : "done";
  },

  async "erase-act"(db, { id, reason }, tell) {
    const isNew = await db.tx((tx) => eraseStaffAct(tx, { id, reason: signed(reason) }));
    tell(
      isNew ? `The words of act ${id} are erased.` : `Act ${id} has no words, or tells of an erasure and keeps them.`,
    );
    return "done";
  },

  async "import-banks"(db, { directory, file, date, reason }, tell) {
    if (!existsSync(file)) throw new UsageError(`there is no file ${file}`);
    const read = readBankFile(directory, readFileSync(file), date);
    const before = await db.tx((tx) => importBanksByOperator(tx, { read, reason: signed(reason) }));
    tell(`${read.banks.length} banks of ${read.countryIso} as of ${read.banks[0]?.asOf}; ${before} were there before.`);
    return "done";
  },

  async "restore-drill"(db, { act: _, ...drill }, tell) {
    const outcome = await db.tx((tx) => recordDrillByOperator(tx, { ...drill, reason: signed(drill.note) }));
    if (outcome === "not_yet") throw new UsageError("--at is in the future");
    const when = `The restore drill of ${drill.at.toISOString()}`;
    tell(outcome === "done" ? `${when} is recorded; /staff/cluster shows it.` : `${when} is recorded already.`);
    return "done";
  },

  async "retry-events"(db, { reason }, tell) {
    const count = await db.tx((tx) => retryEventsByOperator(tx, { reason: signed(reason) }));
    tell(count > 0 ? `${count} events that failed are tried again now.` : "No event that failed waits.");
    return "done";
  },
};

/** The reason with the operator's name: the chain of acts has no account to name. */
function signed(reason: string): string {
  return `${reason} (${process.env.SUDO_USER ?? userInfo().username} at ${hostname()})`;
}
