/** Directories of banks that the product carries, read when they are first asked for; each says where it is from, and of when. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type BankEntry = {
  readonly id: string;
  readonly name: string;
  readonly countryIso: string;
  readonly swift: string | null;
  readonly city: string | null;
  readonly source: string;
  readonly asOf: string;
};

type CarriedFile = {
  readonly source: string;
  readonly published: string;
  readonly banks: readonly (readonly [code: string, name: string, city?: string])[];
};

const FILES = { ng: "nigeria", in: "india", mx: "mexico", bic: "swift" } as const;
type Prefix = keyof typeof FILES;

const COUNTRY: Readonly<Record<string, Exclude<Prefix, "bic">>> = { NG: "ng", IN: "in", MX: "mx" };

const read = new Map<Prefix, ReadonlyMap<string, BankEntry>>();

function directory(prefix: Prefix): ReadonlyMap<string, BankEntry> {
  const known = read.get(prefix);
  if (known) return known;
  const path = join(import.meta.dirname, "generated", `${FILES[prefix]}.json`);
  const { source, published: asOf, banks } = JSON.parse(readFileSync(path, "utf8")) as CarriedFile;
  const entries = new Map(
    banks.map(([code, name, city]) => {
      const isBic = prefix === "bic";
      const id = `${prefix}-${code}`;
      const countryIso = isBic ? code.slice(4, 6) : prefix.toUpperCase();
      return [id, { id, name, countryIso, swift: isBic ? code : null, city: city || null, source, asOf }];
    }),
  );
  read.set(prefix, entries);
  return entries;
}

/** By its id; undefined where no carried directory has it. */
export function carriedBank(id: string): BankEntry | undefined {
  const prefix = (Object.keys(FILES) as Prefix[]).find((one) => id.startsWith(`${one}-`));
  return prefix && directory(prefix).get(id);
}

/** Of a country, by name: of its own directory, else what SWIFT codes say. */
export function carriedBanksOf(iso: string): BankEntry[] {
  const own = COUNTRY[iso];
  const all = own ? [...directory(own).values()] : bySwift((entry) => entry.countryIso === iso);
  return all.sort((a, b) => a.name.localeCompare(b.name, "en") || (a.id < b.id ? -1 : 1));
}

/** Those whose SWIFT code begins so. */
export function carriedBanksBySwift(start: string): BankEntry[] {
  return bySwift(({ swift }) => swift?.startsWith(start) === true);
}

const bySwift = (isWanted: (entry: BankEntry) => boolean) => [...directory("bic").values()].filter(isWanted);
