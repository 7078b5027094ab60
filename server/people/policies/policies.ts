/** Which versions of the policies a user accepted. Nothing is refused for a version that is missing: it is asked for above each page. */
import { POLICY_NAMES, type PolicyLine, type PolicyName } from "#contract/people/policy-names.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { acceptCurrent, acceptForAll, policyRows } from "./rows.ts";

/** The form of a registration names these policies. */
export const acceptAtRegistration = acceptForAll;

/** Accounts of before acceptances were kept had accepted the first version in the form of their registration. */
const FIRST_VERSION = 1;

export async function viewPolicies(tx: ReadTx, userId: bigint): Promise<PolicyLine[]> {
  const rows = await policyRows(tx, userId);
  return POLICY_NAMES.flatMap((policy) => {
    const row = rows.find((one) => one.policy === policy);
    if (!row) return [];
    const { version, is_for_all: isForAll, accepted_version, accepted_at } = row;
    return [
      {
        policy,
        version,
        isForAll,
        accepted:
          accepted_version === null || accepted_at === null
            ? null
            : { version: accepted_version, at: accepted_at.toISOString() },
        isDue: isForAll && version > (accepted_version ?? FIRST_VERSION),
      },
    ];
  });
}

/** Of those that a page is about. */
export async function policyLines(tx: ReadTx, userId: bigint, policies: readonly PolicyName[]): Promise<PolicyLine[]> {
  return (await viewPolicies(tx, userId)).filter(({ policy }) => policies.includes(policy));
}

type Accepting = { readonly userId: bigint; readonly policy: PolicyName; readonly version: number };

/** Refuses account.policy_version for one that is not in force: nobody accepts what they were not shown. */
export async function acceptPolicy(tx: Tx, { userId, policy, version }: Accepting): Promise<PolicyLine[]> {
  const lines = await viewPolicies(tx, userId);
  if (lines.find((one) => one.policy === policy)?.version !== version) throw new Refusal("account.policy_version");
  await acceptCurrent(tx, { userId, policy, version });
  return viewPolicies(tx, userId);
}
