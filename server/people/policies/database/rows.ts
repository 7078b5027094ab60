import { POLICY_NAMES, POLICY_VERSIONS } from "#contract/people/policy-names.ts";
import type { DeclaredRows } from "../../../platform/postgres/schema/rows.ts";

/** The version of each policy that is in force. */
export const ROWS: readonly DeclaredRows[] = [
  {
    table: "policy_versions",
    key: ["policy"],
    rows: POLICY_NAMES.map((policy) => {
      const { version, isForAll } = POLICY_VERSIONS[policy];
      return { policy, version, is_for_all: isForAll };
    }),
  },
];
