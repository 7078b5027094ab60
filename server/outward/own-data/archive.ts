/** Packs what is kept about a person: a file of JSON for each part, read page by page and packed as it comes. */
import { BRAND } from "#contract/platform/brand.ts";
import { Zip, ZipDeflate } from "fflate";
import type { Db } from "../../platform/postgres/db.ts";
import { openSealedLine } from "../../people/accounts/index.ts";
import { openChangeLine } from "../../people/email-change/index.ts";
import type { Files } from "../../platform/files/files.ts";
import { openPhoneLine } from "../../people/phones/index.ts";
import { openChargebackLine } from "../../market/disputes/index.ts";
import { openAccountLine } from "../../market/payment-accounts/index.ts";
import { openDetailsLine } from "../verification/index.ts";
import { exportPart } from "./rows.ts";

const PARTS = [
  "account",
  "sessions",
  "activity",
  "factors",
  "restrictions",
  "contacts",
  "messenger",
  "badges",
  "offers",
  "gift_cards",
  "trades",
  "messages",
  "feedback",
  "addresses",
  "deposits",
  "transfers",
  "conversions",
  "ledger",
  "notifications",
  "channels",
  "phone",
  "second_steps",
  "avatar",
  "email_changes",
  "social",
  "api_keys",
  "payment_accounts",
  "closing",
  "documents",
  "recoveries",
  "evidence",
  "attachments",
  "chargebacks",
  "offer_words",
  "others",
] as const;
type Part = (typeof PARTS)[number];

/** Parts that come with something sealed in them. */
const OPENS: Partial<Record<Part, (line: string) => string>> = {
  account: openSealedLine,
  channels: openSealedLine,
  phone: openPhoneLine,
  documents: openDetailsLine,
  email_changes: openChangeLine,
  payment_accounts: openAccountLine,
  chargebacks: openChargebackLine,
  avatar: withoutKey,
};

function withoutKey(line: string): string {
  const { file_key: _, ...shown } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify(shown);
}

const A_PAGE = 1000;
const README = `This is what ${BRAND} keeps about you, one file of JSON for each kind. Amounts are whole base units: satoshi, gwei and
millionths of a USDT; currencies in their smallest unit. Times are in UTC. Of conversations it has what you wrote. Passwords
are kept only as digests that nobody can read, and are not in here. Of documents it has what you typed and which pictures and
PDFs are kept; you have those themselves.
`;

type Kept = { readonly db: Db; readonly files: Pick<Files, "get"> };

/** The bytes of the archive in order, in pieces of any size. */
export async function* packArchive({ db, files }: Kept, exportId: bigint): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  addFile(zip, "README.txt", Buffer.from(README));
  for (const part of PARTS) {
    const file = new ZipDeflate(`${part}.json`, { level: 6 });
    zip.add(file);
    for await (const text of linesOf(db, { exportId, part })) {
      file.push(Buffer.from(text));
      yield* packed.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* packed.splice(0);
  }
  const picture = await pictureOf({ db, files }, exportId);
  if (picture) addFile(zip, "avatar.jpg", picture);
  zip.end();
  yield* packed.splice(0);
}

function addFile(zip: Zip, name: string, bytes: Uint8Array): void {
  const file = new ZipDeflate(name, { level: 6 });
  zip.add(file);
  file.push(bytes, true);
}

/** As others see it; undefined where there is none, or it was taken away a moment ago. */
async function pictureOf({ db, files }: Kept, exportId: bigint): Promise<Uint8Array | undefined> {
  const [shown] = await db.read((tx) => exportPart(tx, { exportId, part: "avatar", after: 0n, most: 1 }));
  if (!shown) return undefined;
  const { file_key: key } = JSON.parse(shown.line) as { file_key: string };
  return files.get(key).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

type Wanted = { readonly exportId: bigint; readonly part: Part };

/** An array of JSON, a page at a time. */
async function* linesOf(db: Db, { exportId, part }: Wanted): AsyncGenerator<string> {
  let after = 0n;
  let before = "[\n";
  for (;;) {
    const page = await db.read((tx) => exportPart(tx, { exportId, part, after, most: A_PAGE }));
    if (page.length > 0) {
      const lines = page.map(({ line }) => OPENS[part]?.(line) ?? line);
      yield before + lines.join(",\n");
      before = ",\n";
    }
    after = page.at(-1)?.key ?? after;
    if (page.length < A_PAGE) break;
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}
