/** The tables of this module, each with the columns that modules after it may read with a join. */
export const TABLES = {
  bond_methods: [],
  bond_moves: [],
} as const;
