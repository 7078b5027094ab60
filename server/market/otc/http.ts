/** Endpoints of the OTC desk. */
import * as calls from "#contract/market/otc/otc.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import { languageOfUser } from "../../people/accounts/index.ts";
import { answerQuote } from "./answer-quote.ts";
import { acceptQuote, declineQuote } from "./decide-quote.ts";
import { quoteRequest } from "./quote-request.ts";
import { askDesk, cancelRequest, closeRequest } from "./requests.ts";
import { viewDesk } from "./view-desk.ts";
import { viewStaffRequest, viewStaffRequests } from "./view-staff.ts";

const ASKS = { auth: "session", rateLimit: "write", closedToStaff: true } as const;
const OWN_REQUEST = { id: { kind: "otc_request", relations: ["owner"] } } as const;
const OWN_QUOTE = { id: { kind: "otc_quote", relations: ["owner"] } } as const;
const STAFF = {
  ...staffMay("offers", "write"),
  objects: { id: { kind: "otc_request", relations: ["staff"] } },
} as const;

export const routes = [
  route(calls.getOtcDesk, { auth: "session", rateLimit: "read", byItself: true }, ({ tx, viewer }) =>
    viewDesk(tx, viewer.userId),
  ),
  route(calls.askOtc, { ...ASKS, action: "start_trade", level: 2 }, async ({ tx, viewer, body }) => {
    await askDesk(tx, viewer.userId, body);
    return viewDesk(tx, viewer.userId);
  }),
  route(
    calls.cancelOtcRequest,
    { ...ASKS, unrestricted: true, objects: OWN_REQUEST },
    async ({ tx, viewer, params }) => {
      await cancelRequest(tx, { hash: params.id, userId: viewer.userId });
      return viewDesk(tx, viewer.userId);
    },
  ),
  route(
    calls.acceptOtcQuote,
    { ...ASKS, action: "start_trade", objects: OWN_QUOTE },
    async ({ tx, viewer, params }) => ({ offer: await acceptQuote(tx, { hash: params.id, userId: viewer.userId }) }),
  ),
  route(calls.declineOtcQuote, { ...ASKS, unrestricted: true, objects: OWN_QUOTE }, async ({ tx, viewer, params }) => {
    await declineQuote(tx, { hash: params.id, userId: viewer.userId });
    return viewDesk(tx, viewer.userId);
  }),
  route(
    calls.answerOtcQuote,
    { ...ASKS, action: "offers", objects: { id: { kind: "otc_quote", relations: ["trader"] } } },
    async ({ tx, viewer, params, body }) => {
      await answerQuote(tx, { hash: params.id, traderId: viewer.userId, body });
      return viewDesk(tx, viewer.userId);
    },
  ),
  route(calls.listOtcRequests, staffMay("offers", "read"), async ({ tx, viewer, query }) =>
    viewStaffRequests(tx, { ...query, locale: await languageOfUser(tx, viewer.userId) }),
  ),
  route(calls.quoteOtcRequest, STAFF, async ({ tx, viewer, params, body }) => {
    await quoteRequest(tx, { hash: params.id, staffId: viewer.userId, body });
    return viewStaffRequest(tx, params.id, await languageOfUser(tx, viewer.userId));
  }),
  route(calls.closeOtcRequest, STAFF, async ({ tx, viewer, params, body }) => {
    await closeRequest(tx, { hash: params.id, staffId: viewer.userId, reason: body.reason });
    return viewStaffRequest(tx, params.id, await languageOfUser(tx, viewer.userId));
  }),
];
