/** Exchanges the secret of documents: what the previous one sealed is sealed, and marked, with the present one. */
import type { Config } from "../../../platform/settings/config.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import { sealingVersion, useSealingSecret } from "../../../platform/sealed.ts";
import { documentMark, openDetails, sealDetails } from "../details.ts";
import { sealKeyAgain } from "./picture.ts";
import { lockSealedBefore, setKey, setSealed } from "./seal-rows.ts";

const AT_ONCE = 100;

/** As the owner of the tables, before the accounts. Returns the line for the operator; a second call changes nothing. */
export async function sealDocumentsAnew(
  db: Db,
  { secret, sealing }: Pick<Config, "secret" | "sealing">,
): Promise<string> {
  useSealingSecret(secret, sealing);
  let sealed = 0;
  for (;;) {
    const count = await db.tx(async (tx) => {
      const { verifications, pictures } = await lockSealedBefore(tx, { version: sealingVersion(), limit: AT_ONCE });
      for (const row of verifications) {
        const details = openDetails(row.details_sealed, row.reference);
        const mark = documentMark({
          kind: row.kind,
          countryIso3: row.country_iso3,
          documentType: row.document_type,
          details,
        });
        await setSealed(tx, { id: row.id, detailsSealed: sealDetails(details, row.reference), mark });
      }
      for (const row of pictures) await setKey(tx, { ...row, keySealed: sealKeyAgain(row.key_sealed, row) });
      return verifications.length + pictures.length;
    });
    sealed += count;
    if (count === 0) return `sealed ${sealed} parts of documents with the new secret`;
  }
}
