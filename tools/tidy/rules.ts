/** The rules of this repository as functions over the texts of the tree; tidy.test.ts runs each on a planted fault. */
import { columnsOf, ownershipOf, readsOf, statementsOf, type Tree } from "./tables.ts";

export type { Tree };

export type Verdict = { readonly looked: number; readonly faults: string[] };
export type Rule = (tree: Tree) => Verdict;

type Fault = (path: string, text: string) => string[];

function over(tree: Tree, applies: (path: string) => boolean, find: Fault): Verdict {
  const files = [...tree].filter(([path]) => applies(path));
  return {
    looked: files.length,
    faults: files.flatMap(([path, text]) => find(path, text).map((fault) => `${path}: ${fault}`)),
  };
}

const isCode = (path: string) => /\.(ts|tsx|mjs)$/.test(path);
const isTest = (path: string) => /\.test\.tsx?$/.test(path);

export function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}

/** The path that a relative import names, from the root of the tree. */
export function resolved(from: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

export function moduleOf(path: string, modules: readonly string[]): string | undefined {
  const inside = path.replace(/^server\//, "");
  return modules.find((name) => inside.startsWith(`${name}/`));
}

/** Left may not know right; a neighbour is spoken to at its front door. */
export function importDirection(modules: readonly string[]): Rule {
  return (tree) =>
    over(
      tree,
      (path) => path.startsWith("server/") && isCode(path) && !isTest(path) && moduleOf(path, modules) !== undefined,
      (path, text) => {
        const own = moduleOf(path, modules) ?? "";
        return importsOf(text).flatMap((specifier) => {
          const target = resolved(path, specifier);
          const other = moduleOf(target, modules);
          if (!target.startsWith("server/") || other === own) return [];
          if (/^server\/(signer|testing|devnet)\//.test(target)) return [`imports ${specifier}, which no module may`];
          if (other === undefined) return own === "platform" ? [`the platform imports ${specifier}`] : [];
          if (modules.indexOf(other) > modules.indexOf(own))
            return [`imports ${other}, which comes after it; emit an event instead`];
          if (other !== "platform" && !target.endsWith("/index.ts"))
            return [`imports ${specifier} past the front door of ${other}`];
          return [];
        });
      },
    );
}

/** Data that every side reads: the texts and the types of their keys. */
const CATALOG = /^web\/i18n\/([\w-]+\/\w+\.json|(keys|namespaces)\.ts)$/;
const withoutAlias = (target: string) =>
  target.replace(/^#(ui|sdk|widgets|i18n)\//, "web/$1/").replace(/^#contract\//, "contract/");

export const sides: Rule = (tree) =>
  over(
    tree,
    (path) => /^(contract|web|server)\//.test(path) && isCode(path) && !isTest(path),
    (path, text) => {
      const side = path.split("/")[0];
      return importsOf(text).flatMap((specifier) => {
        const target = withoutAlias(resolved(path, specifier));
        if (CATALOG.test(target)) return [];
        if (side === "contract" && !target.startsWith("contract/") && specifier !== "zod/mini")
          return [`imports ${specifier}`];
        if (side === "web" && target.startsWith("server/")) return [`imports the server: ${specifier}`];
        if (side === "server" && target.startsWith("web/")) return [`imports the web: ${specifier}`];
        return [];
      });
    },
  );

export const apps: Rule = (tree) =>
  over(
    tree,
    (path) => path.startsWith("web/apps/") && isCode(path) && !isTest(path),
    (path, text) => {
      const own = path.split("/").slice(0, 3).join("/");
      return importsOf(text).flatMap((specifier) => {
        const target = resolved(path, specifier);
        const isOwn = target.startsWith(`${own}/`);
        const isOutside =
          !specifier.startsWith(".") || /^(contract|web\/ui|web\/sdk|web\/widgets|web\/i18n)\//.test(target);
        return isOwn || isOutside ? [] : [`imports ${specifier}`];
      });
    },
  );

/** Only the owner of a table writes it. */
export function ownTables(modules: readonly string[]): Rule {
  return (tree) => {
    const owners = ownershipOf(tree);
    return over(
      tree,
      (path) => path.startsWith("server/") && isCode(path) && !isTest(path) && moduleOf(path, modules) !== undefined,
      (path, text) => {
        const own = moduleOf(path, modules);
        return [...text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)/g)].flatMap((match) => {
          const owner = owners.get(match[1] ?? "")?.module;
          return owner && owner !== own ? [`writes ${match[1]}, a table of ${owner}`] : [];
        });
      },
    );
  };
}

/** Every table has one owner, whose `tables.ts` names it with columns that it has. */
export const tablesOwned: Rule = (tree) => {
  const owners = ownershipOf(tree);
  const columns = columnsOf(tree);
  const faults = [
    ...[...columns.keys()].filter((table) => !owners.has(table)).map((table) => `${table} is in no tables.ts`),
    ...[...owners].flatMap(([table, { module, readable }]) =>
      columns.has(table)
        ? readable
            .filter((column) => !columns.get(table)?.has(column))
            .map((column) => `server/${module}/tables.ts: ${table} has no column ${column}`)
        : [`server/${module}/tables.ts: there is no table ${table}`],
    ),
  ];
  return { looked: owners.size, faults };
};

/** Modules whose SQL is still in their verbs. */
export const NOT_YET: readonly string[] = [];

const isRows = (path: string) => /\/(?:[a-z-]+-)?rows\.ts$/.test(path);
/** A check of the ledger is one statement and its sentence: they are read side by side. */
const isChecks = (path: string) => path.endsWith("/invariants.ts");

/** The files of modules that may hold SQL: all but the platform, which is the database layer itself. */
const mayHoldSql = (modules: readonly string[]) => (path: string) =>
  path.startsWith("server/") &&
  isCode(path) &&
  !isTest(path) &&
  ![undefined, "platform"].includes(moduleOf(path, modules));

/** SQL is in the rows files of its module. */
export function sqlInRows(modules: readonly string[], notYet: readonly string[]): Rule {
  const applies = mayHoldSql(modules);
  return (tree) =>
    over(
      tree,
      (path) => applies(path) && !notYet.includes(moduleOf(path, modules) ?? ""),
      (path, text) => {
        const found = statementsOf(text).length;
        return found > 0 && !isRows(path) && !isChecks(path)
          ? [`holds ${found} statements outside of a rows file`]
          : [];
      },
    );
}

/** A module reads tables of modules before it only, and only the columns that their owners declare readable. */
export function readableColumns(modules: readonly string[]): Rule {
  return (tree) => {
    const owners = ownershipOf(tree);
    const columns = columnsOf(tree);
    return over(tree, mayHoldSql(modules), (path, text) => {
      const own = moduleOf(path, modules) ?? "";
      const reads = statementsOf(text).flatMap((statement) => readsOf(statement, columns));
      const faults = reads.flatMap(({ table, columns: taken }) => {
        const owner = owners.get(table);
        if (!owner || owner.module === own) return [];
        if (modules.indexOf(owner.module) > modules.indexOf(own))
          return [`reads ${table} of ${owner.module}, which comes after it`];
        return taken
          .filter((column) => !owner.readable.includes(column))
          .map((column) => `reads ${table}.${column}, which ${owner.module} does not declare readable`);
      });
      return [...new Set(faults)];
    });
  };
}

/** Every column that is declared readable is read by a later module. */
export function readableUsed(modules: readonly string[]): Rule {
  return (tree) => {
    const owners = ownershipOf(tree);
    const columns = columnsOf(tree);
    const applies = mayHoldSql(modules);
    const used = new Set<string>();
    let looked = 0;
    for (const [path, text] of tree) {
      if (!applies(path)) continue;
      looked += 1;
      const own = moduleOf(path, modules);
      for (const { table, columns: taken } of statementsOf(text).flatMap((statement) => readsOf(statement, columns)))
        if (owners.get(table)?.module !== own) for (const column of taken) used.add(`${table}.${column}`);
    }
    const faults = [...owners].flatMap(([table, { module, readable }]) =>
      readable
        .filter((column) => !used.has(`${table}.${column}`))
        .map((column) => `server/${module}/tables.ts: nobody reads ${table}.${column}`),
    );
    return { looked, faults };
  };
}

const MOST_LINES = 400;
const MOST_TEST_LINES = 600;

export const fileLength: Rule = (tree) =>
  over(
    tree,
    (path) => /\.(ts|tsx|mjs|css)$/.test(path),
    (path, text) => {
      const lines = text.split("\n").length - 1;
      const most = isTest(path) ? MOST_TEST_LINES : MOST_LINES;
      return lines > most ? [`${lines} lines, at most ${most}`] : [];
    },
  );

const MOST_FUNCTION_LINES = 70;
const MOST_COMPONENT_LINES = 100;

/** From the line that opens a named function to the line that closes it at the same indent. */
export const functionLength: Rule = (tree) =>
  over(
    tree,
    (path) => /\.(ts|tsx)$/.test(path) && !isTest(path),
    (path, text) => {
      const lines = text.split("\n");
      return lines.flatMap((line, index) => {
        const opened =
          /^(\s*)(?:export )?(?:default )?(?:async )?function\*? (\w+)/.exec(line) ??
          /^(\s*)(?:export )?const (\w+) = (?:async )?\([^)]*\)[^=]*=> \{$/.exec(line);
        if (!opened) return [];
        const [, indent = "", name = ""] = opened;
        const end = lines.findIndex(
          (candidate, at) =>
            at > index &&
            candidate.startsWith(`${indent}}`) &&
            !candidate.startsWith(`${indent}}:`) &&
            !/^\s*\}\)?: /.test(candidate) &&
            !/^\s*\}\): .*\{$/.test(candidate),
        );
        const length = end - index + 1;
        const most = path.endsWith(".tsx") && /^[A-Z]/.test(name) ? MOST_COMPONENT_LINES : MOST_FUNCTION_LINES;
        return length > most ? [`${name} has ${length} lines, at most ${most}`] : [];
      });
    },
  );

type Ban = { readonly pattern: RegExp; readonly instead: string; readonly free: RegExp };
const OUTER =
  /^(server\/platform|server\/devnet|tools|bench|campaign|journeys|web\/build)|^tidy\.test\.ts$|\.test\.tsx?$/;
const NOWHERE = /^tidy\.test\.ts$|^tools\/tidy\//;

const BANS: readonly Ban[] = [
  {
    pattern: /\bDate\.now\(/,
    instead: "tx.now",
    free: new RegExp(`${OUTER.source}|^web/sdk|^web/widgets|^web/shell|^server/signer|^server/main`),
  },
  {
    pattern: /\bnew Date\(\)/,
    instead: "tx.now",
    free: new RegExp(`${OUTER.source}|^web/sdk|^web/widgets|^web/shell`),
  },
  { pattern: /\bMath\.random\(/, instead: "ids", free: /^(bench|campaign)\/|^tidy\.test\.ts$|^tools\/tidy\// },
  {
    pattern: /\bparseFloat\(/,
    instead: "unitsFromDisplay",
    free: new RegExp(`${NOWHERE.source}|^(tools|bench|journeys)/`),
  },
  { pattern: /^\s*(?:export )?(?:const )?enum \w/m, instead: "a union", free: NOWHERE },
  { pattern: /^export \*/m, instead: "names", free: NOWHERE },
  { pattern: /\bas any\b/, instead: "a type", free: NOWHERE },
  {
    pattern: /\bconsole\.log\(/,
    instead: "log",
    free: new RegExp(`${NOWHERE.source}|^(tools|bench|campaign|journeys|web/build)`),
  },
  {
    pattern: /\blocation\.(?:assign|replace)\(|\blocation\.href = |\bwindow\.open\(/,
    instead: "leave",
    // A menu's links are written by its page; the design system knows no kit.
    free: new RegExp(`${NOWHERE.source}|^web/sdk/state/leave\\.ts$|^web/ui/forms/picker/list\\.tsx$|\\.test\\.tsx?$`),
  },
  {
    pattern: /\breply\.redirect\(/,
    instead: "redirect",
    free: new RegExp(`${NOWHERE.source}|^server/platform/http/server\\.ts$`),
  },
  { pattern: /\b(TODO|FIXME|XXX)\b/, instead: "do it, or leave it out and say so", free: NOWHERE },
];

export const banned: Rule = (tree) =>
  over(tree, isCode, (path, text) =>
    BANS.filter(({ pattern, free }) => !free.test(path) && pattern.test(text)).map(
      ({ pattern, instead }) => `uses ${pattern.source}; instead: ${instead}`,
    ),
  );

const EMPTY_NAMES = ["utils", "helpers", "common", "shared", "lib", "types", "constants", "services"];

export const folderNames: Rule = (tree) =>
  over(
    tree,
    () => true,
    (path) =>
      path
        .split("/")
        .slice(0, -1)
        .filter((folder) => EMPTY_NAMES.includes(folder))
        .map((folder) => `lies in a folder named ${folder}`),
  );

/** Of migrations, which change tables only, and of functions, of which a file has one that is short enough to be read. */
export const databaseFiles: Rule = (tree) => {
  const numbers = new Map<string, number>();
  for (const path of tree.keys()) {
    const number = /^server\/migrations\/(\d{4})-/.exec(path)?.[1];
    if (number) numbers.set(number, (numbers.get(number) ?? 0) + 1);
  }
  return over(
    tree,
    (path) => /^server\/(migrations|.*\/database\/functions)\/.*\.sql$/.test(path),
    (path, text) =>
      path.startsWith("server/migrations/") ? faultsOfMigration(path, text, numbers) : faultsOfFunction(path, text),
  );
};

function faultsOfMigration(path: string, text: string, numbers: ReadonlyMap<string, number>): string[] {
  const number = /(\d{4})-[a-z0-9-]+\.sql$/.exec(path)?.[1];
  return [
    ...(number && numbers.get(number) === 1 ? [] : ["its number is not its own"]),
    ...(text.startsWith("-- ") && /Owned by [a-z/-]+/.test(text) ? [] : ["does not say why it exists and who owns it"]),
    ...(/\b(create|replace|alter|drop) (or replace )?(function|procedure)\b/i.test(text)
      ? ["a function belongs into database/functions/"]
      : []),
  ];
}

const LONGEST_FUNCTION = 70;

function faultsOfFunction(path: string, text: string): string[] {
  const names = [...text.matchAll(/^create or replace function (\w+)\(/gm)].map(([, name]) => name);
  const lines = text
    .slice(text.search(/^create or replace/m))
    .trimEnd()
    .split("\n");
  const length = lines.findLastIndex((line) => !/^(revoke|grant|alter|--)/.test(line)) + 1;
  return [
    ...(names.length === 1 && path.endsWith(`/${names[0]}.sql`)
      ? []
      : ["holds another function than its name says, or more than one"]),
    ...(length <= LONGEST_FUNCTION ? [] : [`its function has ${length} lines`]),
  ];
}

const isRefusals = (path: string) => /^contract\/([\w-]+\/)*([\w-]+-)?refusals\.ts$/.test(path);

/** A code is used where a file other than the list itself names it. */
export const refusalsUsed: Rule = (tree) => {
  const lists = [...tree].filter(([path]) => isRefusals(path));
  const list = lists.map(([, text]) => text).join("\n");
  const codes = [...list.matchAll(/^ {2}"?([\w.]+)"?: \d+,$/gm)].map((match) => match[1] ?? "");
  const rest = [...tree]
    .filter(([path]) => !isRefusals(path) && isCode(path) && !isTest(path))
    .map(([, text]) => text)
    .join("\n");
  return {
    looked: codes.length > 20 ? tree.size : 0,
    faults: codes.filter((code) => !rest.includes(`"${code}"`)).map((code) => `${code} is used nowhere`),
  };
};

const HOSTS = /registry\.[n]pmjs|deb\.[d]ebian\.org|security\.[d]ebian\.org|[p]ypi\.org/;

export const noRegistries: Rule = (tree) =>
  over(
    tree,
    () => true,
    (_path, text) => (HOSTS.test(text) ? ["names a registry's host"] : []),
  );
