/**
 * Every object of a PDF, packed or not, used or not, also those that a later one of the same number replaces and those within other data:
 * which of them counts, readers disagree, so all are looked at.
 */
import { constants, inflateRawSync, inflateSync } from "node:zlib";
import { FileRefused } from "../tasks.ts";
import { isDict, nameOf, type PdfDict, type PdfValue, TooDeep, ValueReader, valuesOf } from "./values.ts";

const MOST_UNPACKED = 24 * 2 ** 20;
const MOST_UNPACKED_IN_ALL = 48 * 2 ** 20;
const MOST_PACKED = 100_000;

export type PdfObject = {
  readonly number: number;
  readonly value: PdfValue;
  /** Where the bytes begin in the file, of a stream. */
  readonly dataAt?: number;
};

/** Those that are not packed; trailers are objects without a number. Refuses upload.too_heavy. */
export function plainObjects(bytes: Buffer): PdfObject[] {
  const text = bytes.toString("latin1");
  return refusingDepth(() =>
    [...text.matchAll(/(?<!end)obj|trailer/g)].map(({ 0: word, index }) => {
      const reader = new ValueReader(text, index + word.length);
      const value = reader.read();
      reader.skipSpace();
      const isStream = isDict(value) && text.startsWith("stream", reader.at);
      const number = Number(/(\d+)\s+\d+\s*$/.exec(text.slice(Math.max(0, index - 24), index))?.[1] ?? -1);
      const dataAt = reader.at + (/^stream\r?\n?/.exec(text.slice(reader.at, reader.at + 8))?.[0].length ?? 0);
      return { number: word === "obj" ? number : -1, value, ...(isStream ? { dataAt } : {}) };
    }),
  );
}

/** Those that are packed in the others. Refuses upload.too_heavy, broken_pdf, and active_pdf for objects that are packed in an unusual way. */
export function packedObjects(plain: readonly PdfObject[], bytes: Buffer): PdfObject[] {
  let unpacked = 0;
  return refusingDepth(() =>
    plain.flatMap(({ value, dataAt }) => {
      if (dataAt === undefined || !isDict(value) || !isPacked(value)) return [];
      const inner = unpack(value, bytes.subarray(dataAt));
      unpacked += inner.length;
      if (unpacked > MOST_UNPACKED_IN_ALL) throw new FileRefused("upload.too_heavy");
      return [...packedIn(value, inner)];
    }),
  );
}

function refusingDepth<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TooDeep) throw new FileRefused("upload.too_heavy");
    throw error;
  }
}

/** Whatever it calls itself: some readers unpack it by these two keys alone. */
function isPacked(dict: PdfDict): boolean {
  const isNamed = valuesOf(dict, "Type").some((type) => nameOf(type) === "ObjStm");
  return isNamed || (valuesOf(dict, "First").length > 0 && valuesOf(dict, "N").length > 0);
}

/** Writers pack with one filter or none. Anything else hides objects from some readers and shows them to others. */
function unpack(dict: PdfDict, rest: Buffer): string {
  const types = valuesOf(dict, "Type").map(nameOf);
  const filters = valuesOf(dict, "Filter").flatMap((one) =>
    one && typeof one === "object" && "list" in one ? one.list : [one],
  );
  const isUsual = types.join() === "ObjStm" && filters.length <= 1 && !dict.entries.some(([key]) => UNUSUAL.has(key));
  const [filter = null] = filters;
  if (isUsual && filter === null) return rest.toString("latin1", 0, MOST_UNPACKED);
  if (isUsual && nameOf(filter) === "FlateDecode") return inflated(rest);
  throw new FileRefused("upload.active_pdf");
}

const UNUSUAL: ReadonlySet<string> = new Set(["DecodeParms", "DP", "F", "FFilter"]);

function inflated(packed: Buffer): string {
  const bounds = { maxOutputLength: MOST_UNPACKED, finishFlush: constants.Z_SYNC_FLUSH };
  try {
    try {
      return inflateSync(packed, bounds).toString("latin1");
    } catch (error) {
      if (isTooLarge(error)) throw error;
      // Readers do not look at the checksum.
      return inflateRawSync(packed.subarray(2), bounds).toString("latin1");
    }
  } catch (error) {
    throw new FileRefused(isTooLarge(error) ? "upload.too_heavy" : "upload.broken_pdf");
  }
}

const isTooLarge = (error: unknown) => (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";

function* packedIn(dict: PdfDict, text: string): Generator<PdfObject> {
  const [count, ...counts] = valuesOf(dict, "N");
  const [first, ...firsts] = valuesOf(dict, "First");
  if (typeof count !== "number" || typeof first !== "number" || counts.length > 0 || firsts.length > 0)
    throw new FileRefused("upload.active_pdf");
  if (count > MOST_PACKED) throw new FileRefused("upload.too_heavy");
  const places = new ValueReader(text, 0);
  for (let place = 0; place < count; place++) {
    const [number, offset] = [places.read(), places.read()];
    if (typeof number !== "number" || typeof offset !== "number") return;
    yield { number, value: new ValueReader(text, first + offset).read() };
  }
}

/** Whether a page has more than blanks as its content, whatever a reader can draw of it. */
export function hasContent(objects: readonly PdfObject[], bytes: Buffer): boolean {
  const named = new Set(
    objects.flatMap(({ value }) => (isDict(value) ? valuesOf(value, "Contents") : [])).flatMap((one) => refsIn(one)),
  );
  return objects.some(({ number, value, dataAt }) => {
    if (dataAt === undefined || !named.has(number) || !isDict(value)) return false;
    const [data = ""] = bytes.toString("latin1", dataAt, dataAt + MOST_BLANK).split("endstream", 1);
    return data.trim().length > (valuesOf(value, "Filter").length > 0 ? NOTHING_PACKED : 0);
  });
}

/** More bytes than blanks are likely to take, and what a filter makes of nothing. */
const MOST_BLANK = 4096;
const NOTHING_PACKED = 9;

function refsIn(value: PdfValue): number[] {
  if (value === null || typeof value !== "object") return [];
  if ("ref" in value) return [value.ref];
  return "list" in value ? value.list.flatMap(refsIn) : [];
}
