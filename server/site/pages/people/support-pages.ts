/** Pages of support: for people, signed in or not, and for the staff. */
import { PATHS } from "#contract/platform/paths.ts";
import { queuePlace, rowNumber } from "#contract/platform/wire.ts";
import { FEATURE_STATUSES, SUPPORT_TOPICS, type SupportView } from "#contract/reach/support/names.ts";
import { supportObject, ticketNumber } from "#contract/reach/support/support.ts";
import { SUPPORT_QUEUES } from "#contract/staff/support-queues.ts";
import { staffTicketFilters } from "#contract/staff/support.ts";
import { staffMay } from "../../../platform/http/policy.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import {
  findOwn,
  viewCanned,
  viewFeatures,
  viewObjects,
  viewQueue,
  viewStaffFeatures,
  viewThread,
  viewTickets,
} from "../../../staff/support/index.ts";
import { oneOf, said, saidAll } from "../query.ts";

/** Who may do nothing else may write to support. */
const OPEN = { auth: "public", rateLimit: "read", openEverywhere: true } as const;
const MINE = { auth: "session", rateLimit: "read" } as const;
const STAFF = staffMay("support", "read");

const loadSupport =
  (view: SupportView) =>
  async ({ tx, viewer, query }: PageContext): Promise<Shown> => {
    const after = said(rowNumber, query.after);
    const [tickets, objects, features] = await Promise.all([
      viewer ? viewTickets(tx, { userId: viewer.userId, after }) : { rows: [], next: null },
      viewer && view === "write" ? viewObjects(tx, viewer.userId) : [],
      view === "ideas"
        ? viewFeatures(tx, { viewerId: viewer?.userId ?? null, after: said(queuePlace, query.after) })
        : null,
    ]);
    const object = supportObject.safeParse({ kind: query.kind, ref: query.ref });
    const chosen = { topic: oneOf(SUPPORT_TOPICS, query.topic) ?? ("" as const), object: object.data ?? null };
    const { rows, next } = tickets;
    return { page: "support", props: { view, tickets: [...rows], next, objects, features, chosen } };
  };

async function loadTicket({ tx, viewer, params }: PageContext): Promise<Shown> {
  const number = said(ticketNumber, params.number) ?? "";
  const ticket = await findOwn(tx, { userId: needViewer(viewer).userId, number });
  return { page: "support-ticket", props: { ticket: await viewThread(tx, ticket) } };
}

async function loadQueue({ tx, viewer, query }: PageContext): Promise<Shown> {
  const queue = oneOf(SUPPORT_QUEUES, query.queue) ?? "open";
  const { asked, shown } = saidAll({ ...staffTicketFilters.shape, after: queuePlace }, query);
  const isMine = query.mine === "1";
  const found = await viewQueue(tx, { staffId: needViewer(viewer).userId, queue, isMine, ...asked });
  return { page: "staff-support", props: { queue, found, filters: { mine: isMine ? "1" : "", ...shown } } };
}

async function loadReplies({ tx }: PageContext): Promise<Shown> {
  return { page: "staff-support-replies", props: { replies: await viewCanned(tx) } };
}

async function loadIdeas({ tx, query }: PageContext): Promise<Shown> {
  const status = oneOf(FEATURE_STATUSES, query.status) ?? "new";
  const { asked, shown } = saidAll({ after: rowNumber }, query);
  const found = await viewStaffFeatures(tx, { status, ...asked });
  return { page: "staff-support-ideas", props: { status, found, after: shown.after } };
}

export const supportPages: readonly PageRoute[] = [
  { path: PATHS.support, policy: OPEN, load: loadSupport("write") },
  { path: PATHS.supportTickets, policy: MINE, load: loadSupport("tickets") },
  { path: PATHS.supportIdeas, policy: { auth: "public", rateLimit: "read" }, load: loadSupport("ideas") },
  {
    path: PATHS.supportTicket,
    policy: { ...MINE, objects: { number: { kind: "ticket", relations: ["owner"] } } },
    load: loadTicket,
  },
  { path: PATHS.supportGuest, policy: OPEN, load: async () => ({ page: "support-guest", props: {} }) },
  { path: PATHS.staffSupport, policy: STAFF, load: loadQueue },
  { path: PATHS.staffSupportReplies, policy: STAFF, load: loadReplies },
  { path: PATHS.staffSupportIdeas, policy: STAFF, load: loadIdeas },
];
