/** Endpoints of a person's gift cards. */
import * as calls from "#contract/market/trades/gift-cards.ts";
import { route } from "../../platform/http/policy.ts";
import { askChecker, keepCheck } from "./check-card.ts";
import { issuerForms } from "./issuer-forms.ts";
import { addCard, deleteCard, listCards, placeCard } from "./vault.ts";

const OWN = { id: { kind: "gift_card", relations: ["owner"] } } as const;

export const routes = [
  route(calls.listGiftCards, { auth: "session", rateLimit: "read" }, ({ tx, viewer, query }) =>
    listCards(tx, viewer.userId, query),
  ),
  // The call has the code in it: so it is not stored under an idempotency key. A repeated call reads that the card already
  // exists.
  route(
    calls.addGiftCard,
    { auth: "session", rateLimit: "write", action: "pay", closedToStaff: true, keepsNoAnswer: true },
    ({ tx, viewer, body }) => addCard(tx, viewer.userId, body),
  ),
  route(
    calls.checkGiftCard,
    { auth: "session", rateLimit: "write", action: "pay" },
    {
      prepare: ({ db, viewer, body }) => askChecker(db, { viewerId: viewer.userId, hash: body.gift_card }, issuerForms),
      run: ({ tx, viewer, body, prepared }) =>
        keepCheck(tx, { viewerId: viewer.userId, hash: body.gift_card }, { ...prepared, checker: issuerForms }),
    },
  ),
  route(
    calls.deleteGiftCard,
    { auth: "session", rateLimit: "write", action: "own_account", objects: OWN },
    async ({ tx, viewer, params }) => {
      await deleteCard(tx, viewer.userId, params.id);
      return { id: params.id };
    },
  ),
  route(
    calls.placeGiftCard,
    { auth: "session", rateLimit: "write", action: "offers", objects: OWN },
    ({ tx, viewer, params, body }) => placeCard(tx, viewer.userId, { hash: params.id, offer: body.offer }),
  ),
];
