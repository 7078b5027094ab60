/** Sign-ins that request approval: a waiting one, and decided ones. */
import type { ApiKey } from "#contract/people/api-keys.ts";
import type { SignInRequest } from "#contract/people/sign-in-approvals.ts";
import { samplesOfPayments } from "./samples-payments.ts";

function sampleSignIns(nowMs: number): SignInRequest[] {
  const request = (id: string, minutesAgo: number, state: SignInRequest["state"]): SignInRequest => ({
    id,
    state,
    device: "Firefox on Linux",
    ip: "203.0.113.7",
    place: "Kenya",
    at: new Date(nowMs - minutesAgo * 60_000).toISOString(),
    validUntil: new Date(nowMs + (10 - minutesAgo) * 60_000).toISOString(),
    choices: [27, 84, 51],
  });
  return [
    request("waitingSignIn1", 1, "pending"),
    request("deniedSignIn22", 90, "denied"),
    request("approvedSignIn", 300, "approved"),
    request("expiredSignIn3", 600, "expired"),
  ];
}

function sampleKeys(nowMs: number): ApiKey[] {
  const at = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();
  return [
    {
      id: "bookkeeping123",
      name: "Bookkeeping",
      scopes: ["trades", "wallet"],
      networks: ["203.0.113.7", "2001:db8::/32"],
      createdAt: at(-20),
      expiresAt: at(70),
      lastUsedAt: at(-0.01),
    },
    {
      id: "pricesprices12",
      name: "A bot that compares the prices of my offers",
      scopes: ["offers"],
      networks: [],
      createdAt: at(-1),
      expiresAt: at(364),
      lastUsedAt: null,
    },
  ];
}

export function samplesOfSignIns(nowMs: number) {
  const requests = sampleSignIns(nowMs);
  return {
    "account-sign-ins": { page: "account-sign-ins" as const, needsUser: true, props: { requests } },
    "account-sign-ins-denied": {
      page: "account-sign-ins" as const,
      needsUser: true,
      props: { requests: requests.slice(1) },
    },
    "account-api-keys": { page: "account-api-keys" as const, needsUser: true, props: { keys: sampleKeys(nowMs) } },
    "account-api-keys-none": { page: "account-api-keys" as const, needsUser: true, props: { keys: [] } },
    ...samplesOfPayments(nowMs),
    "account-sign-ins-none": { page: "account-sign-ins" as const, needsUser: true, props: { requests: [] } },
  };
}
