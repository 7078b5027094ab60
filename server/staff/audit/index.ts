/** The audit log: the acts of staff as administrators read them, closed in batches whose heads the signer signs. */
export { module } from "./module.ts";
export { unsignedSec } from "./batch-rows.ts";
export { closeBatches, HEADS_FILE } from "./close-batches.ts";
/** The chain of staff acts against the heads outside the database. */
export { verifyAudit } from "./verify-audit.ts";
export { viewAudit } from "./view-audit.ts";
