/** Checks of a card before anybody sees its code: by its owner, and by the seller of the trade that has it. */
import type { GiftCardCheck } from "#contract/market/trades/gift-cards.ts";
import { contentPath } from "#contract/site/content.ts";
import { KNOWLEDGE } from "#contract/site/knowledge.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { ids } from "../../platform/ids.ts";
import type { CardChecker, CardFindings } from "../../platform/outside/providers/card-checker.ts";
import { getPaymentMethod } from "../../reference/catalog/index.ts";
import { postSystemLines } from "../chat/index.ts";
import { openCode } from "./codes.ts";
import { type CheckedCard, checkableCard, noteCheck } from "./rows.ts";

/** How long the word for a photo holds, as note_gift_card_check has it. */
const CHALLENGE_MS = 30 * 60_000;
/** Without letters and digits that look like others. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

type Asked = { readonly viewerId: bigint; readonly hash: string };

/** Asks the checker, on no connection of the database. Refuses gift_card.not_found and gift_card.check_unavailable. */
export async function askChecker(db: Db, { viewerId, hash }: Asked, checker: CardChecker): Promise<CardFindings> {
  const card = await db.read((tx) => checkableCard(tx, { viewerId, hash }));
  if (!card?.code_sealed) throw new Refusal("gift_card.not_found");
  const { slug } = getPaymentMethod(card.payment_method_id);
  if (!checker.knows(slug)) throw new Refusal("gift_card.check_unavailable");
  return checker.check({ slug, code: openCode(card.code_sealed, hash) });
}

/** Keeps what was found; both sides of a trade read in its chat that the card was checked, and the word for a photo. */
export async function keepCheck(
  tx: Tx,
  { viewerId, hash }: Asked,
  { form, checker }: CardFindings & { readonly checker: CardChecker },
): Promise<GiftCardCheck> {
  const word = Array.from({ length: 6 }, () => LETTERS[ids.below(LETTERS.length)]).join("");
  const outcome = await noteCheck(tx, { viewerId, hash, form, challenge: word });
  const card = outcome && (await checkableCard(tx, { viewerId, hash }));
  if (!card) throw new Refusal("gift_card.not_found");
  if (outcome === "asked" && card.trade_hash !== null)
    postSystemLines(tx, [{ ref: card.trade_hash, key: "gift_card_checked", values: { word } }]);
  return shown(card, checker);
}

function shown(card: CheckedCard, checker: CardChecker): GiftCardCheck {
  const { slug } = getPaymentMethod(card.payment_method_id);
  const isAsked = card.status === "in_use" && card.challenge !== null && card.challenge_at !== null;
  return {
    challenge: isAsked ? card.challenge : null,
    challengeEndsAt:
      isAsked && card.challenge_at ? new Date(card.challenge_at.getTime() + CHALLENGE_MS).toISOString() : null,
    url: checker.pageOf(slug),
    events: eventsOf(card),
    knowledgeLink: contentPath(KNOWLEDGE.watermark),
  };
}

function eventsOf(card: CheckedCard): GiftCardCheck["events"] {
  const events: { name: GiftCardCheck["events"][number]["name"]; at: Date | null }[] = [
    { name: "added", at: card.added_at },
    { name: "brought_again", at: card.brought_again_at },
    { name: card.code_form === "fits" ? "form_fits" : "form_differs", at: card.checked_at },
  ];
  return events
    .flatMap(({ name, at }) => (at ? [{ name, at: at.toISOString() }] : []))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
