/** Pages of a trade: its own, that of its dispute, and the public receipt. */
import { PATHS } from "#contract/platform/paths.ts";
import type { ChatMessage, ChatState } from "#contract/market/trades/chat.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../platform/http/pages/page-route.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { actsAsStaff } from "../../platform/http/policy.ts";
import { isFinal } from "#contract/market/trades/trade/statuses.ts";
import { findUserIdByUsername, hasCompletedTour } from "../../people/accounts/index.ts";
import { chatStandingOf } from "../../reach/messenger/index.ts";
import { readSettings } from "../../reference/settings/index.ts";
import { listMessages } from "../../market/chat/index.ts";
import { caseHistory as readCaseHistory, findCaseTaker, findDoor, inPlaceOf } from "../../market/disputes/index.ts";
import { getReceipt, readTrade } from "../../market/trades/index.ts";

const PARTY = {
  auth: "session",
  rateLimit: "read",
  objects: { hash: { kind: "trade", relations: ["buyer", "seller", "staff"] } },
} as const;

/** A moderator who has not taken the case is no member of the chat. */
const OUTSIDE: { data: ChatMessage[]; meta: ChatState } = {
  data: [],
  meta: { blockReason: "ChatNotAvailableYet", unread: 0, readByOther: null, hasMore: false },
};

/** A staff member who has not taken the case gets the page to join it; without a case for staff there is none. */
async function loadDoor(tx: PageContext["tx"], hash: string, refusal: Refusal): Promise<Shown> {
  const [door, inPlace] = await Promise.all([findDoor(tx, hash), inPlaceOf(tx, hash)]);
  if (refusal.code !== "dispute.not_taken" && inPlace.length === 0) throw refusal;
  return { page: "staff-case", props: { hash, ...door, inPlace } };
}

async function loadTrade({ tx, viewer: known, params, locale }: PageContext, opensDispute: boolean): Promise<Shown> {
  const viewer = needViewer(known);
  const hash = params.hash ?? "";
  const isStaff = actsAsStaff(viewer);
  const trade = await readTrade(tx, { hash, viewerId: viewer.userId, isStaff, locale }).catch((error: unknown) => {
    if (error instanceof Refusal && (isStaff || error.code === "trade.view_blocked")) return error;
    throw error;
  });
  if (trade instanceof Refusal && trade.code === "trade.view_blocked") return { page: "trade-closed", props: {} };
  if (trade instanceof Refusal) return loadDoor(tx, hash, trade);
  const { userId: viewerId, restrictions } = viewer;
  const [chat, caseTakenBy, caseHistory, settings] = await Promise.all([
    listMessages(tx, { ref: hash, viewerId, isStaff, restrictions }).catch((error: unknown) => {
      if (error instanceof Refusal) return OUTSIDE;
      throw error;
    }),
    isStaff ? findCaseTaker(tx, hash) : null,
    trade.viewerRole === "moderator" ? readCaseHistory(tx, hash) : null,
    readSettings(tx, ["offers.creation_level", "disputes.text_letters"]),
  ]);
  const mayMakeSpecial =
    trade.viewerRole !== "moderator" && !isStaff && viewer.level >= settings["offers.creation_level"];
  const otherId =
    isFinal(trade.status) && trade.viewerRole !== "moderator" && !isStaff
      ? await findUserIdByUsername(tx, (trade.viewerRole === "buyer" ? trade.seller : trade.buyer).username)
      : undefined;
  const direct = otherId === undefined ? null : await chatStandingOf(tx, { viewer, userId: otherId });
  const isToured =
    trade.viewerRole !== "moderator" && !isFinal(trade.status) && trade[trade.viewerRole].successfulTrades === 0
      ? !(await hasCompletedTour(tx, { userId: viewerId, tourName: "first-trade" }))
      : false;
  const disputeLetters = settings["disputes.text_letters"];
  const props = {
    trade,
    messages: chat.data,
    chat: chat.meta,
    isToured,
    opensDispute,
    disputeLetters,
    caseTakenBy,
    caseHistory,
    mayMakeSpecial,
    direct,
  };
  return { page: "trade", props };
}

async function loadReceipt({ tx, params, locale }: PageContext): Promise<Shown> {
  const uuid = params.uuid ?? "";
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) throw new Refusal("request.not_found");
  return { page: "receipt", props: { receipt: await getReceipt(tx, uuid, locale) } };
}

export const tradePages: readonly PageRoute[] = [
  {
    path: PATHS.receipt,
    policy: { auth: "public", rateLimit: "read", objects: { uuid: { kind: "receipt", relations: ["anybody"] } } },
    load: loadReceipt,
  },
  { path: PATHS.viewTrade, policy: PARTY, load: (context) => loadTrade(context, false) },
  { path: PATHS.dispute, policy: PARTY, load: (context) => loadTrade(context, true) },
];
