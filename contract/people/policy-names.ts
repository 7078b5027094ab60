/** The policies that people accept, each with the version in force, which is that of its text in content/legal. */
export const POLICY_VERSIONS = {
  /** Accepted by who registers; a new version is asked for from each user. */
  "terms-of-service": { version: 1, isForAll: true },
  "privacy-policy": { version: 1, isForAll: true },
  /** Accepted where they are asked for. */
  "vendor-terms": { version: 1, isForAll: false },
  "partner-program-terms": { version: 1, isForAll: false },
} as const;

export type PolicyName = keyof typeof POLICY_VERSIONS;
export const POLICY_NAMES = Object.keys(POLICY_VERSIONS) as [PolicyName, ...PolicyName[]];

export type PolicyLine = {
  policy: PolicyName;
  /** In force now. */
  version: number;
  /** Everybody has to accept it. */
  isForAll: boolean;
  /** The newest that was accepted; null where none is known. */
  accepted: { version: number; at: string } | null;
  /** The version in force is not accepted, and everybody is asked for it. */
  isDue: boolean;
};
