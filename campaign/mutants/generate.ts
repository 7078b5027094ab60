/** Generates every mutant of the tree: of the server, the contract and the logic of the web, SQL included. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Edit, type Mutant, nameMutants, type SourceFile } from "./mutant.ts";
import { migrationEdits } from "./sql.ts";
import { typescriptEdits } from "./typescript.ts";

/** Tests and what they are built from, words and drawn data, what is generated, and what runs at build time. */
const LEFT_OUT =
  /\.test\.ts$|\.d\.ts$|(^|\/)(testing|generated|i18n|icons|preview|node_modules)\/|(^|\/)demo\/[^/]*(words|names|bios|places)\.ts$|^web\/(build|preview)/;

export function sourcesBelow(root: string): SourceFile[] {
  return ["server", "contract", "web"]
    .flatMap((folder) => globSync([`${folder}/**/*.ts`, `${folder}/**/*.sql`], { cwd: root }))
    .filter((path) => !LEFT_OUT.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

export function editsOf({ path, text }: SourceFile): Edit[] {
  const all = path.endsWith(".sql") ? migrationEdits(text) : typescriptEdits(path, text);
  const isChange = ({ start, end, to }: Edit) => text.slice(start, end) !== to && !inComment(text, start);
  const seen = new Set<string>();
  return all.filter((edit) => {
    const key = `${edit.start} ${edit.end} ${edit.to}`;
    if (seen.has(key) || !isChange(edit)) return false;
    seen.add(key);
    return true;
  });
}

/** A `-- comment` of a migration that holds words of SQL. */
function inComment(text: string, at: number): boolean {
  return text
    .slice(text.lastIndexOf("\n", at) + 1, at)
    .trimStart()
    .startsWith("--");
}

export function generate(sources: readonly SourceFile[]): Mutant[] {
  return nameMutants(sources.map((source) => ({ source, edits: editsOf(source) })));
}
