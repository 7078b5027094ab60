/** Which refusals a call may answer, by their status: its own, and those that its policy and its form add. */
import { type EndpointShape, isUnsafe, statusOf } from "#contract/platform/endpoint.ts";
import type { RefusalCode } from "#contract/platform/errors/refusals.ts";
import type { Policy, Route } from "../policy.ts";

const ALWAYS: readonly RefusalCode[] = [
  "request.malformed",
  "request.too_many",
  "request.internal",
  "LEDGER_ASYNC_MODE",
];

export function refusalsOf({ endpoint, policy }: Pick<Route, "endpoint" | "policy">): Map<number, RefusalCode[]> {
  const codes = new Set([...(endpoint.refusals ?? []), ...ofPolicy(policy, endpoint), ...ofForm(endpoint), ...ALWAYS]);
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of [...codes].sort()) {
    const status = statusOf(code, endpoint);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** Needs the anti-forgery token. */
export function isGuarded({ endpoint, policy }: Pick<Route, "endpoint" | "policy">): boolean {
  return (isUnsafe(endpoint) && !policy.bySignature) || policy.guardedGet === true;
}

function ofPolicy(policy: Policy, endpoint: EndpointShape): RefusalCode[] {
  return [
    ...(policy.auth === "session" ? (["auth.required"] as const) : []),
    ...(policy.keyScope ? (["api_key.wrong", "api_key.place", "api_key.scope"] as const) : []),
    ...(policy.roles ? (["auth.forbidden", "auth.second_factor_needed"] as const) : []),
    ...(policy.closedToStaff ? (["auth.staff_account"] as const) : []),
    ...(policy.level ? (["auth.email_unconfirmed", "account.name_needed"] as const) : []),
    ...(policy.action ? (["auth.restricted"] as const) : []),
    ...(policy.openEverywhere ? [] : (["request.blocked_in_location"] as const)),
    ...(isGuarded({ endpoint, policy }) ? (["request.forged", "request.token_missing"] as const) : []),
  ];
}

function ofForm(endpoint: EndpointShape): RefusalCode[] {
  const takesInput = endpoint.params ?? endpoint.query ?? endpoint.body ?? endpoint.multipart;
  return [
    ...(takesInput ? (["ERROR_INPUT_VALIDATION"] as const) : []),
    ...(endpoint.params ? (["request.not_found"] as const) : []),
    ...(endpoint.body || endpoint.multipart ? (["request.too_large", "request.media_type"] as const) : []),
    ...(isUnsafe(endpoint)
      ? (["idempotency.key_malformed", "idempotency.other_body", "idempotency.in_flight"] as const)
      : []),
  ];
}
