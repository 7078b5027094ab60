/**
 * Who signed a call: HMAC-SHA256 of the query and the form as they were sent, by the secret of the key that its header names. A
 * signature is good for the time around it that the call itself allows.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { holdSpotKey, type SpotKey } from "../../../people/api-keys/index.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import { badKey, FacadeError } from "./facade-error.ts";
import type { Params } from "./params.ts";

export const KEY_HEADER = "x-mbx-apikey";
export const SIGNED_PARAMS = ["timestamp", "recvWindow", "signature"];

const USUAL_WINDOW_MS = 5000;
const MOST_WINDOW_MS = 60_000;
/** How far a clock of a caller may be ahead of ours. */
const AHEAD_MS = 1000;

/** As they came, before anything was decoded. */
export type Raw = { readonly query: string; readonly form: string };

type Signed = {
  readonly db: Db;
  readonly key: unknown;
  readonly ip: string;
  readonly raw: Raw;
  readonly params: Params;
};

/** Who names a key from one of its addresses. Refuses -2014 and -2015. */
export async function namedCaller({ db, key, ip }: Pick<Signed, "db" | "key" | "ip">): Promise<SpotKey> {
  if (typeof key !== "string" || !/^[A-Za-z0-9]{10,64}$/.test(key))
    throw new FacadeError(-2014, "API-key format invalid.", { status: 401 });
  const held = await holdSpotKey(db, { publicId: key, ip });
  if (!held?.isHere) throw badKey();
  return held;
}

/** Refuses -2014 and -2015 for the key, -1021 for the time, -1022 for the signature. */
export async function signedCaller({ db, key, ip, raw, params }: Signed): Promise<SpotKey> {
  const held = await namedCaller({ db, key, ip });
  const given = params.must("signature", params.text("signature"));
  if (!isSignedBy(held.secret, given, raw)) throw new FacadeError(-1022, "Signature for this request is not valid.");
  refuseTime(params, await db.read(async (tx) => tx.now.getTime()));
  await held.noteUse();
  return held;
}

function isSignedBy(secret: string, given: string, { query, form }: Raw): boolean {
  const right = createHmac("sha256", secret)
    .update(`${unsigned(query)}${unsigned(form)}`)
    .digest();
  const sent = /^[0-9a-fA-F]{64}$/.test(given) ? Buffer.from(given, "hex") : Buffer.alloc(0);
  return sent.length === right.length && timingSafeEqual(sent, right);
}

/** The other parameters, in the order and the writing in which they came. */
const unsigned = (part: string): string =>
  part
    .split("&")
    .filter((one) => !one.startsWith("signature="))
    .join("&");

function refuseTime(params: Params, nowMs: number): void {
  const sentMs = params.must("timestamp", params.whole("timestamp"));
  const windowMs = params.whole("recvWindow") ?? USUAL_WINDOW_MS;
  if (windowMs > MOST_WINDOW_MS) throw new FacadeError(-1131, "recvWindow must be less than 60000.");
  if (sentMs >= nowMs + AHEAD_MS)
    throw new FacadeError(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");
  if (nowMs - sentMs > windowMs)
    throw new FacadeError(-1021, "Timestamp for this request is outside of the recvWindow.");
}
