/** Stripe Issuing for workers: cards are made and changed there, its webhooks are booked, and its list of transactions and
 * its disputes are the statement. */
import { birthDateOf, findUserById, openPersonal } from "../../../people/accounts/index.ts";
import { confirmedNumber } from "../../../people/phones/index.ts";
import {
  isFromStripe,
  openStripeIssuing,
  type StripeIssuing,
} from "../../../platform/outside/providers/stripe-issuing.ts";
import type { StripeIssuingKey } from "../../../platform/settings/provider-settings.ts";
import { openMessages, type ProviderMessage } from "../../providers/index.ts";
import type { DeskPorts, IssuerDesk } from "../issuer-port.ts";
import { lastDay, type Line, statedOf } from "../statement-rows.ts";
import { answersIn, disputesStated, sendDisputes } from "./disputes.ts";
import { entryOf, eventIn, type StripeEntry } from "./events.ts";
import { bookEntries, bookMessage, cardsByRef } from "./rows.ts";
import { STRIPE_ISSUING } from "./stripe-issuer.ts";
import { sendCards } from "./send-cards.ts";

const DAY_MS = 86_400_000;
/** Between Stripe's clock and ours, and twice as long as a webhook may be late before the list says it. */
const OVERLAP_MS = 600_000;

/** Undefined in a process without its secrets. */
export function openStripeDesk(ports: DeskPorts, settings: StripeIssuingKey): IssuerDesk | undefined {
  const { key, eventsSecret, api } = settings;
  if (!key || !eventsSecret) return undefined;
  const { db } = ports;
  const stripe = openStripeIssuing({ key, api });
  return {
    name: STRIPE_ISSUING,
    async bookMessages() {
      for (const { id, ...message } of await openMessages(ports, STRIPE_ISSUING))
        await db.tx(async (tx) => {
          const read = readOne(eventsSecret, message, tx.now);
          if (typeof read === "string") return bookMessage(tx, { id, found: read, key: "", entries: [] });
          const entries = ofOurCards(
            read.entries,
            await cardsByRef(
              tx,
              read.entries.map(({ issuerCard }) => issuerCard),
            ),
          );
          const answers = read.dispute ? await answersIn(tx, read.dispute) : [];
          return bookMessage(tx, { id, found: "asked", key: read.id, entries: [...entries, ...answers] });
        });
    },
    sendCards: () => sendCards(ports, { stripe, nameOf: (userId) => namesOf(ports, userId) }),
    sendDisputes: () => sendDisputes(ports, stripe),
    statement: (day) => statementOf(ports, stripe, day),
  };
}

/** Unsigned also where the signature is too old: Stripe signs each of its tries anew. */
function readOne(secret: string, { headers, body }: ProviderMessage, now: Date) {
  const header = headers["stripe-signature"] ?? "";
  if (!isFromStripe(body, { secret, header, now })) return "unsigned";
  return eventIn(body) ?? "unreadable";
}

/** An id of a card that is none of ours stays as it is: the entry is unknown. */
const ofOurCards = (entries: readonly StripeEntry[], cards: ReadonlyMap<string, string>) =>
  entries.map(({ issuerCard, cents, ...entry }) => ({
    ...entry,
    card: cards.get(issuerCard) ?? issuerCard,
    usd_units: String(cents),
    is_final: false,
  }));

async function namesOf({ db }: DeskPorts, userId: bigint) {
  return db.read(async (tx) => {
    const user = await findUserById(tx, userId);
    if (!user) return undefined;
    const { firstName, lastName } = openPersonal(user);
    const reference = user.external_id;
    const phone = await confirmedNumber(tx, { userId, externalId: reference });
    return { firstName, lastName, birthDate: await birthDateOf(tx, userId), phone, reference };
  });
}

/** What a webhook did not bring is booked from the list. */
async function statementOf(ports: DeskPorts, stripe: StripeIssuing, day: string): Promise<readonly Line[]> {
  const { db } = ports;
  const before = new Date(Date.parse(day) + DAY_MS + OVERLAP_MS);
  const last = await db.read((tx) => lastDay(tx, STRIPE_ISSUING));
  const from = last === undefined ? undefined : new Date(Date.parse(day) - 2 * DAY_MS);
  const listed = (await stripe.transactions({ from, before })).flatMap((one) => entryOf(one) ?? []);
  const cards = await db.read((tx) =>
    cardsByRef(
      tx,
      listed.map(({ issuerCard }) => issuerCard),
    ),
  );
  const ours = listed.filter(({ issuerCard }) => cards.has(issuerCard)).toReversed();
  if (ours.length > 0) await db.tx((tx) => bookEntries(tx, `list:${day}`, ofOurCards(ours, cards)));
  const all = [...ours, ...(await disputesStated(ports, stripe, day))];
  const stated = await db.read((tx) =>
    statedOf(
      tx,
      all.map(({ id }) => id),
    ),
  );
  return all.filter(({ id }) => !stated.has(id)).map(({ id, kind, cents }) => ({ id, kind, units: String(cents) }));
}
