/** The SQL of canned replies. */
import type { Locale } from "#contract/platform/locales.ts";
import type { ReadTx, Tx } from "../../../platform/postgres/db.ts";

export type CannedRow = {
  readonly key: string;
  readonly locale: Locale;
  readonly title: string;
  readonly body: string;
  readonly changed_by: string;
  readonly changed_at: Date;
};

export function cannedRows(tx: ReadTx): Promise<CannedRow[]> {
  return tx.rows<CannedRow>`
    select canned.key, canned.locale, canned.title, canned.body, writer.username as changed_by, canned.changed_at
    from support_canned_replies canned
    join users writer on writer.id = canned.changed_by
    order by canned.key, canned.locale`;
}

type NewCanned = Pick<CannedRow, "key" | "locale" | "title" | "body"> & { readonly staffId: bigint };

export async function putCanned(tx: Tx, { key, locale, title, body, staffId }: NewCanned): Promise<void> {
  await tx.rows`
    insert into support_canned_replies (key, locale, title, body, changed_by, changed_at)
    values (${key}, ${locale}, ${title}, ${body}, ${staffId}, ${tx.now})
    on conflict (key, locale) do update
    set title = excluded.title, body = excluded.body, changed_by = excluded.changed_by, changed_at = excluded.changed_at`;
}

/** False where there is none. */
export async function deleteCanned(tx: Tx, { key, locale }: Pick<CannedRow, "key" | "locale">): Promise<boolean> {
  const rows = await tx.rows`
    delete from support_canned_replies
    where key = ${key} and locale = ${locale}
    returning key`;
  return rows.length > 0;
}
