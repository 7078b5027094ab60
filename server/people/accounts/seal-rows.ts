/** The SQL of what is sealed of users, where its secret is exchanged. */
import type { Tx } from "../../platform/postgres/db.ts";
import { seal, unseal } from "../../platform/sealed.ts";
import { emailMark } from "./rows.ts";

const COLUMNS = ["email", "first_name", "last_name", "birth_date"] as const;
type Column = (typeof COLUMNS)[number];
export type SealedRow = { readonly id: bigint; readonly external_id: string } & Readonly<
  Record<`${Column}_sealed`, Uint8Array>
> & { readonly mail_phrase_sealed: Uint8Array | null; readonly company_name_sealed: Uint8Array | null };

/** Of another version than this one, those after this id. */
export async function lockSealedBefore(
  tx: Tx,
  { version, after, limit }: { version: number; after: bigint; limit: number },
): Promise<SealedRow[]> {
  return tx.rows<SealedRow>`
    select id, external_id, email_sealed, first_name_sealed, last_name_sealed, birth_date_sealed, mail_phrase_sealed,
      company_name_sealed
    from users
    where id > ${after} and get_byte(email_sealed, 0) <> ${version}
    order by id
    limit ${limit}
    for no key update`;
}

/** Opens and seals them, and marks their emails anew. */
export async function sealAgain(tx: Tx, rows: readonly SealedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const opened = rows.map((row) => {
    const textOf = (column: Column) => unseal(row[`${column}_sealed`], `users.${column}:${row.external_id}`);
    return { row, textOf };
  });
  const sealedOf = (column: Column) =>
    opened.map(({ row, textOf }) => seal(textOf(column), `users.${column}:${row.external_id}`));
  const sealedAgain = (sealed: Uint8Array | null, place: string) => sealed && seal(unseal(sealed, place), place);
  const phrases = rows.map((row) => sealedAgain(row.mail_phrase_sealed, `users.mail_phrase:${row.external_id}`));
  const companies = rows.map((row) => sealedAgain(row.company_name_sealed, `users.company_name:${row.external_id}`));
  await tx.rows`
    update users
    set email_sealed = anew.email, email_index = anew.mark, first_name_sealed = anew.first_name,
        last_name_sealed = anew.last_name, birth_date_sealed = anew.birth_date, mail_phrase_sealed = anew.mail_phrase,
        company_name_sealed = anew.company_name
    from unnest(
      ${rows.map(({ id }) => id)}::bigint[], ${sealedOf("email")}::bytea[],
      ${opened.map(({ textOf }) => emailMark(textOf("email")))}::bytea[], ${sealedOf("first_name")}::bytea[],
      ${sealedOf("last_name")}::bytea[], ${sealedOf("birth_date")}::bytea[],
      ${phrases}::bytea[], ${companies}::bytea[]
    ) as anew (id, email, mark, first_name, last_name, birth_date, mail_phrase, company_name)
    where users.id = anew.id`;
}
