/**
 * The country of an internet address, and whether it is anonymized: from files on this machine, without external requests. The country comes from a
 * database in MaxMind's format, the one of this package or the operator's; VPNs and Tor from a list of the operator's.
 */
import { readFileSync, statSync } from "node:fs";
import { BlockList, isIP, isIPv6 } from "node:net";
import { fileURLToPath } from "node:url";
import { Reader } from "mmdb-lib";
import type { Config } from "../settings/config.ts";
import { isPublicAddress, isRange } from "./networks.ts";

/** What databases of countries say; which of the two depends on who made it. */
type Found = { readonly country_code?: string; readonly country?: { readonly iso_code?: string } };

const LOOK_AGAIN_MS = 60_000;

let files: Pick<Config, "placesFile" | "anonymizersFile"> = { placesFile: undefined, anonymizersFile: undefined };
let reader: Reader<never> | undefined;
let hidden: { readonly list: BlockList; readonly changedMs: number; readonly lookedMs: number } | undefined;

/** Called once at the start. Throws where a file cannot be read or is none of these. */
export function usePlaces(named: typeof files): void {
  files = named;
  [reader, hidden] = [undefined, undefined];
  if (named.placesFile !== undefined) countryOf("192.0.2.1");
  if (named.anonymizersFile !== undefined) isAnonymizer("192.0.2.1", 0);
}

/** The code of the country, of two letters; undefined for an address of no country, or one that the database does not have. */
export function countryOf(ip: string): string | undefined {
  reader ??= new Reader(readFileSync(files.placesFile ?? ownFile()));
  const address = plainAddress(ip);
  if (!isPublicAddress(address)) return undefined;
  const found = reader.get(address) as Found | null;
  const iso = found?.country_code ?? found?.country?.iso_code;
  return iso !== undefined && /^[A-Z]{2}$/.test(iso) ? iso : undefined;
}

/** Of the package. */
const ownFile = () =>
  fileURLToPath(import.meta.resolve("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb"));

/** Whether the operator has given a list: without one a rule against anonymizers has no effect. */
export const knowsAnonymizers = (): boolean => files.anonymizersFile !== undefined;

/** Whether the operator's list has it; without a list always false. A changed list takes effect within a minute. */
export function isAnonymizer(ip: string, nowMs: number): boolean {
  const { anonymizersFile: file } = files;
  if (file === undefined) return false;
  if (!hidden || Math.abs(nowMs - hidden.lookedMs) > LOOK_AGAIN_MS) {
    hidden = { ...lookAt(file), lookedMs: nowMs };
  }
  const address = plainAddress(ip);
  return isIP(address) !== 0 && hidden.list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** One that is gone or broken while it runs leaves what was known. */
function lookAt(file: string) {
  try {
    const changedMs = statSync(file).mtimeMs;
    return hidden?.changedMs === changedMs ? hidden : { list: listFrom(readFileSync(file, "utf8")), changedMs };
  } catch (error) {
    if (!hidden) throw error;
    return hidden;
  }
}

/** An address or a range on each line; text after # is a comment. Throws with the line that is neither. */
function listFrom(text: string): BlockList {
  const list = new BlockList();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const entry = line.replace(/#.*$/, "").trim();
    if (entry === "") continue;
    if (!isRange(entry)) throw new Error(`line ${index + 1} of ANONYMIZERS_FILE is no address and no range: ${entry}`);
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** As a socket of IPv6 writes an address of IPv4, and without the name of a network card. */
function plainAddress(ip: string): string {
  const [address = ""] = ip.split("%", 1);
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
