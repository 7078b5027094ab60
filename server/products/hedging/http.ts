/** Endpoints of the rules that convert a balance. */
import * as calls from "#contract/products/hedging/hedging.ts";
import { route } from "../../platform/http/policy.ts";
import { previewRule } from "./preview.ts";
import { pauseAll, saveRule, switchRule, viewHedging } from "./rules.ts";

const READ = { auth: "session", rateLimit: "read" } as const;
const CONVERT = { auth: "session", rateLimit: "money", action: "convert", level: 1 } as const;
/** Users may always stop their rules. */
const STOP = { auth: "session", rateLimit: "money", unrestricted: true } as const;

export const routes = [
  route(calls.getHedging, READ, ({ tx, viewer }) => viewHedging(tx, viewer.userId)),
  route(calls.createHedgeRule, CONVERT, ({ tx, viewer, body }) => saveRule(tx, { userId: viewer.userId, body })),
  route(
    calls.switchHedgeRule,
    { ...STOP, objects: { id: { kind: "hedge_rule", relations: ["owner"] } } },
    ({ tx, viewer, params, body }) => switchRule(tx, { userId: viewer.userId, hash: params.id, status: body.status }),
  ),
  route(calls.pauseHedging, STOP, ({ tx, viewer }) => pauseAll(tx, viewer.userId)),
  route(calls.previewHedgeRule, READ, ({ tx, query }) => previewRule(tx, query)),
];
