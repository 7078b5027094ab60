/**
 * Gives the logins of the processes the passwords in their addresses: node tools/provide-logins.ts <folder>, with files
 * database_url_web, database_url_worker and so on, and the owner's DATABASE_URL. Run it after the migrations; again is harmless.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LOGINS, provideLogins, RESTRICTED } from "../server/platform/postgres/logins.ts";
import { readConfig } from "../server/platform/settings/config.ts";

const [folder] = process.argv.slice(2);
const { databaseUrl } = readConfig();
if (folder === undefined || databaseUrl === undefined) {
  process.stderr.write("usage: DATABASE_URL=… node tools/provide-logins.ts <folder with database_url_<role>>\n");
  process.exit(2);
}
const passwords = new Map<string, string>(RESTRICTED.map((name) => [LOGINS[name], passwordIn(folder, name)]));
await provideLogins(databaseUrl, (login) => passwords.get(login) ?? "");
process.stdout.write("The logins have their passwords.\n");

function passwordIn(where: string, name: (typeof RESTRICTED)[number]): string {
  const path = join(where, `database_url_${name}`);
  // No URL: an address of a socket has no host, and a URL with a login needs one.
  const [, username, password = ""] = /^postgres(?:ql)?:\/\/([^:@/]+):([^@/]+)@/.exec(readFileSync(path, "utf8")) ?? [];
  if (username !== LOGINS[name] || password.length < 16)
    throw new Error(
      `${path} must be an address with the login ${LOGINS[name]} and a password of 16 characters or more`,
    );
  return decodeURIComponent(password);
}
