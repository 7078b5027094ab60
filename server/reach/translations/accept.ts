/** Whether a user has texts of others translated, and since when. */
import type { TranslationState } from "#contract/reach/translations/translations.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx, Tx } from "../../platform/postgres/db.ts";
import { flagsNow } from "../../reference/flags/index.ts";
import { acceptedAt, deleteAcceptance, insertAcceptance } from "./rows.ts";
import { installedPairs } from "./translator.ts";

/** Of a visitor who is not signed in without an acceptance. Where it is off no pairs are named. */
export async function translationState(tx: ReadTx, userId: bigint | undefined): Promise<TranslationState> {
  const [flags, accepted] = await Promise.all([
    flagsNow(tx, userId),
    userId === undefined ? null : acceptedAt(tx, userId),
  ]);
  const pairs = flags.isContentTransfer3rdPartyAutoTranslationEnabled ? installedPairs() : [];
  return {
    isContentTransfer3rdPartyAutoTranslationEnabled: pairs.length > 0,
    pairs: [...pairs],
    isContentTransfer3rdPartyAutoTranslationAccepted: accepted !== null,
    acceptedAt: accepted?.toISOString() ?? null,
  };
}

/** Refuses translation.off where there is nothing to accept; it can be withdrawn there too. A second call changes nothing. */
export async function acceptTranslations(
  tx: Tx,
  { userId, isAccepted }: { readonly userId: bigint; readonly isAccepted: boolean },
): Promise<TranslationState> {
  const { isContentTransfer3rdPartyAutoTranslationEnabled: isOffered } = await translationState(tx, userId);
  if (isAccepted && !isOffered) throw new Refusal("translation.off");

  if (isAccepted) await insertAcceptance(tx, userId);
  else await deleteAcceptance(tx, userId);

  return translationState(tx, userId);
}
