/** A user's public page, the queues of the staff, the administrators' desk, and what restricts the reader. */
import { PATHS } from "#contract/platform/paths.ts";
import { CASE_QUEUES } from "#contract/market/disputes/case-names.ts";
import { chargebackFilters } from "#contract/market/disputes/chargebacks.ts";
import { disputeFilters } from "#contract/market/disputes/disputes.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { judgedFilters } from "#contract/market/offers/moderation.ts";
import { QUEUES, restrictionFilters } from "#contract/compliance/restrictions.ts";
import { queuePlace } from "#contract/platform/wire.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { methodName, PAYMENT_METHODS } from "../../../reference/catalog/index.ts";
import { findUserIdByUsername } from "../../../people/accounts/index.ts";
import { listAppeals, listChargebacks, listDisputes } from "../../../market/disputes/index.ts";
import { listFeedback, ofUser } from "../../../market/feedback/index.ts";
import { listUserOffers } from "../../../market/listing/index.ts";
import { OFFER_QUEUES } from "#contract/market/offers/moderation-names.ts";
import { viewJudgedOffers } from "../../../market/moderation/index.ts";
import { viewProfile } from "../../profiles/index.ts";
import { viewDesk, viewQueues } from "../../../staff/console/index.ts";
import { viewOwnRestrictions, viewQueue } from "../../../compliance/restrictions/index.ts";
import { consolePage } from "../console-pages.ts";
import { oneOf, pageOf, saidAll } from "../query.ts";

async function loadProfile({ tx, viewer, params, query, locale }: PageContext): Promise<Shown> {
  const username = params.username ?? "";
  const userId = await findUserIdByUsername(tx, username);
  if (userId === undefined) throw new Refusal("account.not_found");
  const viewerId = viewer?.userId;
  const user = await viewProfile(tx, { username, viewer, locale });
  const asked = oneOf(["buy", "sell"], query.tab);
  const offersPage = pageOf(query.page);
  const offersOf = (side: "buy" | "sell") =>
    listUserOffers(tx, { username, side, crypto: undefined, sort: "default", page: offersPage, viewerId, locale });
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
    locale,
  });
  return {
    page: "profile",
    props: {
      user,
      tab,
      offersPage,
      offers: { items: offers.data, meta: offers.meta },
      filters,
      feedback,
    },
  };
}

async function loadDisputes({ tx, viewer, query, locale }: PageContext): Promise<Shown> {
  const state = oneOf(["open", "decided", "appeals", "chargebacks"], query.state) ?? "open";
  const queue = oneOf(CASE_QUEUES, query.queue) ?? "waiting";
  const { userId: viewerId } = needViewer(viewer);
  if (state === "chargebacks") {
    const { asked, shown } = saidAll({ ...chargebackFilters.shape, after: queuePlace }, query);
    const found = await listChargebacks(tx, { viewerId, queue, locale, ...asked });
    return { page: "staff-disputes", props: { state, queue, found, filters: shown } };
  }
  const { asked, shown } = saidAll({ ...disputeFilters.shape, after: queuePlace }, query);
  const { reason, ...ofAppeals } = asked;
  if (state === "appeals") {
    const found = await listAppeals(tx, { viewerId, queue, ...ofAppeals });
    return { page: "staff-disputes", props: { state, queue, found, filters: { ...shown, reason: "" } } };
  }
  const found = await listDisputes(tx, { viewerId, state, locale, ...ofAppeals, reason });
  return { page: "staff-disputes", props: { state, queue, found, filters: shown } };
}

async function loadRestrictions({ tx, viewer: known, query }: PageContext): Promise<Shown> {
  const viewer = needViewer(known);
  const queue = oneOf(QUEUES, query.queue) ?? "appeals";
  const { asked, shown } = saidAll({ ...restrictionFilters.shape, after: queuePlace }, query);
  const found = await viewQueue(tx, { viewer, queue, ...asked });
  return { page: "staff-restrictions", props: { queue, found, filters: shown } };
}

async function loadOffers({ tx, viewer: known, query, locale }: PageContext): Promise<Shown> {
  const viewer = needViewer(known);
  const queue = oneOf(OFFER_QUEUES, query.queue) ?? "reports";
  const { asked, shown } = saidAll(
    { ...judgedFilters.shape, after: queuePlace },
    { ...query, fiat: query.fiat?.toUpperCase() ?? "" },
  );
  const found = await viewJudgedOffers(tx, { viewer, queue, locale, ...asked });
  return { page: "staff-offers", props: { queue, found, filters: shown } };
}

async function loadDesk({ tx, viewer, locale }: PageContext): Promise<Shown> {
  return {
    page: "staff-desk",
    props: {
      desk: await viewDesk(tx),
      queues: await viewQueues(tx, needViewer(viewer).roles),
      methods: PAYMENT_METHODS.map((method) => ({ id: method.id, name: methodName(method, locale) })).sort((a, b) =>
        a.name.localeCompare(b.name, locale),
      ),
    },
  };
}

export const peoplePages: readonly PageRoute[] = [
  {
    path: PATHS.user,
    policy: { auth: "public", rateLimit: "read", objects: { username: { kind: "user", relations: ["anybody"] } } },
    load: loadProfile,
  },
  consolePage("staffDisputes", loadDisputes),
  consolePage("staffRestrictions", loadRestrictions),
  consolePage("staffOffers", loadOffers),
  {
    path: PATHS.accountRestrictions,
    policy: { auth: "session", rateLimit: "read" },
    load: async ({ tx, viewer }) => ({
      page: "account-restrictions",
      props: { restrictions: await viewOwnRestrictions(tx, needViewer(viewer).userId) },
    }),
  },
  consolePage("staffDesk", loadDesk),
];
