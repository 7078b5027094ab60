/** What a proof is for, and how a passkey says yes to exactly that: the text whose digest its challenge is. */
import * as z from "zod/mini";
import { hash } from "./wire.ts";

const winner = z.enum(["buyer", "seller"]);

/** A trade's hash, or the id of a quote; awards and reopenings are the staff's. */
export const proofFor = z.union([
  z.strictObject({ kind: z.literal("release"), id: hash }),
  z.strictObject({ kind: z.literal("send_out"), id: hash }),
  z.strictObject({ kind: z.literal("award"), id: hash, winner }),
  z.strictObject({ kind: z.literal("reopen"), id: hash }),
]);
export type ProofFor = z.infer<typeof proofFor>;

const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+$/));

/** A passkey's assertion (WebAuthn), its parts in base64url. */
export const assertion = z.strictObject({
  credential_id: base64url(200),
  authenticator_data: base64url(2000),
  client_data: base64url(4000),
  signature: base64url(400),
  /** Unix seconds of the asking, which stand in the text as well: an assertion is worth nothing some minutes later. */
  asked_at: z.int().check(z.nonnegative()),
});
export type Assertion = z.infer<typeof assertion>;

/** Of a send-out the text tells what leaves, as it was shown. */
export type ShownSendOut = {
  readonly cryptoCurrencyCode: string;
  readonly amount: string;
  readonly fee: string;
  readonly address: string;
};

/** The challenge is the SHA-256 of this. */
export function challengeText(
  wanted: ProofFor,
  { askedAt, sendOut }: { askedAt: number; sendOut?: ShownSendOut },
): string {
  const details = sendOut ? [sendOut.cryptoCurrencyCode, sendOut.amount, sendOut.fee, sendOut.address] : [];
  const side = wanted.kind === "award" ? [wanted.winner] : [];
  return ["parley proof", wanted.kind, wanted.id, ...side, ...details, String(askedAt)].join("\n");
}
