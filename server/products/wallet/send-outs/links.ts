/**
 * The email about a send-out that waits, and its link. A worker writes it from the rows, so the web process cannot suppress it.
 * Only the reader of the email has the link, which shows the send-out and, after a confirmation, cancels it.
 */
import { createHash } from "node:crypto";
import type { Locale } from "#contract/platform/locales.ts";
import { CRYPTO, displayFromUnits } from "#contract/money/money.ts";
import { cryptoText } from "#contract/money/money-text.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { LinkedSendOut } from "#contract/products/wallet/wallet.ts";
import type { AppPorts } from "../../../platform/app-ports.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";
import { textOf } from "../../../platform/texts.ts";
import { ids } from "../../../platform/ids.ts";
import { queueMail } from "../../../platform/mail/mail.ts";
import { emitSendOut } from "../../../money/custody/index.ts";
import { findUserById, languageOf, letterTo } from "../../../people/accounts/index.ts";
import {
  cancelLinked,
  findLinked,
  insertLink,
  type LinkedRow,
  waitingWithoutEmail,
  type WaitingRow,
} from "./link-rows.ts";

/** Job. A send-out and its email become known together, once. */
export async function tellWaiting({ db }: Pick<AppPorts, "db">): Promise<void> {
  for (const { id } of await db.read(waitingWithoutEmail))
    await db.tx(async (tx) => {
      const waiting = (await waitingWithoutEmail(tx)).find((one) => one.id === id);
      if (waiting) await tell(tx, waiting);
    });
}

async function tell(tx: Tx, waiting: WaitingRow): Promise<void> {
  const token = ids.secret();
  if (!(await insertLink(tx, { sendOutId: waiting.id, tokenHash: hashOf(token) }))) return;
  const user = await findUserById(tx, waiting.user_id);
  if (!user) return;
  const until = `${waiting.due_at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const lang = languageOf(user);
  const crypto = shown(waiting, lang);
  const amount = textOf("notifications.facts.amount", lang, { value: crypto });
  await queueMail(
    tx,
    letterTo(user, {
      subject: textOf("emails.waiting.subject", lang, { crypto }),
      paragraphs: [
        textOf("emails.waiting.text", lang, { until }),
        `${amount}\n${textOf("emails.waiting.address", lang, { address: waiting.destination })}`,
        `${textOf("emails.waiting.cancel", lang)}\n{origin}/wallet/cancel-transfer?token=${token}`,
      ],
      // Nobody can take this reason away by queueing another email under it.
      dedupeKey: `send-out-link:${hashOf(token)}`,
    }),
  );
}

/** The send-out of the link, or null for an unknown link. */
export async function readSendOutLink(tx: ReadTx, token: string): Promise<LinkedSendOut | null> {
  const row = await findLinked(tx, hashOf(token));
  return row ? view(row) : null;
}

/** Refuses wallet.send_out_unknown and wallet.send_out_under_way. */
export async function cancelBySendOutLink(tx: Tx, token: string): Promise<LinkedSendOut> {
  const tokenHash = hashOf(token);
  const outcome = await cancelLinked(tx, tokenHash);
  if (outcome === "under_way") throw new Refusal("wallet.send_out_under_way");
  const row = outcome === "canceled" ? await findLinked(tx, tokenHash) : undefined;
  if (!row) throw new Refusal("wallet.send_out_unknown");
  emitSendOut(tx, row, row.status);
  return view(row);
}

function view(row: LinkedRow): LinkedSendOut {
  const { currency, units, destination, status, due_at: dueAt } = row;
  return {
    cryptoCurrencyCode: currency,
    amount: displayFromUnits(units, CRYPTO[currency].digits),
    address: destination,
    status,
    waitsUntil: status === "pending" ? dueAt.toISOString() : null,
  };
}

function shown({ units, currency }: Pick<WaitingRow, "units" | "currency">, lang: Locale): string {
  return `${cryptoText(lang, displayFromUnits(units, CRYPTO[currency].digits), currency)} ${currency}`;
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
