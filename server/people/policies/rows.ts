/** The SQL of acceptances. */
import type { PolicyName } from "#contract/people/policy-names.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";

type PolicyRow = {
  readonly policy: PolicyName;
  readonly version: number;
  readonly is_for_all: boolean;
  readonly accepted_version: number | null;
  readonly accepted_at: Date | null;
};

/** With the newest version that the user accepted. */
export async function policyRows(tx: ReadTx, userId: bigint): Promise<PolicyRow[]> {
  return tx.rows<PolicyRow>`
    select known.policy, known.version::int, known.is_for_all, newest.version::int as accepted_version, newest.at as accepted_at
    from policy_versions known
    left join lateral (
      select accepted.version, accepted.at
      from policy_acceptances accepted
      where accepted.user_id = ${userId} and accepted.policy = known.policy
      order by accepted.version desc
      limit 1
    ) as newest on true`;
}

type Accepted = { readonly userId: bigint; readonly policy: PolicyName; readonly version: number };

export async function acceptCurrent(tx: Tx, { userId, policy, version }: Accepted): Promise<void> {
  await tx.rows`
    insert into policy_acceptances (user_id, policy, version, at)
    values (${userId}, ${policy}, ${version}, ${tx.now})
    on conflict on constraint policy_acceptances_once do nothing`;
}

export async function acceptForAll(tx: Tx, userId: bigint): Promise<void> {
  await tx.rows`
    insert into policy_acceptances (user_id, policy, version, at)
    select ${userId}::bigint, known.policy, known.version, ${tx.now}::timestamptz
    from policy_versions known
    where known.is_for_all
    order by known.policy
    on conflict on constraint policy_acceptances_once do nothing`;
}
