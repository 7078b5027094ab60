/** The SQL of recovery codes, and of what a second factor is asked for. */
import type { FactorUses } from "#contract/people/sign-in/factor-uses.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import type { FactorOptions } from "../../platform/outside/signer/signer.ts";
import { onlyRow } from "../../platform/postgres/only-row.ts";

/** In place of all that there were: they go last, so that the database sees that these are not the first. */
export async function replaceCodes(
  tx: Tx,
  { userId, marks }: { readonly userId: bigint; readonly marks: readonly Uint8Array[] },
): Promise<void> {
  await tx.rows`
    insert into recovery_codes (user_id, code_mark, made_at)
    select ${userId}, mark, ${tx.now}
    from unnest(${marks}::bytea[]) as mark`;
  await tx.rows`
    delete from recovery_codes
    where user_id = ${userId} and not code_mark = any(${marks}::bytea[])`;
}

export async function deleteCodes(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    delete from recovery_codes
    where user_id = ${userId}`;
}

/** How many were made, and are left. */
export async function countCodes(tx: ReadTx, userId: bigint): Promise<{ made: number; left: number }> {
  return onlyRow(
    await tx.rows<{ made: number; left: number }>`
      select count(*)::int as made, count(*) filter (where used_at is null)::int as left
      from recovery_codes
      where user_id = ${userId}`,
  );
}

/** False for one that is not the user's, or was used. */
export async function useCode(
  tx: Tx,
  { userId, mark }: { readonly userId: bigint; readonly mark: Uint8Array },
): Promise<boolean> {
  const rows = await tx.rows`
    update recovery_codes
    set used_at = ${tx.now}
    where user_id = ${userId} and code_mark = ${mark} and used_at is null
    returning id`;
  return rows.length > 0;
}

export async function usesOf(tx: ReadTx, userId: bigint): Promise<FactorUses> {
  const row = onlyRow(await tx.rows<{ uses: FactorUses }>`select factor_uses(${userId}) as uses`);
  return row.uses;
}

/** Of these users those who are asked for a factor at this. */
export async function usersAskedAt(
  tx: ReadTx,
  userIds: readonly bigint[],
  use: "release" | "sendout",
): Promise<Set<bigint>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx.rows<{ user_id: bigint }>`
    select user_id
    from unnest(${userIds}::bigint[]) as asked (user_id)
    where not exists (
        select
        from factor_options chosen
        where chosen.user_id = asked.user_id
          and not case ${use}::text when 'release' then chosen.release else chosen.sendout end)
      or exists (select from user_roles granted where granted.user_id = asked.user_id)`;
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function hasRole(tx: ReadTx, userId: bigint): Promise<boolean> {
  const rows = await tx.rows`
    select
    from user_roles
    where user_id = ${userId}
    limit 1`;
  return rows.length > 0;
}

/** From then on a factor is asked for everywhere again, as of who never chose. */
export async function deleteOptions(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    delete from factor_options
    where user_id = ${userId}`;
}

export async function writeOptions(
  tx: Tx,
  userId: bigint,
  { login, release, sendout, noTexts }: FactorOptions,
): Promise<void> {
  await tx.rows`
    insert into factor_options as known (user_id, login, release, sendout, no_texts, changed_at)
    values (${userId}, ${login}, ${release}, ${sendout}, ${noTexts ?? false}, ${tx.now})
    on conflict (user_id) do update
    set login = excluded.login, release = excluded.release, sendout = excluded.sendout, changed_at = excluded.changed_at,
        no_texts = coalesce(${noTexts ?? null}, known.no_texts)`;
}
