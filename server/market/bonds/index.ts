/** Bonds: what owners of offers by gift card and PayPal leave with the platform, and get back. */
export { module } from "./module.ts";
export { depositBond } from "./deposit-bond.ts";
export { retrieveBond } from "./retrieve-bond.ts";
export { ownersShortOfBond, viewDepositData } from "./view-bond.ts";
/** For the seeding of a demo market. */
export { seedBonds } from "./seed-bonds.ts";
/** The invariant that the job over the ledger checks. */
export { BOND_CHECKS } from "./invariants.ts";
