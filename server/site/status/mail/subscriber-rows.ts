/** The SQL of addresses that get emails about incidents. */
import type { Locale } from "#contract/platform/locales.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

type Asked = {
  readonly hash: string;
  readonly emailSealed: Uint8Array;
  readonly emailMark: Uint8Array;
  readonly lang: Locale;
};

/** An address that is known keeps its row; until it is confirmed, its language is the last one asked for. Returns the hash of the row. */
export async function putAsked(tx: Tx, { hash, emailSealed, emailMark, lang }: Asked): Promise<string> {
  const [row] = await tx.rows<{ hash: string }>`
    insert into status_subscribers as known (hash, email_sealed, email_index, lang, asked_at)
    values (${hash}, ${emailSealed}, ${emailMark}, ${lang}, ${tx.now})
    on conflict (email_index) do update
    set lang = case when known.confirmed_at is null then excluded.lang else known.lang end,
        asked_at = case when known.confirmed_at is null then excluded.asked_at else known.asked_at end
    returning hash`;
  if (!row) throw new Error("a subscriber was not written");
  return row.hash;
}

/** False for one that is not there. A second time changes nothing. */
export async function markConfirmed(tx: Tx, hash: string): Promise<boolean> {
  const rows = await tx.rows<{ hash: string }>`
    update status_subscribers
    set confirmed_at = coalesce(confirmed_at, greatest(asked_at, ${tx.now}::timestamptz))
    where hash = ${hash}
    returning hash`;
  return rows.length > 0;
}

export async function deleteSubscriber(tx: Tx, hash: string): Promise<void> {
  await tx.rows`delete from status_subscribers where hash = ${hash}`;
}

export async function isKnown(tx: ReadTx, hash: string): Promise<boolean> {
  const rows = await tx.rows<{ hash: string }>`select hash from status_subscribers where hash = ${hash}`;
  return rows.length > 0;
}

type SubscriberRow = { readonly hash: string; readonly email_sealed: Uint8Array; readonly lang: Locale };

export async function confirmedSubscribers(tx: ReadTx): Promise<SubscriberRow[]> {
  return tx.rows<SubscriberRow>`
    select hash, email_sealed, lang
    from status_subscribers
    where confirmed_at is not null
    order by id`;
}

type MailedRow = { readonly incident_id: string; readonly updates: number; readonly is_ended: boolean };

/** One process sends at a time. */
export async function lockMailed(tx: Tx): Promise<void> {
  await tx.rows`select pg_advisory_xact_lock(hashtext('status_mailed')) is null as locked`;
}

export async function mailedOf(tx: ReadTx, incidents: readonly string[]): Promise<MailedRow[]> {
  return tx.rows<MailedRow>`
    select incident_id::text, updates, is_ended
    from status_mailed
    where incident_id = any(${incidents.map(BigInt)}::bigint[])`;
}

/** How many emails each subscriber was sent since then. */
export async function mailsSince(tx: ReadTx, since: Date): Promise<number> {
  const [row] = await tx.rows<{ many: number }>`
    select coalesce(sum(mails), 0)::int as many
    from status_mailed
    where mailed_at > ${since}::timestamptz`;
  return row?.many ?? 0;
}

type Mailed = { readonly id: string; readonly updates: number; readonly isEnded: boolean; readonly isSent: boolean };

export async function noteMailed(tx: Tx, { id, updates, isEnded, isSent }: Mailed): Promise<void> {
  await tx.rows`
    insert into status_mailed as known (incident_id, updates, is_ended, mails, mailed_at)
    values (${BigInt(id)}, ${updates}, ${isEnded}, ${isSent ? 1 : 0}, ${tx.now})
    on conflict (incident_id) do update
    set updates = excluded.updates, is_ended = excluded.is_ended, mails = known.mails + excluded.mails, mailed_at = excluded.mailed_at`;
}

type ToSeal = { readonly hash: string; readonly email_sealed: Uint8Array };

export function lockSubscribersBefore(
  tx: Tx,
  { version, limit }: { readonly version: number; readonly limit: number },
): Promise<ToSeal[]> {
  return tx.rows<ToSeal>`
    select hash, email_sealed
    from status_subscribers
    where get_byte(email_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

export async function putSubscriberAnew(
  tx: Tx,
  { hash, email_sealed, mark }: ToSeal & { readonly mark: Uint8Array },
): Promise<void> {
  await tx.rows`
    update status_subscribers
    set email_sealed = ${email_sealed}, email_index = ${mark}
    where hash = ${hash}`;
}
