/** Lightning: bitcoin that is received and sent within seconds, through the operator's node. */
export { module } from "./module.ts";
/** For the pages. */
export { viewStaffLightning } from "./staff-lightning.ts";
export { viewLightning, viewTerms } from "./view.ts";
export { mountAddresses } from "./address.ts";
export { mountWithdrawals } from "./lnurl-withdraw.ts";
export { lnurlOf } from "./lnurl.ts";
export { hasLightning, useLightning } from "./here.ts";
export { useOutsideWallet } from "./outside-wallet.ts";
export { LIGHTNING_CHECKS } from "./invariants.ts";
