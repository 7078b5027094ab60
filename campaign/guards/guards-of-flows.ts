/** What is promised of flows of trades, and of the gift cards that pay in one of them. */
import type { Guard } from "./guard.ts";

const VAULT = "server/migrations/0690-gift-cards.sql";
const CHECKS = "server/migrations/0800-gift-card-checks.sql";
const FLOWS = "server/migrations/0691-flows.sql";
const GCC = "server/market/trades/flows/gcc-auto.ts";
const CARDS_TEST = "server/market/gift-cards/gift-cards.test.ts";
const GCC_TEST = "server/market/trades/gcc-auto.test.ts";
const TABLE_TEST = "server/market/trades/flows.test.ts";
const LITE_TEST = "server/market/trades/lite-flow.test.ts";
const ONCE = "a code is on the platform once, whoever brings it, however it is written, and whatever became of it";
const CHECKED = "a card is checked by its owner and by the seller of its trade, and by nobody else";
const FITS = "a card pays once, for exactly its amount, and is its owner's";
const _SEEN = "a code is seen once: again only for an answer that was lost, and the time stays the first";
const HOME =
  "when the trade ends without the code having been seen the card is free again; seen, it stays where it was";
const REVEALS = "a code is revealed once, by the seller, and only one that was shared";
const ITSELF = "the database itself shares no card that is not in the trade, and shows no code that was not shared";

export const GUARDS_OF_FLOWS: readonly Guard[] = [
  {
    promise: "one code is on the platform once",
    file: "server/market/gift-cards/codes.ts",
    text: 'blindIndex(code, "gift_cards.code");',
    without: "blindIndex(code, String(performance.now()));",
    test: CARDS_TEST,
    only: ONCE,
  },
  {
    promise: "nobody brings a code again that somebody else has deleted",
    file: CHECKS,
    text: "  where known.owner_id = excluded.owner_id and known.status = 'deleted';",
    without: "  where known.status = 'deleted';",
    test: CARDS_TEST,
    only: ONCE,
  },
  {
    promise: "a card is checked by its owner, and by the seller of the trade that has it alone",
    file: CHECKS,
    text: "may_check_gift_card.viewer_id in (card.owner_id, trade.seller_id)))",
    without: "true))",
    test: CARDS_TEST,
    only: CHECKED,
  },
  {
    promise: "the word for a photo is of the trade that has the card",
    file: CHECKS,
    text: "greatest(card.in_use_at, at - interval '30 minutes')",
    without: "(at - interval '30 minutes')",
    test: CARDS_TEST,
    only: CHECKED,
  },
  {
    promise: "one's own second try says nothing of a card",
    file: CHECKS,
    text: "code_mark = add_gift_card.code_mark and known.owner_id <> add_gift_card.owner_id;",
    without: "code_mark = add_gift_card.code_mark;",
    test: CARDS_TEST,
    only: "a code that somebody else brings again is remembered with the card, and one's own try is not",
  },
  {
    promise: "a code is the same however it is written",
    file: "server/market/gift-cards/codes.ts",
    text: '.replace(/[\\s-]/g, "").toUpperCase();',
    without: ";",
    test: CARDS_TEST,
    only: ONCE,
  },
  {
    promise: "a card is put into a trade by its owner",
    file: VAULT,
    text: "  where known.hash = use_gift_card.hash and known.owner_id = use_gift_card.owner_id and known.status in ('free', 'in_offer')",
    without: "  where known.hash = use_gift_card.hash and known.status in ('free', 'in_offer')",
    test: GCC_TEST,
    only: FITS,
  },
  {
    promise: "a card pays in one trade",
    file: VAULT,
    text: "known.owner_id = use_gift_card.owner_id and known.status in ('free', 'in_offer')",
    without: "known.owner_id = use_gift_card.owner_id and known.status <> 'deleted'",
    test: GCC_TEST,
    only: FITS,
  },
  {
    promise: "a card pays exactly what it is worth",
    file: VAULT,
    text: "  if (card.payment_method_id, card.fiat_code, card.fiat_units) is distinct from\n       (trade.payment_method_id, trade.fiat_code, trade.fiat_units)",
    without:
      "  if (card.payment_method_id, card.fiat_code) is distinct from\n       (trade.payment_method_id, trade.fiat_code)",
    test: GCC_TEST,
    only: FITS,
  },
  {
    promise: "two trades that want one card do not both get it",
    file: VAULT,
    text: "known.owner_id = use_gift_card.owner_id and known.status in ('free', 'in_offer')\n  for update;",
    without: "known.owner_id = use_gift_card.owner_id and known.status in ('free', 'in_offer');",
    test: GCC_TEST,
    only: "two trades want the same card at once: one has it",
  },
  {
    promise: "a card that is kept for an offer pays in its trades alone",
    file: VAULT,
    text: "     or coalesce(card.offer_hash, trade.offer_hash) <> trade.offer_hash then",
    without: "     or false then",
    test: GCC_TEST,
    only: "a card that is kept for an offer pays in its trades alone",
  },
  {
    promise: "a card is kept for an offer of its owner's own",
    file: VAULT,
    text: "offer.owner_id = place_gift_card.owner_id and offer.deleted_at is null",
    without: "offer.deleted_at is null",
    test: GCC_TEST,
    only: "a card that is kept for an offer pays in its trades alone",
  },
  {
    promise: "a card that a trade has is not taken out of the vault",
    file: VAULT,
    text: "  if stands not in ('free', 'in_offer') then return 'in_use'; end if;",
    without: "",
    test: CARDS_TEST,
    only: "its owner takes a card out; a trade's card stays",
  },
  {
    promise: "a closed account leaves no code behind",
    file: VAULT,
    text: "  set code_sealed = null\n",
    without: "  set code_sealed = code_sealed\n",
    test: CARDS_TEST,
    only: "a closed account leaves no code behind",
  },
  {
    promise: "the worker never reads a code",
    file: VAULT,
    text: "grant select (id, hash, owner_id, payment_method_id, kind,",
    without: "grant select (code_sealed, id, hash, owner_id, payment_method_id, kind,",
    test: CARDS_TEST,
    only: "the web writes no card by itself, and nobody changes who saw which code",
  },
  {
    promise: "with another secret the same code is still known",
    file: "server/market/gift-cards/rows.ts",
    text: "    set code_sealed = anew.code_sealed, code_mark = anew.code_mark\n",
    without: "    set code_sealed = anew.code_sealed\n",
    test: CARDS_TEST,
    only: "with another secret codes are sealed and marked anew: the same one is still refused",
  },
  {
    promise: "nobody sees a code while a moderator decides",
    file: GCC,
    text: '    from: ["gcc_code_shared", ...SUCCESSFUL_STATUSES, "dispute_won_seller"],',
    without: '    from: ["gcc_code_shared", "dispute_open", ...SUCCESSFUL_STATUSES, "dispute_won_seller"],',
    test: TABLE_TEST,
    only: REVEALS,
  },
  {
    promise: "a seller who won does not look at the code as well",
    file: GCC,
    text: '  if (facts.status === "dispute_won_seller" && !facts.isDivided) return "trade.wrong_status";\n',
    without: "",
    test: TABLE_TEST,
    only: REVEALS,
  },
  {
    promise: "a shared code never expires",
    file: GCC,
    text: '  { verb: "expire", by: ["clock"], from: BEFORE_CODE,',
    without: '  { verb: "expire", by: ["clock"], from: [...BEFORE_CODE, "gcc_code_shared"],',
    test: TABLE_TEST,
    only: "a shared card waits no longer than the window, and a shared code never expires",
  },
  {
    promise: "nobody leaves gcc-auto once the code is given",
    file: GCC,
    text: '    from: ["active_funded", ...BEFORE_CODE],\n    to: "active_funded",',
    without: '    from: ["active_funded", ...BEFORE_CODE, "gcc_code_shared"],\n    to: "active_funded",',
    test: TABLE_TEST,
    only: "in each other flow exactly the transitions that the rules name, everything else refused",
  },
  {
    promise: "a shared code counts as paid in the database",
    file: FLOWS,
    text: "      was_ever_paid = trade.was_ever_paid or move.verb in ('mark_paid', 'share_code'),",
    without: "      was_ever_paid = trade.was_ever_paid or move.verb = 'mark_paid',",
    test: GCC_TEST,
    only: "giving up a trade whose code was given takes a proof, as one that was paid does",
  },
  {
    promise: "looking at a code after a division forgets nothing of it",
    file: FLOWS,
    text: "      buyer_share_units = coalesce(move.share, trade.buyer_share_units),",
    without: "      buyer_share_units = move.share,",
    test: GCC_TEST,
    only: "of a divided escrow the code is the seller's to see, whoever won, and the division stays",
  },
  {
    promise: "a trade shares a card that is in it",
    file: FLOWS,
    text: "    raise exception 'trade % shares no card', new.id using errcode = 'check_violation';",
    without: "    null;",
    test: GCC_TEST,
    only: ITSELF,
  },
  {
    promise: "a code that was seen is nobody's to sell again",
    file: FLOWS,
    text: "  elsif card.status = 'in_use' and (new.flow_type",
    without: "  elsif (new.flow_type",
    test: GCC_TEST,
    only: HOME,
  },
  {
    promise: "the card of a trade that leaves gcc-auto goes home",
    file: FLOWS,
    text: "(new.flow_type <> 'gcc-auto' or new.ended_at is not null) then",
    without: "new.ended_at is not null then",
    test: GCC_TEST,
    only: "either side goes on in the default flow until the code is given, and the card goes home unseen",
  },
  {
    promise: "who saw which code is written down for good",
    file: VAULT,
    text: "create trigger gift_card_reveals_append_only before update or delete or truncate on gift_card_reveals",
    without: "create trigger gift_card_reveals_append_only before truncate on gift_card_reveals",
    test: CARDS_TEST,
    only: "the web writes no card by itself, and nobody changes who saw which code",
  },
  {
    promise: "how to pay is said once the coins are there",
    file: "server/market/trades/view-trade.ts",
    text: " || (FLOWS[flow_type].showsDetailsAtOnce && funded_at !== null);",
    without: " || FLOWS[flow_type].showsDetailsAtOnce;",
    test: LITE_TEST,
    only: "nobody sees how to pay before the coins are there",
  },
];
