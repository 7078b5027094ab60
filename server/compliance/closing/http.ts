/** Endpoints of closing one's account. */
import * as calls from "#contract/compliance/closing.ts";
import { route } from "../../platform/http/policy.ts";
import { askToClose, takeBackClosing } from "./ask-to-close.ts";
import { viewClosing } from "./view-closing.ts";

const WRITE = { auth: "session", rateLimit: "write", action: "own_account" } as const;

export const routes = [
  route(calls.getClosing, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) => viewClosing(tx, viewer.userId)),
  route(calls.askToClose, WRITE, async ({ tx, viewer, caller, body }) => {
    await askToClose(tx, { viewer, caller, reason: body.reason });
    return viewClosing(tx, viewer.userId);
  }),
  route(calls.takeBackClosing, WRITE, async ({ tx, viewer, caller }) => {
    await takeBackClosing(tx, { viewer, caller });
    return viewClosing(tx, viewer.userId);
  }),
];
