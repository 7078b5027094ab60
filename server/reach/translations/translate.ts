/** A text of somebody else in the reader's language: read as its reader may read it, translated outside of any transaction, stored nowhere. */
import type { Pair } from "#contract/reach/translations/pairs.ts";
import type { TRANSLATED_PARTS, Translation } from "#contract/reach/translations/translations.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { isBlank } from "#contract/platform/plain-text.ts";
import { actsAsStaff, type Viewer } from "../../platform/http/policy.ts";
import type { Db, ReadTx } from "../../platform/postgres/db.ts";
import { readMessage } from "../../market/chat/index.ts";
import { viewOffer } from "../../market/listing/index.ts";
import { readTrade } from "../../market/trades/index.ts";
import { translationState } from "./accept.ts";
import { hideMarks } from "./hide-marks.ts";
import { onceIn, theTranslator } from "./translator.ts";

type Asked = { readonly viewer: Viewer; readonly hash: string; readonly pair: Pair };
type InTrade = Asked & {
  readonly part: (typeof TRANSLATED_PARTS)[number];
  readonly messageId: bigint | undefined;
};

/** Refuses what reading the trade refuses, translation.no_message, and what a translation refuses. */
export function translateInTrade(db: Db, { part, messageId, ...asked }: InTrade): Promise<Translation> {
  const { viewer, hash } = asked;
  const reader = { viewerId: viewer.userId, isStaff: actsAsStaff(viewer) };
  return translateWhatIsRead(db, asked, async (tx) => {
    if (part === "message") return readMessage(tx, { ref: hash, messageId: messageId ?? 0n, ...reader });
    const { offer, tradeDetails } = await readTrade(tx, { hash, ...reader });
    return part === "terms" ? offer.terms : (tradeDetails ?? undefined);
  });
}

/** Refuses offer.not_found, and what a translation refuses. */
export function translateTerms(db: Db, asked: Asked): Promise<Translation> {
  const { viewer, hash } = asked;
  return translateWhatIsRead(db, asked, async (tx) => (await viewOffer(tx, { hash, viewer })).offerTerms);
}

/**
 * Refuses translation.off, translation.not_accepted, translation.no_message where there is nothing to read, translation.changed where a figure or a
 * code did not come back as it was, and what the translator refuses.
 */
async function translateWhatIsRead(
  db: Db,
  { viewer, pair: { from, to } }: Asked,
  read: (tx: ReadTx) => Promise<string | undefined>,
): Promise<Translation> {
  const { text, nowMs } = await db.read(async (tx) => {
    // What the caller may not read is refused first: nothing else about it is answered.
    const found = await read(tx);
    const state = await translationState(tx, viewer.userId);
    if (!state.isContentTransfer3rdPartyAutoTranslationEnabled) throw new Refusal("translation.off");
    if (!state.isContentTransfer3rdPartyAutoTranslationAccepted) throw new Refusal("translation.not_accepted");
    if (found === undefined) throw new Refusal("translation.no_message");
    return { text: found, nowMs: tx.now.getTime() };
  });
  const translator = theTranslator();
  if (!translator) throw new Refusal("translation.off");
  if (isBlank(text)) return { text, from, to };
  const translated = await onceIn({ from, to, text, nowMs }, async () => {
    const hidden = hideMarks(text);
    const answer = await translator.translate({ text: hidden.text, from, to, account: String(viewer.userId) });
    const shown = hidden.restore(answer.trim());
    if (shown === undefined) throw new Refusal("translation.changed");
    return shown;
  });
  return { text: translated, from, to };
}
