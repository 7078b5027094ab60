/** Endpoints of translations. */
import * as calls from "#contract/reach/translations/translations.ts";
import { route } from "../../platform/http/policy.ts";
import { acceptTranslations, translationState } from "./accept.ts";
import { translateInTrade, translateTerms } from "./translate.ts";

const TRANSLATES = { auth: "session", rateLimit: "translation" } as const;

export const routes = [
  route(calls.getTranslations, { auth: "public", rateLimit: "read" }, ({ tx, viewer }) =>
    translationState(tx, viewer?.userId),
  ),
  // Open in every restriction: it only concerns how the user reads.
  route(calls.acceptTranslations, { auth: "session", rateLimit: "write", unrestricted: true }, ({ tx, viewer, body }) =>
    acceptTranslations(tx, { userId: viewer.userId, isAccepted: body.is_accepted }),
  ),
  route(
    calls.translateInTrade,
    { ...TRANSLATES, objects: { id: { kind: "trade", relations: ["buyer", "seller", "staff"] } } },
    {
      prepare: ({ db, viewer, params, query: { part, message_id, from, to } }) =>
        translateInTrade(db, {
          ...{ viewer, hash: params.id, part, pair: { from, to } },
          messageId: message_id === undefined ? undefined : BigInt(message_id),
        }),
      settled: (translation) => translation,
      run: async ({ prepared }) => prepared,
    },
  ),
  route(
    calls.translateOfferTerms,
    { ...TRANSLATES, objects: { id: { kind: "offer", relations: ["anybody"] } } },
    {
      prepare: ({ db, viewer, params, query }) => translateTerms(db, { viewer, hash: params.id, pair: query }),
      settled: (translation) => translation,
      run: async ({ prepared }) => prepared,
    },
  ),
];
