/** The SQL of where people sign in from. */
import type { Tx } from "../../../platform/postgres/db.ts";

/** Where a user has just signed in, and where they usually do: codes of countries. */
export async function noteCountries(
  tx: Tx,
  { userId, signIn, usual }: { readonly userId: bigint; readonly signIn: string; readonly usual: string },
): Promise<void> {
  await tx.rows`
    update users
    set sign_in_country = ${signIn}, usual_country = ${usual}
    where id = ${userId} and (sign_in_country, usual_country) is distinct from (${signIn}, ${usual})`;
}
