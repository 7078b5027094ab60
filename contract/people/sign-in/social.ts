/** Social accounts, with which a user signs in instead of the password. */
import * as z from "zod/mini";
import { register } from "./auth.ts";
import { endpoint } from "../../platform/endpoint.ts";
import { secondFactor, signedIn } from "./sign-in.ts";
import { hash, instant, secretText, socialProviderId, text } from "../../platform/wire.ts";

const provider = z.strictObject({ provider: socialProviderId });
/** Where the browser goes: the provider's own page. */
const location = z.strictObject({ location: z.string() });

export const beginSocialSignIn = endpoint({
  name: "beginSocialSignIn",
  method: "POST",
  path: "/rest/v1/auth/social/:provider",
  summary:
    "Begin to sign in, or to register, by an account elsewhere; binds the attempt to this browser for ten minutes",
  params: provider,
  body: z.strictObject({ next: z.optional(text({ max: 300 })) }),
  reply: location,
  refusals: ["social.unknown_provider", "social.away", "auth.throttled"],
});

/** The provider's data about a user without an account here, for the registration form. */
export const socialPerson = z.strictObject({
  title: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type SocialPerson = z.infer<typeof socialPerson>;

export const finishSocial = endpoint({
  name: "finishSocial",
  method: "POST",
  path: "/rest/v1/auth/social/:provider/finish",
  summary: "Finish the provider's redirect: signs in, requires the second factor, or returns the next step",
  params: provider,
  /** The address that it came back with, from the question mark on. */
  body: z.strictObject({ answer: secretText({ min: 1, max: 6000 }) }),
  reply: z.strictObject({
    ...signedIn.shape,
    outcome: z.enum(["signed_in", "second_factor", "connect", "register"]),
    secondFactor: z.nullable(secondFactor),
    /** To be connected to the account that is signed in, with a proof of kind connect_social for this id. */
    connect: z.nullable(z.strictObject({ id: z.string(), title: z.string(), hint: z.nullable(z.string()) })),
    person: z.nullable(socialPerson),
  }),
  top: ["redirectTo"],
  refusals: [
    "social.gone",
    "social.denied",
    "social.wrong",
    "social.away",
    "social.email_known",
    "auth.throttled",
    "auth.busy",
  ],
});

export const registerBySocial = endpoint({
  name: "registerBySocial",
  method: "POST",
  path: "/rest/v1/auth/social/:provider/register",
  summary: "Create an account that is connected to the provider's account; the password is for moving money",
  params: provider,
  body: register.body,
  reply: signedIn,
  top: ["redirectTo"],
  refusals: ["social.gone", "social.taken", ...register.refusals],
});

export const socialAccounts = z.strictObject({
  accounts: z.array(
    z.strictObject({
      provider: z.string(),
      title: z.string(),
      /** The email there, but for its middle. */
      hint: z.nullable(z.string()),
      connectedAt: instant,
    }),
  ),
  /** Those that can be connected. */
  providers: z.array(z.strictObject({ id: z.string(), title: z.string() })),
});
export type SocialAccounts = z.infer<typeof socialAccounts>;

export const listSocialAccounts = endpoint({
  name: "listSocialAccounts",
  method: "GET",
  path: "/rest/v1/users/me/social-accounts",
  summary: "The accounts elsewhere by which the caller signs in, and those that can be connected",
  reply: socialAccounts,
});

export const beginSocialConnection = endpoint({
  name: "beginSocialConnection",
  method: "POST",
  path: "/rest/v1/users/me/social-accounts/:provider",
  summary: "Begin to connect an account elsewhere; nothing is connected before its proof",
  params: provider,
  body: z.strictObject({}),
  reply: location,
  refusals: ["social.unknown_provider", "social.away", "social.known", "auth.shared_account", "auth.throttled"],
});

export const connectSocialAccount = endpoint({
  name: "connectSocialAccount",
  method: "POST",
  path: "/rest/v1/users/me/social-accounts",
  summary: "Connect the provider's account, with a proof of kind connect_social; transfers wait as after a new factor",
  body: z.strictObject({ id: hash }),
  reply: socialAccounts,
  refusals: ["social.gone", "social.taken", "social.known", "auth.password_proof", "auth.shared_account"],
});

export const disconnectSocialAccount = endpoint({
  name: "disconnectSocialAccount",
  method: "DELETE",
  path: "/rest/v1/users/me/social-accounts/:provider",
  summary: "Sign in by it no more, with a proof of kind disconnect_social",
  params: provider,
  reply: socialAccounts,
  refusals: ["social.none", "auth.password_proof", "auth.shared_account"],
});
