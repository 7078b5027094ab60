/** Acts of staff for users: looking them up, and stopping transfers that wait. */
export { module } from "./module.ts";
export { viewHeldSendOuts } from "./held-send-outs/held-send-outs.ts";
/** For the ledger of the console, which looks users up too. */
export { findLookedUp, noteLook } from "./people/look-up.ts";
