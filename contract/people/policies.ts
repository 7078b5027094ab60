/** Acceptance of terms: which version of which policy a user has accepted, and when. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { instant } from "../platform/wire.ts";
import { POLICY_NAMES } from "./policy-names.ts";

const line = z.strictObject({
  policy: z.enum(POLICY_NAMES),
  version: z.int(),
  isForAll: z.boolean(),
  accepted: z.nullable(z.strictObject({ version: z.int(), at: instant })),
  isDue: z.boolean(),
});

export const listPolicies = endpoint({
  name: "listPolicies",
  method: "GET",
  path: "/rest/v1/users/me/policies",
  summary: "The policies with the version in force, and what you have accepted of them",
  reply: z.array(line),
});

export const acceptPolicy = endpoint({
  name: "acceptPolicy",
  method: "POST",
  path: "/rest/v1/users/me/policies",
  summary: "Accepts the version of a policy that is in force. A second call changes nothing",
  body: z.strictObject({ policy: z.enum(POLICY_NAMES), version: z.int().check(z.positive(), z.maximum(10_000)) }),
  reply: z.array(line),
  refusals: ["account.policy_version"],
});
