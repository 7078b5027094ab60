/** A user's public page, the moderators' queue, and the administrators' desk. */
import { Refusal } from "#contract/refusals.ts";
import type { PageContext, PageRoute, Shown } from "../../platform/http/page-route.ts";
import { findUserIdByUsername } from "../../people/accounts/index.ts";
import { listDisputes } from "../../market/disputes/index.ts";
import { listFeedback, ofUser } from "../../market/feedback/index.ts";
import { listUserOffers } from "../../market/listing/index.ts";
import { viewProfile } from "../profiles/index.ts";
import { viewDesk } from "../staff/index.ts";
import { oneOf, pageOf } from "./query.ts";

async function loadProfile({ tx, viewer, params, query, locale }: PageContext): Promise<Shown> {
  const username = params.username ?? "";
  const userId = await findUserIdByUsername(tx, username);
  if (userId === undefined) throw new Refusal("account.not_found");
  const viewerId = viewer?.userId;
  const user = await viewProfile(tx, { username, viewerId, locale });
  const asked = oneOf(["buy", "sell"], query.tab);
  const offersPage = pageOf(query.page);
  const offersOf = (side: "buy" | "sell") =>
    listUserOffers(tx, { username, side, crypto: undefined, sort: "default", page: offersPage, viewerId });
  let tab = asked ?? "sell";
  let offers = await offersOf(tab);
  // Without a wish, the side that has any.
  if (!asked && offers.meta.sellCount === 0 && offers.meta.buyCount > 0) {
    tab = "buy";
    offers = await offersOf(tab);
  }
  const filters = {
    rating: oneOf(["positive", "negative"], query.rating),
    role: oneOf(["buyer", "seller"], query.role),
  };
  const feedback = await listFeedback(tx, {
    of: ofUser(userId),
    page: 1,
    viewerId,
    rating: filters.rating ?? undefined,
    role: filters.role ?? undefined,
  });
  return {
    page: "profile",
    props: {
      user,
      tab,
      offersPage,
      offers: { items: offers.data, meta: offers.meta },
      filters,
      feedback: { items: feedback.data, meta: feedback.meta },
    },
  };
}

async function loadDisputes({ tx, query }: PageContext): Promise<Shown> {
  const state = oneOf(["open", "decided"], query.state) ?? "open";
  return { page: "staff-disputes", props: { state, rows: await listDisputes(tx, { state }) } };
}

export const peoplePages: readonly PageRoute[] = [
  {
    path: "/user/:username",
    policy: { auth: "public", rate: "read", objects: { username: { kind: "user", relations: ["anybody"] } } },
    load: loadProfile,
  },
  {
    path: "/staff/disputes",
    policy: { auth: "session", rate: "read", roles: ["moderator", "supermoderator", "admin"] },
    load: loadDisputes,
  },
  {
    path: "/staff/desk",
    policy: { auth: "session", rate: "read", roles: ["admin"] },
    load: async ({ tx }) => ({ page: "staff-desk", props: { desk: await viewDesk(tx) } }),
  },
];
