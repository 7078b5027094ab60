/** The passwords that were found most often in breaches, of those that are long enough to be taken here at all. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "./sources.ts";

/** The minimum length of a new password, regardless of settings. */
const LEAST_LETTERS = 10;

/** One a line, folded as a password is before it is looked up, in the order of the alphabet. */
export function buildPasswords({
  commonFolder,
  rockyouFolder,
  file,
}: Record<"commonFolder" | "rockyouFolder" | "file", string>): void {
  const lists = [
    readJson<string[]>(join(commonFolder, "src/passwords.json")),
    readFileSync(join(rockyouFolder, "data/75.txt"), "utf8").split(/\r?\n/),
  ];
  const folded = lists.flat().map((password) => password.normalize("NFKC").toLowerCase());
  const long = new Set(folded.filter((password) => [...password].length >= LEAST_LETTERS));
  writeFileSync(file, `${[...long].sort().join("\n")}\n`);
}
