/** The chain of what staff and the operator did. Every module with acts of staff comes after it; the console reads it. */
export { module } from "./module.ts";
/** `brokenLinks` is for the job over the ledger: whether the chain is whole. */
export { brokenLinks, type JudgedAct, judgedActs, newBrokenLinks, recordStaffAct } from "./staff-acts.ts";
/** The operator erases the words of an act; the chain stays. */
export { eraseStaffAct } from "./rows.ts";
