/** Official directories that no package carries, as the operator reads them in: FedACH of the United States, the BIK directory of Russia. */
import type { Tx } from "../../../platform/postgres/db.ts";
import { replaceBanks } from "./bank-rows.ts";
import { isAbaNumber, isBik } from "../checksums.ts";
import type { BankEntry } from "./directories.ts";

export const BANK_DIRECTORIES = ["fedach", "bik"] as const;
export type BankDirectory = (typeof BANK_DIRECTORIES)[number];

export type BankFile = { readonly countryIso: "US" | "RU"; readonly banks: readonly BankEntry[] };

/**
 * What a file of this kind says. Of FedACH the text with 155 columns or its JSON, which have no date: the operator says
 * which day it is of; of Russia the ED807 as its central bank publishes it, with its own. Throws where it is something else.
 */
export function readBankFile(directory: BankDirectory, bytes: Uint8Array, asOf: string | undefined): BankFile {
  return directory === "fedach" ? readFedAch(bytes, asOf) : readEd807(bytes);
}

/** The country's directory is this one from now on. Returns how many banks it had before. As the owner of the tables. */
export async function importBanks(tx: Tx, { countryIso, banks }: BankFile): Promise<number> {
  return replaceBanks(tx, countryIso, banks);
}

type Found = {
  readonly code: string;
  readonly name: string;
  readonly city: string;
  readonly swift?: string | undefined;
};

function readFedAch(bytes: Uint8Array, asOf: string | undefined): BankFile {
  if (asOf === undefined) throw new Error("the file does not say of which day it is: name it by --date YYYY-MM-DD");
  const text = new TextDecoder().decode(bytes);
  const found = text.trimStart().startsWith("{") ? fedAchJson(text) : text.split(/\r?\n/).flatMap(fedAchLine);
  return fileOf("US", { found: found.filter(({ code }) => isAbaNumber(code)), source: "FedACH directory", asOf });
}

/** Columns 1-9 the routing number, 20 the kind of record, 36-71 the name, 108-127 the city. */
function fedAchLine(line: string): Found[] {
  if (line.length < 127) return [];
  return [{ code: line.slice(0, 9), name: line.slice(35, 71).trim(), city: line.slice(107, 127).trim() }];
}

type FedAchRow = Readonly<Partial<Record<"routingNumber" | "customerName" | "customerCity", string>>>;

function fedAchJson(text: string): Found[] {
  const { fedACHParticipants: outer } = JSON.parse(text) as {
    fedACHParticipants?: { fedACHParticipants?: readonly FedAchRow[] };
  };
  return (outer?.fedACHParticipants ?? []).map((row) => ({
    code: row.routingNumber ?? "",
    name: row.customerName?.trim() ?? "",
    city: row.customerCity?.trim() ?? "",
  }));
}

const ENTRY = /<BICDirectoryEntry\s[^>]*?BIC="([0-9]{9})"[^>]*>([\s\S]*?)<\/BICDirectoryEntry>/g;

/** The message ED807, in windows-1251 where it says so. */
function readEd807(bytes: Uint8Array): BankFile {
  const head = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const encoding = /encoding="([^"]+)"/i.exec(head)?.[1] ?? "utf-8";
  const text = new TextDecoder(encoding).decode(bytes);
  const asOf =
    /<ED807\s[^>]*?BusinessDay="(\d{4}-\d\d-\d\d)"/.exec(text)?.[1] ??
    /<ED807\s[^>]*?EDDate="(\d{4}-\d\d-\d\d)"/.exec(text)?.[1];
  if (asOf === undefined) throw new Error("this is no ED807 with a day");
  const found = [...text.matchAll(ENTRY)].map(([, code = "", body = ""]) => ({
    code,
    name: attribute(body, "ParticipantInfo", "NameP"),
    city: attribute(body, "ParticipantInfo", "Nnp"),
    swift: attribute(body, "SWBICS", "SWBIC").slice(0, 8) || undefined,
  }));
  return fileOf("RU", { found: found.filter(({ code }) => isBik(code)), source: "Bank of Russia ED807", asOf });
}

function attribute(body: string, element: string, name: string): string {
  const value = new RegExp(`<${element}\\s[^>]*?\\b${name}="([^"]*)"`).exec(body)?.[1] ?? "";
  return value.replaceAll(/&(amp|quot|apos|lt|gt);/g, (_, named: keyof typeof ENTITIES) => ENTITIES[named]).trim();
}

const ENTITIES = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" } as const;

type Read = { readonly found: readonly Found[]; readonly source: string; readonly asOf: string };

function fileOf(countryIso: BankFile["countryIso"], { found, source, asOf }: Read): BankFile {
  const prefix = countryIso.toLowerCase();
  const named = found.filter(({ name }) => name !== "");
  if (named.length === 0) throw new Error("no bank was found in the file");
  const banks = new Map(
    named.map(({ code, name, city, swift }): [string, BankEntry] => {
      const id = `${prefix}-${code}`;
      const right = swift && /^[A-Z0-9]{8}$/.test(swift) ? swift : null;
      return [id, { id, name, countryIso, swift: right, city: city || null, source, asOf }];
    }),
  );
  return { countryIso, banks: [...banks.values()] };
}
