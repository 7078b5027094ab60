import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Viewer } from "../../platform/http/policy.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { isFlagOn } from "../../reference/flags/index.ts";

/** Refuses partner.off where the program is not for this user. */
export async function refuseWithoutProgram(tx: ReadTx, { userId }: Pick<Viewer, "userId">): Promise<void> {
  if (!(await isFlagOn(tx, { name: "isPartnerProgramEnabled", userId }))) throw new Refusal("partner.off");
}
