/** Endpoints of one's own telephone number. */
import * as calls from "#contract/people/phones.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { route } from "../../platform/http/policy.ts";
import { resetPhone, sendPhoneCode, tryCode } from "./confirm-phone.ts";
import { viewPhone } from "./view-phone.ts";

const CODE = { auth: "session", rateLimit: "auth", action: "account" } as const;

export const routes = [
  route(calls.getPhone, { auth: "session", rateLimit: "read" }, ({ tx, viewer }) => viewPhone(tx, viewer)),
  route(calls.sendPhoneCode, CODE, async ({ tx, viewer, caller, body }) => {
    await sendPhoneCode(tx, { viewer, caller }, body);
    return viewPhone(tx, viewer);
  }),
  route(calls.confirmPhone, CODE, async ({ tx, viewer, caller, body }) => {
    const refusal = await tryCode(tx, { viewer, caller }, body.phoneCode);
    return refusal instanceof Refusal ? refusal : viewPhone(tx, viewer);
  }),
  route(calls.resetPhone, CODE, async ({ tx, viewer, caller }) => {
    await resetPhone(tx, { viewer, caller });
    return viewPhone(tx, viewer);
  }),
];
