/** Packs what is kept about a person: a file of JSON for each part, read page by page and packed as it comes. */
import { BRAND } from "#contract/platform/brand.ts";
import { Zip, ZipDeflate } from "fflate";
import type { Db } from "../../platform/postgres/db.ts";
import type { Module } from "../../platform/app-ports.ts";
import type { Files } from "../../platform/files/files.ts";
import type { OwnDataSection } from "../../platform/personal-data.ts";
import { exportPart } from "./rows.ts";

const A_PAGE = 1000;
const README = `This is what ${BRAND} keeps about you, one file of JSON for each kind. Amounts are whole base units: satoshi, gwei and
millionths of a USDT; currencies in their smallest unit. Times are in UTC. Of conversations it has what you wrote. Passwords
are kept only as digests that nobody can read, and are not in here. Of documents it has what you typed and which pictures and
PDFs are kept; you have those themselves.
`;

type Kept = { readonly db: Db; readonly files: Pick<Files, "get">; readonly declared: readonly Module[] };
type Attached = ReturnType<NonNullable<OwnDataSection["attached"]>>;

/** The bytes of the archive in order, in pieces of any size. */
export async function* packArchive({ db, files, declared }: Kept, exportId: bigint): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  const attached: Attached[] = [];
  addFile(zip, "README.txt", Buffer.from(README));
  for (const [name, sections] of filesOf(declared)) {
    const file = new ZipDeflate(`${name}.json`, { level: 6 });
    zip.add(file);
    for await (const text of arrayOf(db, { exportId, sections, attached })) {
      file.push(Buffer.from(text));
      yield* packed.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* packed.splice(0);
  }
  for (const { name, key } of attached) {
    const bytes = await bytesOf(files, key);
    if (bytes) addFile(zip, name, bytes);
  }
  zip.end();
  yield* packed.splice(0);
}

/** By file, in the order in which the modules first name it. */
function filesOf(declared: readonly Module[]): ReadonlyMap<string, readonly OwnDataSection[]> {
  return Map.groupBy(
    declared.flatMap(({ ownData }) => ownData ?? []),
    ({ file }) => file,
  );
}

function addFile(zip: Zip, name: string, bytes: Uint8Array): void {
  const file = new ZipDeflate(name, { level: 6 });
  zip.add(file);
  file.push(bytes, true);
}

/** Undefined where it was removed a moment ago. */
function bytesOf(files: Kept["files"], key: string): Promise<Uint8Array | undefined> {
  return files.get(key).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

type Wanted = {
  readonly exportId: bigint;
  readonly sections: readonly OwnDataSection[];
  /** Files that belong to the lines are added here. */
  readonly attached: Attached[];
};

/** The lines of all sections as one array of JSON, a page at a time. */
async function* arrayOf(db: Db, { exportId, sections, attached }: Wanted): AsyncGenerator<string> {
  let before = "[\n";
  for (const section of sections) {
    for await (const lines of pagesOf(db, exportId, section)) {
      if (section.attached) attached.push(...lines.map(section.attached));
      yield before + lines.map(section.open ?? ((line) => line)).join(",\n");
      before = ",\n";
    }
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

async function* pagesOf(db: Db, exportId: bigint, { lines: part }: OwnDataSection): AsyncGenerator<string[]> {
  let after = 0n;
  for (;;) {
    const page = await db.read((tx) => exportPart(tx, { exportId, part, after, most: A_PAGE }));
    if (page.length > 0) yield page.map(({ line }) => line);
    after = page.at(-1)?.key ?? after;
    if (page.length < A_PAGE) return;
  }
}
