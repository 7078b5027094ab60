/** The ledger: post a journal, read a balance, check the invariants. */
export { module } from "./module.ts";
export { accountIn, accountOf } from "./accounts.ts";
export { type Balance, balancesOf, balancesOfEach } from "./balances.ts";
export { balanceOf } from "./rows.ts";
/** What a check of every minute has seen, and what committed since. */
export { committedSince, currentSnapshot, moveWatermark, type Watermark, watermarkOf } from "./watermark-rows.ts";
/** Which invariants of the ledger are broken now; empty when all hold. */
export { checkInvariants, type InvariantCheck, LEDGER_CHECKS, type Violation } from "./invariants.ts";
/** Halts: stop a kind of movement, lift it, refuse when it is stopped. */
export { HALT_NAMES, type HaltName } from "#contract/staff/names.ts";
export { halt, haltWhenBroken, isHalted, lift, outcomeRefusal, refuseWhenHalted, standingHalts } from "./halts.ts";
export { type Journal, post, postEach } from "./post.ts";
