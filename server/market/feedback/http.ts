/** Endpoints of feedback. `{id}` is an offer's hash (what its owner received) or a trade's. */
import * as calls from "#contract/market/trades/feedback.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { ReadTx } from "../../platform/postgres/db.ts";
import { route } from "../../platform/http/policy.ts";
import { findUserIdByUsername } from "../../people/accounts/index.ts";
import { findOffer, maySee } from "../offers/index.ts";
import { giveFeedback } from "./give-feedback.ts";
import { listFeedback } from "./list-feedback.ts";
import { ofId, ofTrade, ofUser } from "./rows.ts";
import { replyToFeedback } from "./reply-to-feedback.ts";

const OPEN = { auth: "public", rateLimit: "read", mayLag: true } as const;
/** Words that others read. */
const PARTY = {
  auth: "session",
  rateLimit: "write",
  action: "trade_chat",
  objects: { id: { kind: "trade", relations: ["buyer", "seller"] } },
} as const;

async function itemOf(tx: ReadTx, id: bigint, viewerId: bigint) {
  const { items } = await listFeedback(tx, { of: ofId(id), page: 1, viewerId });
  const [item] = items;
  if (!item) throw new Error("the feedback just written cannot be read");
  return item;
}

export const routes = [
  route(
    calls.listFeedback,
    { ...OPEN, objects: { id: { kind: "offer", relations: ["anybody"] } } },
    async ({ tx, viewer, params, query }) => {
      const offer = await findOffer(tx, params.id);
      const of = offer && maySee(offer, viewer?.userId) ? ofUser(offer.ownerId) : ofTrade(params.id);
      return listFeedback(tx, {
        of,
        page: Number(query?.page ?? 1),
        viewerId: viewer?.userId,
        rating: query?.rating,
        role: query?.role,
        locale: query?.locale,
      });
    },
  ),
  route(
    calls.listUserFeedback,
    { ...OPEN, objects: { username: { kind: "user", relations: ["anybody"] } } },
    async ({ tx, viewer, params, query }) => {
      const userId = await findUserIdByUsername(tx, params.username);
      if (userId === undefined) throw new Refusal("account.not_found");
      return listFeedback(tx, {
        of: ofUser(userId),
        page: Number(query?.page ?? 1),
        viewerId: viewer?.userId,
        rating: query?.rating,
        role: query?.role,
        locale: query?.locale,
      });
    },
  ),
  route(calls.giveFeedback, PARTY, async ({ tx, viewer, params, body }) => {
    const id = await giveFeedback(tx, {
      hash: params.id,
      giverId: viewer.userId,
      rating: body.rating,
      message: body.message,
    });
    return itemOf(tx, id, viewer.userId);
  }),
  route(calls.replyToFeedback, PARTY, async ({ tx, viewer, params, body }) => {
    const id = await replyToFeedback(tx, { hash: params.id, receiverId: viewer.userId, reply: body.reply });
    return itemOf(tx, id, viewer.userId);
  }),
];
