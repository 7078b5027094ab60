/** Somebody writes to support: the ticket with its clocks, and the first message. */
import { TOPIC_PRIORITIES, type SupportTopic } from "#contract/reach/support/names.ts";
import type { SupportObject, TicketThread } from "#contract/reach/support/support.ts";
import { type Locale, localeOf } from "#contract/platform/locales.ts";
import { fieldRefusal, Refusal } from "#contract/platform/errors/refusals.ts";
import type { Caller, Viewer } from "../../../platform/http/policy.ts";
import { ids } from "../../../platform/ids.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import { countTicket } from "../../../people/auth/index.ts";
import { emailMark, findUserById } from "../../../people/accounts/index.ts";
import { readSettings } from "../../../reference/settings/index.ts";
import { begun, limitsOf } from "../clocks.ts";
import { sealEmail } from "../sealed-ticket.ts";
import { insertTicket, noteEvent, type NewTicket, type Ticket, ticketByNumber } from "../ticket-rows.ts";
import { writeMessage, writeStep } from "../write-message.ts";
import { attachUploads } from "./file-rows.ts";
import { isOwnObject } from "./object-rows.ts";
import { viewThread } from "./view-ticket.ts";

type Asked = {
  readonly viewer: Pick<Viewer, "userId">;
  readonly caller: Pick<Caller, "ip">;
  readonly topic: SupportTopic;
  readonly text: string;
  readonly object?: SupportObject | undefined;
  readonly files?: readonly string[] | undefined;
};

/** Refuses support.object, support.files, auth.throttled. */
export async function openTicket(
  tx: Tx,
  { viewer, caller, topic, text, object, files = [] }: Asked,
): Promise<TicketThread> {
  const { userId } = viewer;
  if (object && !(await isOwnObject(tx, { userId, ...object }))) throw fieldRefusal("support.object", "object");
  await countOpened(tx, { by: `user:${userId}`, ip: caller.ip });
  const user = await findUserById(tx, userId);
  if (!user) throw new Refusal("auth.required");
  const ticket = await begin(tx, { user_id: userId, topic, lang: localeOf(user.locale), object, text });
  const seq = ticket.last_seq;
  await attachUploads(tx, { hashes: files, owner: { userId }, ticketId: ticket.id, seq });
  return viewThread(tx, ticket);
}

type OfGuest = {
  readonly email: string;
  readonly lang: Locale;
  readonly caller: Pick<Caller, "ip">;
  readonly topic: SupportTopic;
  readonly text: string;
};

/** The asker has confirmed the email. Refuses auth.throttled. */
export async function openForGuest(tx: Tx, { email, lang, caller, topic, text }: OfGuest): Promise<Ticket> {
  await countOpened(tx, { by: `mark:${emailMark(email).toString("base64url")}`, ip: caller.ip });
  return begin(tx, { email, topic, lang, text });
}

async function countOpened(tx: Tx, { by, ip }: { by: string; ip: string }): Promise<void> {
  const settings = await readSettings(tx, ["support.tickets_a_day"]);
  await countTicket(tx, { by, ip, most: settings["support.tickets_a_day"] });
}

type Beginning = {
  readonly user_id?: bigint;
  readonly email?: string;
  readonly topic: SupportTopic;
  readonly lang: Locale;
  readonly object?: SupportObject | undefined;
  readonly text: string;
};

async function begin(tx: Tx, { user_id = undefined, email, topic, lang, object, text }: Beginning): Promise<Ticket> {
  const number = ids.digits(12);
  const priority = TOPIC_PRIORITIES[topic];
  const clocks = begun({ now: tx.now, limits: await limitsOf(tx, priority) });
  const about: Pick<NewTicket, "user_id" | "email_sealed" | "email_index"> =
    email === undefined
      ? { user_id: user_id ?? null, email_sealed: null, email_index: null }
      : { user_id: null, email_sealed: sealEmail(email, number), email_index: emailMark(email) };
  const object_kind = object?.kind ?? null;
  const object_ref = object?.ref ?? null;
  const id = await insertTicket(tx, { number, ...about, lang, topic, priority, object_kind, object_ref, clocks });
  await writeStep(tx, { id, number, last_seq: 0 }, "opened");
  await writeMessage(tx, { id, number, last_seq: 1 }, { kind: "message", text });
  await noteEvent(tx, { ticketId: id, kind: "opened" });
  const ticket = await ticketByNumber(tx, number);
  if (!ticket) throw new Error("the ticket just written cannot be read");
  return ticket;
}
