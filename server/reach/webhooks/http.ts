/** Endpoints of webhooks. */
import * as calls from "#contract/reach/webhooks/webhooks.ts";
import { PATHS } from "#contract/platform/paths.ts";
import { route, staffMay } from "../../platform/http/policy.ts";
import * as manage from "./manage.ts";
import { viewDeliveries, viewMessages, viewWorst } from "./view.ts";

const MINE = { auth: "session", rateLimit: "write", action: "account" } as const;
/** Sends something to an address that the caller has named. */
const SENDING = { auth: "session", rateLimit: "auth", action: "account" } as const;
const READS = { auth: "session", rateLimit: "read", keyScope: "webhooks" } as const;
const meta = { link: PATHS.webhookManual };

export const routes = [
  route(calls.getWebhook, READS, async ({ tx, viewer }) => ({
    data: await manage.viewWebhook(tx, viewer.userId),
    meta,
  })),
  route(calls.verifyWebhook, SENDING, ({ tx, viewer, caller, body }) =>
    manage.verify(tx, { viewer, caller }, body.url),
  ),
  route(calls.saveWebhook, MINE, ({ tx, viewer, caller, body }) => manage.save(tx, { viewer, caller }, body.url)),
  // Whatever the account's state: a user who wants to stop it can.
  route(calls.deleteWebhook, { auth: "session", rateLimit: "write", unrestricted: true }, ({ tx, viewer, caller }) =>
    manage.remove(tx, { viewer, caller }),
  ),
  route(calls.chooseWebhookEvents, MINE, ({ tx, viewer, caller, body }) => manage.choose(tx, { viewer, caller }, body)),
  route(calls.testWebhook, SENDING, ({ tx, viewer, caller }) => manage.sendTest(tx, { viewer, caller })),
  // The answer has the secret: it is kept under no key.
  route(calls.changeWebhookSecret, { ...SENDING, keepsNoAnswer: true }, ({ tx, viewer, caller }) =>
    manage.changeSecret(tx, { viewer, caller }),
  ),
  route(calls.listWebhookMessages, READS, ({ tx, viewer, query }) =>
    viewMessages(tx, { userId: viewer.userId, after: query?.after }),
  ),
  route(calls.listWebhookDeliveries, READS, ({ tx, viewer, query }) =>
    viewDeliveries(tx, { userId: viewer.userId, state: query?.state, after: query?.after }),
  ),
  route(
    calls.replayWebhook,
    { ...SENDING, objects: { id: { kind: "webhook_delivery", relations: ["owner"] } } },
    ({ tx, viewer, caller, params }) => manage.replay(tx, { viewer, caller }, params.id),
  ),
  route(calls.replayFailedWebhooks, SENDING, ({ tx, viewer, caller, body }) =>
    manage.replayFailed(tx, { viewer, caller }, body.since),
  ),
  route(calls.listStaffWebhooks, staffMay("console", "read"), ({ tx, query }) => viewWorst(tx, query?.after)),
];
