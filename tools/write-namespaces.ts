/** Writes web/i18n/namespaces.ts: each folder of the catalog is a namespace, and its English file has the keys. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CATALOG = join(import.meta.dirname, "../web/i18n");
const FILE = join(CATALOG, "namespaces.ts");
const HEAD = "/** The namespaces of the catalog with their English texts: written by npm run docs, not by hand. */";

/** The namespaces in alphabetical order. */
export function namespacesOfCatalog(): string[] {
  return readdirSync(CATALOG, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export function typesOfNamespaces(): string {
  const names = namespacesOfCatalog();
  const imports = names.map((name) => `import type ${name} from "./${name}/en.json";`);
  const members = names.map((name) => `  ${name}: typeof ${name};`);
  return [HEAD, ...imports, "", "export type Namespaces = {", ...members, "};", ""].join("\n");
}

export const namespacesText = (): string => readFileSync(FILE, "utf8");

export function writeNamespaces(): void {
  writeFileSync(FILE, typesOfNamespaces());
}
