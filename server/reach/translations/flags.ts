/** Feature flags of this module, each with how many people in a hundred have it at first; their names are in contract/reference/flag-names.ts. */
export const FLAGS = {
  isContentTransfer3rdPartyAutoTranslationEnabled: 100,
} as const;
