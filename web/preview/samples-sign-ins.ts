/** Sign-ins that ask to be let in: one that waits, and what became of others. */
import type { SignInRequest } from "#contract/sign-in-approvals.ts";

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

export function samplesOfSignIns(nowMs: number) {
  const requests = sampleSignIns(nowMs);
  return {
    "account-sign-ins": { page: "account-sign-ins" as const, needsUser: true, props: { requests } },
    "account-sign-ins-denied": {
      page: "account-sign-ins" as const,
      needsUser: true,
      props: { requests: requests.slice(1) },
    },
    "account-sign-ins-none": { page: "account-sign-ins" as const, needsUser: true, props: { requests: [] } },
  };
}
