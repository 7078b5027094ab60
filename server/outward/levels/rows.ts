/** The SQL of what levels need. */
import type { ReadTx } from "../../platform/db.ts";
import { onlyRow } from "../../platform/only-row.ts";

export type Facts = {
  readonly level: number;
  readonly has_email: boolean;
  readonly has_phone: boolean;
  readonly is_demo: boolean;
};

export async function factsOf(tx: ReadTx, userId: bigint): Promise<Facts> {
  const rows = await tx.rows<Facts>`
    select users.level::float8 as level, users.email_confirmed_at is not null as has_email,
      has_confirmed_phone(users.id) as has_phone, users.is_demo
    from users
    where users.id = ${userId}`;
  return onlyRow(rows);
}
