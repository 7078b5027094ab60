/** A case, and the secret that the asker's page goes on with. */
import type { RecoveryState } from "#contract/compliance/recovery/recovery.ts";

export type OpenCase = { readonly secret: string; readonly state: RecoveryState };
