/** Directories of banks: one file a source, with its date. Names and codes as the source has them; nothing is added. */
import { createRequire } from "node:module";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, type Source } from "./sources.ts";

type Folders = { readonly swift: string; readonly nigeria: string; readonly india: string; readonly mexico: string };
type Named = { readonly [N in keyof Folders]: Source };
type Row = readonly [code: string, name: string, city?: string];

export async function buildBanks(input: { folders: Folders; sources: Named; to: string }): Promise<void> {
  const rows: Record<keyof Folders, readonly Row[]> = {
    swift: swiftRows(input.folders.swift),
    nigeria: nigerianRows(input.folders.nigeria),
    india: indianRows(input.folders.india),
    mexico: await mexicanRows(input.folders.mexico),
  };
  for (const [name, banks] of Object.entries(rows)) {
    const { name: source, version, published } = input.sources[name as keyof Folders];
    const head = `"source":${JSON.stringify(`${source} ${version}`)},"published":"${published}"`;
    const lines = [...banks].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map((row) => JSON.stringify(row));
    writeFileSync(join(input.to, `${name}.json`), `{${head},"banks":[\n${lines.join(",\n")}\n]}\n`);
  }
}

/** In the place of a branch. */
const HEAD_OFFICE = "X".repeat(3);

type SwiftRow = Readonly<Record<"SWIFT Code" | "Bank Name" | "City" | "countryCode", string>>;

/** By the first eight letters, which name the institution; the head office's row before those of branches. */
function swiftRows(folder: string): Row[] {
  const load = createRequire(join(folder, "index.js"));
  const found = new Map<string, { row: Row; isHead: boolean }>();
  for (const file of readdirSync(join(folder, "swiftCodes"))) {
    for (const one of load(`./swiftCodes/${file}`) as readonly SwiftRow[]) {
      const code = (one["SWIFT Code"] ?? "").trim().toUpperCase();
      const name = (one["Bank Name"] ?? "").trim();
      if (!/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(code) || name === "") continue;
      const isHead = code.length === 8 || code.endsWith(HEAD_OFFICE);
      const key = code.slice(0, 8);
      if (!found.has(key) || (isHead && !found.get(key)?.isHead))
        found.set(key, { row: [key, name, (one.City ?? "").trim()], isHead });
    }
  }
  return [...found.values()].map(({ row }) => row);
}

function nigerianRows(folder: string): Row[] {
  const load = createRequire(join(folder, "package.json"));
  const { default: banks } = load("./lib/banks.js") as { default: readonly { name: string; code: string }[] };
  return unique(banks.map(({ code, name }): Row => [code.trim(), name.trim()]));
}

/** By the four letters that an IFSC begins with. */
function indianRows(folder: string): Row[] {
  const names = readJson<Record<string, string>>(join(folder, "src/banknames.json"));
  return Object.entries(names).map(([code, name]): Row => [code, name.trim()]);
}

/** By the three digits that a CLABE begins with. */
async function mexicanRows(folder: string): Promise<Row[]> {
  const { clabe } = (await import(join(folder, "dist/clabe.js"))) as {
    clabe: { banksMap: Record<string, { tag: string; name: string }> };
  };
  return Object.entries(clabe.banksMap).map(([code, { name }]): Row => [code.padStart(3, "0"), name.trim()]);
}

function unique(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row[0], row])).values()];
}
