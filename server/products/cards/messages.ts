/** The worker's part of the issuer's messages: what is signed is booked, in the order of its arrival; and holds whose time is over end. */
import * as z from "zod/mini";
import { ENTRY_KINDS } from "#contract/products/card-names.ts";
import { hash } from "#contract/platform/wire.ts";
import type { AppPorts } from "../../platform/app-ports.ts";
import { isMessageSigned } from "./number.ts";
import { bookMessages, expireHolds, waitingMessages } from "./rows.ts";

const AT_ONCE = 100;

const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/));

/** What the issuer says. */
export const issuerEntry = z.strictObject({
  id,
  kind: z.enum(ENTRY_KINDS),
  card: hash,
  authorization: z.nullable(id),
  usd_units: z.string().check(z.regex(/^[1-9]\d{0,11}$/)),
  merchant: z.nullable(z.string().check(z.maxLength(80))),
  is_final: z.boolean(),
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

function entryIn({ body, signature }: { body: string; signature: string }): Read {
  if (!isMessageSigned(signature, body)) return { entry: null, outcome: "unsigned" };
  const entry = issuerEntry.safeParse(parsed(body));
  return entry.success ? { entry: entry.data, outcome: null } : { entry: null, outcome: "unreadable" };
}

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
