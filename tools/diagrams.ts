/**
 * The diagrams of ARCHITECTURE.md, drawn from the code itself: domains and who imports whom, the states of a trade, the
 * tables of each module. `npm run docs` writes them; diagrams.test.ts fails when they are out of date.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { MODULES } from "../server/modules.ts";
import { FLOWS } from "../server/market/trades/flows/index.ts";
import { treeOf } from "./tidy/read-tree.ts";
import { importsOf, moduleOf, resolved } from "./tidy/rules.ts";
import { writeNamespaces } from "./write-namespaces.ts";
import { writeSchema } from "./write-schema.ts";
import { foreignKeysOf, ownershipOf, type Tree } from "./tidy/tables.ts";

const PAGE = "ARCHITECTURE.md";

/** The page with every generated part drawn anew. */
export function drawn(page: string, tree: Tree): string {
  const parts: Readonly<Record<string, string>> = {
    domains: mermaid(domainsOf(tree)),
    trade: mermaid(statesOf()),
    tables: tablesOf(tree),
  };
  return page.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}${parts[name] ?? ""}${end}`,
  );
}

function mermaid(lines: readonly string[]): string {
  return `\`\`\`mermaid\n${lines.join("\n")}\n\`\`\`\n`;
}

const domainOf = (module: string) => module.split("/")[0] ?? module;

/** An arrow from each domain to those that its files import; the platform, which all import, has none. */
function domainsOf(tree: Tree): string[] {
  const modules = MODULES.map(({ name }) => name);
  const arrows = new Set<string>();
  for (const [path, text] of tree) {
    const own = path.startsWith("server/") && !/\.test\.ts$/.test(path) ? moduleOf(path, modules) : undefined;
    if (!own) continue;
    for (const specifier of importsOf(text)) {
      const other = moduleOf(resolved(path, specifier), modules);
      if (!other || domainOf(other) === "platform" || domainOf(other) === domainOf(own)) continue;
      if (domainOf(own) !== "platform") arrows.add(`  ${domainOf(own)} --> ${domainOf(other)}`);
    }
  }
  const domains = [...new Set(modules.map(domainOf))];
  return [
    "flowchart RL",
    ...domains.map((domain) => {
      const inside = modules.filter((name) => domainOf(name) === domain && name !== domain);
      const names = inside.map((name) => name.split("/")[1]).join(", ");
      return `  ${domain}["<b>${domain}</b>${names ? `<br/>${names}` : ""}"]`;
    }),
    ...[...arrows].sort(),
  ];
}

/** Every transition of the default flow that leads elsewhere, with who may take it. */
function statesOf(): string[] {
  const arrows = FLOWS.default.transitions.flatMap(({ verb, by, from, to, escrow }) =>
    to === "same"
      ? []
      : from.map((status) => `  ${status} --> ${to}: ${verb} (${by.join(", ")})${escrow ? `, coins ${escrow}` : ""}`),
  );
  return ["stateDiagram-v2", "  [*] --> active_funded: start, coins lock", "  [*] --> not_funded: start", ...arrows];
}

/** The tables of each module, and of the signer, with the tables that they refer to. */
function tablesOf(tree: Tree): string {
  const keys = foreignKeysOf(tree);
  const byModule = Map.groupBy([...ownershipOf(tree)], ([, { module }]) => module);
  const rows = [...MODULES.map(({ name }) => name), "signer"].flatMap((name) => {
    const tables = byModule.get(name) ?? [];
    return tables.map(([table, { readable }]) => {
      const refers = [...(keys.get(table) ?? [])].sort().join(", ");
      return `| ${name} | \`${table}\` | ${refers} | ${readable.length > 0 ? readable.join(", ") : ""} |`;
    });
  });
  return `| module | table | refers to | columns that later modules read |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}

if (process.argv[1] === import.meta.filename) {
  writeNamespaces();
  await writeSchema();
  writeFileSync(PAGE, drawn(readFileSync(PAGE, "utf8"), treeOf()));
  process.stdout.write(`${PAGE} and server/schema.sql are up to date.\n`);
}
