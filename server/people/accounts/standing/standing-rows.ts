/** The SQL of the facts that decide what users may do. */
import type { WalletBlock } from "#contract/products/wallet/blocks.ts";
import { type ReadTx, sql } from "../../../platform/postgres/db.ts";

/** What level 1 still asks of an account, the first of it. */
export const LACKS = sql`
  case when users.email_confirmed_at is null then 'email' when users.named_at is null then 'name' end`;

export type Restriction = { state: string; reason_code: string; case_number: string; since: Date; review_at: Date };

export async function standingRestrictions(tx: ReadTx, userId: bigint): Promise<Restriction[]> {
  return tx.rows<Restriction>`
    select state, reason_code, case_number, since, review_at
    from user_restrictions
    where user_id = ${userId} and lifted_at is null
    order by since`;
}

type Role = "admin" | "supermoderator" | "moderator";
type Standing = {
  roles: Role[];
  restrictions: string[];
  blocks: WalletBlock[];
  level: number;
  lacks: "email" | "name" | null;
  countryIso: string;
};

/** The facts that decide about the rights of users, by user. */
export async function standingsOf(tx: ReadTx, userIds: readonly bigint[]): Promise<Map<bigint, Standing>> {
  const rows = await tx.rows<Omit<Standing, "countryIso"> & { id: bigint; country_iso: string }>`
    select id, level::float8, country_iso, ${LACKS} as lacks, array(select role from user_roles where user_roles.user_id = users.id) as roles,
      array(
        select state
        from user_restrictions
        where user_restrictions.user_id = users.id and lifted_at is null
        order by id) as restrictions, blocked.reasons as blocks
    from users
    join wallet_blocks_of(${userIds}::bigint[]) blocked on blocked.user_id = users.id
    where id = any(${userIds}::bigint[])`;
  return new Map(rows.map(({ id, country_iso: countryIso, ...standing }) => [id, { ...standing, countryIso }]));
}
