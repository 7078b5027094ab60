/** Listen keys: an API key has one for an hour, which each call prolongs. It opens the socket of its owner's orders, and nothing else. */
import { createHash, createHmac } from "node:crypto";
import { ids } from "../../../../platform/ids.ts";
import type { OwnAsked, OwnCall } from "../call.ts";
import { FacadeError } from "../facade-error.ts";
import { endStream, extendStream, openStream } from "./stream-rows.ts";

const LASTS_MS = 3_600_000;
const PATH = "/api/v3/userDataStream";

export const STREAM_CALLS: readonly OwnCall[] = [
  { ...{ method: "POST", path: PATH, security: "stream", weight: 2 }, params: [], run: open },
  { ...{ method: "PUT", path: PATH, security: "stream", weight: 2 }, params: ["listenKey"], run: prolong },
  { ...{ method: "DELETE", path: PATH, security: "stream", weight: 2 }, params: ["listenKey"], run: end },
];

export const hashOfListenKey = (listenKey: string): Uint8Array => createHash("sha256").update(listenKey).digest();
export const channelOf = ({ externalId }: { readonly externalId: string }): string => `user:${externalId}`;

/** Only who knows the secret of the API key can make it from the nonce. */
const listenKeyOf = (secret: string, nonce: string): string =>
  createHmac("sha256", secret).update(`listen:${nonce}`).digest("hex");

async function open({ db, key: { secret, publicId, viewer } }: OwnAsked): Promise<unknown> {
  const nonce = ids.hash();
  const hash = hashOfListenKey(listenKeyOf(secret, nonce));
  const kept = await db.tx((tx) =>
    openStream(tx, { publicId, userId: viewer.userId, nonce, hash, expiresAt: endOf(tx.now) }),
  );
  return { listenKey: listenKeyOf(secret, kept) };
}

async function prolong({ db, key: { publicId }, params }: OwnAsked): Promise<unknown> {
  const hash = hashOfListenKey(params.must("listenKey", params.text("listenKey")));
  if (!(await db.tx((tx) => extendStream(tx, { publicId, hash }, endOf(tx.now))))) throw noListenKey();
  return {};
}

async function end({ db, key: { publicId, viewer }, params }: OwnAsked): Promise<unknown> {
  const hash = hashOfListenKey(params.must("listenKey", params.text("listenKey")));
  if (!(await db.tx((tx) => endStream(tx, { publicId, hash }, channelOf(viewer))))) throw noListenKey();
  return {};
}

const endOf = (now: Date) => new Date(now.getTime() + LASTS_MS);
const noListenKey = () => new FacadeError(-1125, "This listenKey does not exist.");
