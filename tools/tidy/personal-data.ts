/** What the modules declare about the rows of their tables, against the tables and functions that there are. */
import type { Module } from "../../server/platform/app-ports.ts";
import type { TableData } from "../../server/platform/personal-data.ts";
import type { Rule } from "./rules.ts";
import { tablesOf, type Tree } from "./tables.ts";

/** Every table is declared by its module, and what the declaration names is there and is about this table. */
export function dataDeclared(declared: readonly Module[]): Rule {
  return (tree) => {
    const functions = functionsOf(tree);
    const tables = tablesOf(tree);
    const faults = tables.flatMap(({ module: name, table }) => {
      const module = declared.find((one) => one.name === name);
      const data = module?.data?.[table];
      const found =
        module && data ? faultsOf(data, { module, isAbout: (fn) => reads(functions, fn, table) }) : ["is not"];
      return found.map((fault) => `server/${name}/tables.ts: ${table} ${fault} declared in DATA`);
    });
    return { looked: tables.length, faults };
  };
}

type Look = { readonly module: Module; readonly isAbout: (name: string | undefined) => boolean };

function faultsOf({ ownData, retention, closing }: TableData, { module, isAbout }: Look): string[] {
  const faults: string[] = [];
  if ("section" in ownData) {
    const isSent = module.ownData?.some(({ lines }) => lines === ownData.section);
    if (!isSent || !isAbout(`own_data_${ownData.section}`)) faults.push(`is not in the section ${ownData.section} as`);
  }
  if ("by" in retention) {
    const { by } = retention;
    const isJob = module.jobs?.some(({ name }) => name === by);
    if (!isJob && !isAbout(`erase_old_${by}`) && !isAbout(by)) faults.push(`is not erased by ${by} as`);
  }
  if (closing === "erased" && !isAbout(module.closing?.erases)) faults.push("is not erased with an account as");
  if (typeof closing === "object" && "obstacle" in closing && !isAbout(module.closing?.obstacles))
    faults.push(`is no obstacle ${closing.obstacle} as`);
  return faults;
}

/** By name, the text of each function of the database. */
function functionsOf(tree: Tree): ReadonlyMap<string, string> {
  return new Map(
    [...tree].flatMap(([path, text]) => {
      const name = /\/database\/functions\/(?:[\w-]+\/)*(\w+)\.sql$/.exec(path)?.[1];
      return name ? [[name, text] as const] : [];
    }),
  );
}

/** Whether the function names the table, or one that it calls does. */
function reads(functions: ReadonlyMap<string, string>, name: string | undefined, table: string): boolean {
  const texts = [functions.get(name ?? "") ?? ""];
  for (const [, called = ""] of texts[0]?.matchAll(/\b(\w+)\(/g) ?? []) texts.push(functions.get(called) ?? "");
  return texts.some((text) => new RegExp(`\\b${table}\\b`).test(text));
}
