/** This module owns no tables. */
export const TABLES = {} as const;
