/** Who may call what: sessions, keys, origins. */
import type { Guard } from "../guard.ts";

export const AUTHORITY_GUARDS: readonly Guard[] = [
  {
    promise: "a live channel's token dies with its session",
    file: "server/platform/http/live/hub.ts",
    text: '  if (!open.has(token.sessionId)) return send(reader, { op: "denied", channel, reason: "access" });\n',
    without: "",
    test: "server/platform/http/live/hub.test.ts",
    only: "a token outlives",
  },
  {
    promise: "a restricted moderator does nothing as one of the staff",
    file: "server/platform/http/entry/standing.ts",
    text: "  if (policy.action && !mayAct(viewer, policy.action))",
    without: "  if (policy.action && !policy.roles && !mayAct(viewer, policy.action))",
    test: "server/market/disputes/gone-moderators.test.ts",
    only: "takes, proposes and decides nothing",
  },
  {
    promise: "staff read no trade that they have not taken",
    file: "server/market/trades/views/view-trade.ts",
    text: 'if (!member) throw new Refusal(isBrought ? "dispute.not_taken" : "trade.not_found");',
    without: 'if (!member && !isBrought) throw new Refusal("trade.not_found");',
    test: "server/market/trades/staff.test.ts",
    only: "before they have taken it",
  },
  {
    promise: "a restricted staff member reads nothing as staff",
    file: "server/platform/http/policy.ts",
    text: " && restrictions.length === 0;",
    without: " && restrictions.length >= 0;",
    test: "server/market/trades/staff.test.ts",
    only: "before they have taken it",
  },
  {
    promise: "a key opens what its scopes name",
    file: "server/platform/http/entry/admission.ts",
    text: " && held.scopes.some((scope) => scope === policy.keyScope)",
    without: "",
    test: "server/people/api-keys/api-keys.test.ts",
    only: "of all that a session opens, a key opens the reading calls of its scopes and nothing else, whatever cookie comes with it",
  },
  {
    promise: "a key works from its networks",
    file: "server/platform/http/entry/admission.ts",
    text: '  if (!held.isHere) throw new Refusal("api_key.place");\n',
    without: "",
    test: "server/people/api-keys/api-keys.test.ts",
    only: "a key works from its networks; what is no address or range is refused",
  },
  {
    promise: "staff have no role by a key",
    file: "server/people/api-keys/identify.ts",
    text: "    roles: [],\n    isStrong: false,\n",
    without: "    isStrong: true,\n",
    test: "server/people/api-keys/api-keys.test.ts",
    only: "of restricted accounts a key reads where the table says so; staff have no role by it",
  },
];
