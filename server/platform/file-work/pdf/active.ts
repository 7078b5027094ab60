/** Whether a PDF acts when it is opened or pressed, opens other files or addresses that are no web pages, or carries files: no receipt needs it. */
import type { PdfObject } from "./objects.ts";
import { isDict, nameOf, type PdfDict, type PdfValue, valuesOf } from "./values.ts";

const ACTIVE: ReadonlySet<string> = new Set([
  ...[
    "JavaScript",
    "JS",
    "Launch",
    "SubmitForm",
    "ImportData",
    "ResetForm",
    "GoToR",
    "GoToE",
    "GoTo3DView",
    "Rendition",
  ],
  ...["RichMedia", "RichMediaExecute", "Movie", "Sound", "Screen", "3D", "XFA", "AA", "OPI"],
  ...["EmbeddedFile", "EmbeddedFiles", "FileAttachment", "EF", "Filespec", "UF", "Collection", "FFilter"],
]);
/** What a link may do besides opening a web page. */
const PAGE_TURNS: ReadonlySet<string | undefined> = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
const SAFE_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"]);

export function isActive(objects: readonly PdfObject[]): boolean {
  const versions = new Map<number, PdfValue[]>();
  for (const { number, value } of objects) {
    const known = versions.get(number);
    if (known) known.push(value);
    else versions.set(number, [value]);
  }
  const resolve: Resolve = (value) =>
    value !== null && typeof value === "object" && "ref" in value ? (versions.get(value.ref) ?? []) : [value];
  return objects.some(({ value, dataAt }) => acts(value, resolve) || (dataAt !== undefined && isOutside(value)));
}

/** Each version of an object that is referred to. */
type Resolve = (value: PdfValue) => readonly PdfValue[];

function acts(value: PdfValue, resolve: Resolve): boolean {
  if (value === null || typeof value !== "object") return false;
  if ("name" in value) return ACTIVE.has(value.name);
  if ("list" in value) return value.list.some((one) => acts(one, resolve));
  if (!("entries" in value)) return false;
  if (doesOther(value, resolve)) return true;
  return value.entries.some(([key, inner]) => ACTIVE.has(key) || isUnsafe(key, inner, resolve) || acts(inner, resolve));
}

/** An action that is named, and is not one of those that turn pages. */
function doesOther(dict: PdfDict, resolve: Resolve): boolean {
  const isNamed = valuesOf(dict, "S")
    .flatMap(resolve)
    .some((kind) => nameOf(kind) === "Named");
  const turns = valuesOf(dict, "N").flatMap(resolve);
  return isNamed && !(turns.length > 0 && turns.every((turn) => PAGE_TURNS.has(nameOf(turn))));
}

function isUnsafe(key: string, value: PdfValue, resolve: Resolve): boolean {
  // What refers to nothing may refer to something for another reader.
  const every = (isSafe: (one: PdfValue) => boolean) => {
    const found = resolve(value);
    return found.length > 0 && found.every(isSafe);
  };
  if (key === "OpenAction") return !every((one) => !isDict(one) || isGoTo(one, resolve));
  if (key === "URI" || key === "Base") return !every((one) => !isText(one) || isWebAddress(one.text));
  if (key === "F") return !every((one) => !isText(one) && !(isDict(one) && valuesOf(one, "F").length > 0));
  return false;
}

const isGoTo = (dict: PdfDict, resolve: Resolve): boolean => {
  const kinds = valuesOf(dict, "S").flatMap(resolve);
  return kinds.length > 0 && kinds.every((kind) => nameOf(kind) === "GoTo");
};

const isText = (value: PdfValue): value is { readonly text: string } =>
  value !== null && typeof value === "object" && "text" in value;

/** Also one without a scheme, as careless writers have it, unless it is a path of files. */
function isWebAddress(bytes: string): boolean {
  // Readers and browsers pass over what is not seen.
  const address = decoded(bytes).replace(/[\p{C}\p{Z}\s]/gu, "");
  const scheme = /^([^/?#]*?):/.exec(address)?.[1];
  if (scheme !== undefined) return SAFE_SCHEMES.has(scheme.toLowerCase());
  return !/^[/\\]/.test(address);
}

function decoded(bytes: string): string {
  const buffer = Buffer.from(bytes, "latin1");
  if (bytes.startsWith("\xfe\xff")) return new TextDecoder("utf-16be").decode(buffer);
  if (bytes.startsWith("\xff\xfe")) return new TextDecoder("utf-16le").decode(buffer);
  return bytes.startsWith("\xef\xbb\xbf") ? buffer.toString("utf8") : bytes;
}

/** The bytes of the stream are in another file. Some readers take the key for the filter's short name, which hides as well. */
const isOutside = (value: PdfValue): boolean =>
  isDict(value) && valuesOf(value, "F").some((one) => typeof one !== "number");

/** Its objects are encrypted and cannot be inspected. */
export const isLocked = (objects: readonly PdfObject[]): boolean =>
  objects.some(
    ({ value, number }) =>
      isDict(value) &&
      (number < 0 || valuesOf(value, "Type").some((type) => nameOf(type) === "XRef")) &&
      valuesOf(value, "Encrypt").some((one) => one !== null),
  );
