/** What the migrations say above columns, tables, indexes, triggers and functions: the newest word that is not about the change itself. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { migrationsOnDisk } from "../../server/platform/migrate.ts";

export type Comments = {
  readonly of: (thing: string) => string | undefined;
  /** The migration that made or changed the function last, and the modules that its head names. */
  readonly ownersOf: (name: string) => readonly string[];
};

const START = [
  { kind: "function", form: /^create (?:or replace )?function (\w+)/ },
  { kind: "table", form: /^create table (?:if not exists )?(\w+)/ },
  { kind: "view", form: /^create (?:or replace )?view (\w+)/ },
  { kind: "index", form: /^create (?:unique )?index (?:if not exists )?(\w+)/ },
  { kind: "trigger", form: /^create (?:or replace )?(?:constraint )?trigger (\w+)/ },
] as const;
const HISTORY = /^(?:as before|as it was|the same|made anew|now |new:)/i;

export function readComments(): Comments {
  const found = new Map<string, string>();
  const owners = new Map<string, string[]>();
  const note = (thing: string, lines: readonly string[]) => {
    const text = lines.map((line) => line.replace(/^\s*-- ?/, "")).join("\n");
    if (text === "" || /Owned by/.test(text) || HISTORY.test(text)) return;
    found.set(thing, text.replace(/\b([Tt])he books\b/g, "$1he ledger"));
  };
  for (const { text } of migrationsOnDisk()) {
    const named = [
      ...(/Owned by ([\s\S]*?)\.\s*\n(?!--)/
        .exec(text)?.[1]
        ?.matchAll(/\b(?:[a-z]+\/[a-z-]+|signer|platform|demo)\b/g) ?? []),
    ].map(([one]) => one);
    let above: string[] = [];
    let table = "";
    for (const line of text.split("\n")) {
      if (/^\s*--/.test(line)) {
        above.push(line);
        continue;
      }
      const start = START.map(({ kind, form }) => ({ kind, name: form.exec(line)?.[1] })).find(({ name }) => name);
      if (start?.name) {
        note(`${start.kind} ${start.name}`, above);
        if (start.kind === "function") owners.set(start.name, named);
        table = start.kind === "table" ? start.name : "";
      }
      const altered = /^alter table (?:only )?(\w+)/.exec(line)?.[1];
      if (altered) table = altered;
      for (const [, column] of line.matchAll(/add column (?:if not exists )?(\w+)/g))
        note(`column ${table}.${column}`, above);
      const inside = /^ {2}(\w+) +\S/.exec(line)?.[1];
      if (table && !altered && inside && above.some((one) => one.startsWith("  ")))
        note(`column ${table}.${inside}`, above);
      // Functions whose text was changed in place.
      for (const [, name] of line.matchAll(/'(\w+)\([^']*\)'::regprocedure/g))
        if (name && !owners.has(name)) owners.set(name, named);
      above = [];
      if (/;\s*$/.test(line)) table = "";
    }
  }
  return { of: (thing) => found.get(thing), ownersOf: (name) => owners.get(name) ?? [] };
}

/** Which modules name a function in their own code. */
export function callersIn(files: readonly string[], root: string): (name: string) => string[] {
  const texts = files.map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  return (name) => {
    const form = new RegExp(`\\b${name}\\s*\\(`);
    return [...new Set(texts.filter(({ text }) => form.test(text)).map(({ file }) => moduleOf(file)))];
  };
}

export const moduleOf = (file: string): string => {
  const [, layer = "", module = ""] = file.split("/");
  return ["platform", "signer", "demo", "devnet", "testing"].includes(layer) ? layer : `${layer}/${module}`;
};
