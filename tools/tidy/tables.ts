/** The tables in the code and SQL: their owners, their columns, and the modules that read them. */

/** Every file of the repository by its path. */
export type Tree = ReadonlyMap<string, string>;

/** By table: the module that owns it, and the columns that modules after it may read. */
export type Ownership = ReadonlyMap<string, { readonly module: string; readonly readable: readonly string[] }>;

/** From the `tables.ts` of every module: `name: ["column", …]` lines of its one constant. */
export function ownershipOf(tree: Tree): Ownership {
  const found = new Map<string, { module: string; readable: string[] }>();
  for (const [path, text] of tree) {
    const module = /^server\/(.+)\/tables\.ts$/.exec(path)?.[1];
    if (!module) continue;
    for (const [, table = "", columns = ""] of text.matchAll(/^ {2}(\w+): \[([^\]]*)\]/gm)) {
      found.set(table, { module, readable: [...columns.matchAll(/"(\w+)"/g)].map(([, column = ""]) => column) });
    }
  }
  return found;
}

const CREATE_TABLE = /create (?:unlogged )?table (?:if not exists )?(\w+) \(([\s\S]*?)\n\)/g;

const isTables = (path: string) => path.endsWith("/database/tables.sql");

/** Every table with the module whose `database/tables.sql` makes it. */
export function tablesOf(tree: Tree): { readonly module: string; readonly table: string }[] {
  return [...tree].flatMap(([path, text]) => {
    const module = /^server\/(.+)\/database\/tables\.sql$/.exec(path)?.[1];
    return module ? [...text.matchAll(CREATE_TABLE)].map(([, table = ""]) => ({ module, table })) : [];
  });
}

/** The columns of every table. */
export function columnsOf(tree: Tree): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const [path, text] of tree) {
    if (!isTables(path)) continue;
    for (const [, table = "", body = ""] of text.matchAll(CREATE_TABLE)) {
      const names = [...body.matchAll(/^ {2}(\w+) +\w/gm)].map(([, name = ""]) => name);
      found.set(table, new Set(names.filter((name) => !/^(primary|unique|check|foreign|constraint)$/.test(name))));
    }
  }
  return found;
}

/** By table: the tables that its rows refer to. */
export function foreignKeysOf(tree: Tree): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const add = (table: string, other: string) =>
    table !== other && found.set(table, (found.get(table) ?? new Set()).add(other));
  for (const [path, text] of tree) {
    if (!isTables(path)) continue;
    for (const [, table = "", body = ""] of [
      ...text.matchAll(CREATE_TABLE),
      ...text.matchAll(/^alter table (\w+)([\s\S]*?);/gm),
    ])
      for (const [, other = ""] of body.matchAll(/references (\w+)/g)) add(table, other);
  }
  return found;
}

/** The SQL of a file: every template after `sql` or a `rows` call. */
export function statementsOf(text: string): string[] {
  const starts = [...text.matchAll(/\b(?:sql|rows(?:<[^`]*?>)?)`/g)].map((match) => match.index + match[0].length);
  return starts.map((start) => text.slice(start, endOfTemplate(text, start)));
}

/** Where the template that begins here ends; templates inside its `${…}` are passed over. */
function endOfTemplate(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (depth === 0 && text[at] === "`") return at;
    if (text[at] === "\\") at += 1;
    else if (depth === 0 && text.startsWith("${", at)) {
      depth = 1;
      at += 1;
    } else if (depth > 0 && text[at] === "{") depth += 1;
    else if (depth > 0 && text[at] === "}") depth -= 1;
    else if (depth > 0 && text[at] === "`") at = endOfTemplate(text, at + 1);
  }
  return text.length;
}

export type Read = { readonly table: string; readonly columns: readonly string[] };

/** Which tables a statement reads or names, with the columns that it takes from each. */
export function readsOf(statement: string, columns: ReadonlyMap<string, ReadonlySet<string>>): Read[] {
  const plain = withoutValues(statement);
  const aliases = new Map<string, Set<string>>();
  const alias = (table: string, name: string) => aliases.set(table, (aliases.get(table) ?? new Set([table])).add(name));
  for (const [, table = "", name = ""] of plain.matchAll(/\b(?:from|join|update|into)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/g))
    if (columns.has(table)) alias(table, KEYWORDS.has(name) || name === "" ? table : name);
  for (const [, table = ""] of plain.matchAll(/\b(\w+)\.\w+/g)) if (columns.has(table)) alias(table, table);
  return [...aliases].map(([table, names]) => {
    const others = [...aliases.keys()].filter((other) => other !== table);
    const taken = [...(columns.get(table) ?? [])].filter(
      (column) =>
        [...names].some((name) => new RegExp(`\\b${name}\\.${column}\\b`).test(plain)) ||
        (!others.some((other) => columns.get(other)?.has(column)) &&
          /\b(from|join)\b/.test(plain) &&
          new RegExp(`(?<![.:\\w])${column}\\b(?! *\\()`).test(plain.replace(/\bas \w+/g, ""))),
    );
    return { table, columns: taken };
  });
}

const KEYWORDS = new Set(
  "on where set using order group limit offset join left inner cross for and values select as returning lateral union".split(
    " ",
  ),
);

/** The statement without values in `${…}`, quoted text and `--` comments. */
function withoutValues(statement: string): string {
  let plain = "";
  for (let at = 0; at < statement.length; at += 1) {
    if (!statement.startsWith("${", at)) {
      plain += statement[at];
      continue;
    }
    let depth = 1;
    for (at += 2; at < statement.length && depth > 0; at += 1) {
      if (statement[at] === "{") depth += 1;
      if (statement[at] === "}") depth -= 1;
    }
    at -= 1;
    plain += "?";
  }
  return plain.replace(/--.*$/gm, "").replace(/'[^']*'/g, "''");
}
