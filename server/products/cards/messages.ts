/** The worker's part of messages of the house issuer: what is signed is booked, in the order of its arrival; and holds whose time is over end. */
import * as z from "zod/mini";
import { DISPUTE_ANSWERS, ENTRY_KINDS } from "#contract/products/cards/names.ts";
import { hash } from "#contract/platform/wire.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { isMessageSigned } from "./house-issuer/number.ts";
import { bookMessages, expireHolds, waitingMessages } from "./rows.ts";

const AT_ONCE = 100;

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));

/** What the issuer says. */
export const issuerEntry = z.strictObject({
  id,
  kind: z.enum([...ENTRY_KINDS, ...DISPUTE_ANSWERS]),
  card: hash,
  authorization: z.nullable(id),
  usd_units: z.string().check(z.regex(/^[1-9]\d{0,11}$/)),
  merchant: z.nullable(z.string().check(z.maxLength(80))),
  is_final: z.boolean(),
  /** Of a refund, the entry that it gives back, where the issuer knows it. */
  refunds: z.optional(z.nullable(id)),
  /** Of an answer to a dispute, our id of it. */
  dispute: z.optional(z.nullable(hash)),
});
export type IssuerEntry = z.infer<typeof issuerEntry>;

export async function bookWaiting({ db }: Pick<AppPorts, "db">): Promise<void> {
  for (;;) {
    const waiting = await db.read((tx) => waitingMessages(tx, AT_ONCE));
    if (waiting.length === 0) return;
    const read = waiting.map((message) => ({ id: message.id, ...entryIn(message) }));
    await db.tx((tx) => bookMessages(tx, read));
    if (waiting.length < AT_ONCE) return;
  }
}

type Read = { readonly entry: IssuerEntry | null; readonly outcome: "unsigned" | "unreadable" | null };

/** Of a message that the issuer signed, what it says. */
export function entryIn({ body, signature }: { body: string; signature: string }): Read {
  if (!isMessageSigned(signature, body)) return { entry: null, outcome: "unsigned" };
  const entry = issuerEntry.safeParse(parsed(body));
  return entry.success && isWhole(entry.data)
    ? { entry: entry.data, outcome: null }
    : { entry: null, outcome: "unreadable" };
}

const isWhole = ({ kind, authorization, refunds, dispute }: IssuerEntry): boolean =>
  (kind === "capture" || kind === "reversal") === (authorization !== null) &&
  DISPUTE_ANSWERS.some((one) => one === kind) === ((dispute ?? null) !== null) &&
  (kind === "refund" || (refunds ?? null) === null);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export async function endHolds({ db }: Pick<AppPorts, "db">): Promise<void> {
  while ((await db.tx((tx) => expireHolds(tx, AT_ONCE))) === AT_ONCE);
}
