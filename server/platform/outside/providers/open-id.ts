/**
 * OpenID Connect: asks a provider that the operator has named who came back from it. The library verifies the id token: its
 * signature, issuer, audience, times and nonce. Nothing is followed to another place than the provider named, and nothing private.
 */
import { plainText, startOf, trimmed } from "#contract/platform/plain-text.ts";
import { emailAddress } from "#contract/people/email-address.ts";
import { NAME_MAX } from "#contract/platform/lengths.ts";
import { isIP } from "node:net";
import * as client from "openid-client";
import { isPublicAddress, isThisMachine } from "../../words/networks.ts";

export type SocialProvider = {
  readonly id: string;
  readonly title: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** An email that it says is confirmed counts as confirmed. */
  readonly confirmsEmail: boolean;
};

export type ReturnedAnswer = {
  /** With what the browser brought back. */
  readonly url: URL;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
};

export type SocialIdentity = {
  readonly issuer: string;
  readonly subject: string;
  /** Empty where the provider did not say. */
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
};

/** denied: the user refused at the provider. away: no response. wrong: the response is not valid. */
export type SocialOutcome =
  | { readonly outcome: "identified"; readonly identity: SocialIdentity }
  | { readonly outcome: "denied" | "away" | "wrong"; readonly fault: string };

export type OpenId = {
  /** Where browsers go. Throws where it does not answer. */
  authorizationEndpoint(): Promise<string>;
  exchange(answer: ReturnedAnswer): Promise<SocialOutcome>;
};

const TIMEOUT_SEC = 6;
const MOST_BYTES = 500_000;

/** Asks what the provider says of itself at the first question; once, until it is opened anew. */
export function openOpenId(provider: SocialProvider): OpenId {
  let known: Promise<client.Configuration> | undefined;
  const configuration = () => {
    known ??= discover(provider).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    async authorizationEndpoint() {
      const { authorization_endpoint: endpoint } = (await configuration()).serverMetadata();
      if (endpoint === undefined || whyNotAsked(endpoint, provider.issuer) !== undefined)
        throw new Error(`${provider.id} names no place to go to`);
      return endpoint;
    },
    async exchange(answer) {
      try {
        return await exchange(await configuration(), answer);
      } catch (error) {
        return faultOf(error);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: SocialProvider): Promise<client.Configuration> {
  const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    timeout: TIMEOUT_SEC,
    [client.customFetch]: fetchFrom(issuer),
    ...(issuer.startsWith("http:") ? { execute: [client.allowInsecureRequests] } : {}),
  });
  const metadata = found.serverMetadata();
  // Without a word of it the standard means the first.
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const basic = methods.includes("client_secret_basic");
  const shown = basic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret);
  const made = new client.Configuration(metadata, clientId, undefined, shown);
  made.timeout = TIMEOUT_SEC;
  made[client.customFetch] = fetchFrom(issuer);
  // Without this word it trusts the connection that a token came by.
  client.enableNonRepudiationChecks(made);
  if (issuer.startsWith("http:")) client.allowInsecureRequests(made);
  return made;
}

async function exchange(
  configuration: client.Configuration,
  { url, state, nonce, codeVerifier }: ReturnedAnswer,
): Promise<SocialOutcome> {
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) return { outcome: "wrong", fault: "no id token" };
  const text = (value: unknown, most: number) =>
    typeof value === "string" ? startOf(trimmed(plainText(value).replaceAll("\n", " ")), most) : "";
  // Some providers send the email only on a separate request; the library compares the subject.
  const needsMore = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const said = needsMore ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
  return {
    outcome: "identified",
    identity: {
      issuer: claims.iss,
      subject: claims.sub,
      email: emailAddress(text(said.email, 1000)) ?? "",
      isEmailVerified: said.email_verified === true,
      firstName: text(said.given_name, NAME_MAX),
      lastName: text(said.family_name, NAME_MAX),
    },
  };
}

function faultOf(error: unknown): SocialOutcome {
  if (error instanceof client.AuthorizationResponseError)
    return { outcome: error.error === "access_denied" ? "denied" : "wrong", fault: error.error.slice(0, 100) };
  const fault = error instanceof Error ? error.message.slice(0, 200) : "unknown";
  const status = error instanceof client.ClientError ? statusOf(error) : undefined;
  const isAway =
    error instanceof Away || (error instanceof Error && error.cause instanceof Away) || (status ?? 0) >= 500;
  return { outcome: isAway ? "away" : "wrong", fault };
}

function statusOf({ cause }: client.ClientError): number | undefined {
  return cause instanceof Response ? cause.status : undefined;
}

/** It does not answer: it may tomorrow. */
class Away extends Error {}

/** Of what the library asks for: no redirects, no more than some bytes, and nothing that the provider would have us ask in our own network. */
function fetchFrom(issuer: string): client.CustomFetch {
  return async (url, options) => {
    const why = whyNotAsked(url, issuer);
    if (why) throw new Error(`${new URL(url).host}: ${why}`);
    const answer = await fetch(url, { ...options, redirect: "error" } as RequestInit).catch((error: unknown) => {
      throw new Away(`${new URL(url).host} does not answer`, { cause: error });
    });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.byteLength;
      if (size > MOST_BYTES) throw new Error(`${new URL(url).host} answers too much`);
      chunks.push(chunk);
    }
    const body = size > 0 ? Buffer.concat(chunks) : null;
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
}

/** Only a provider on this machine names places on it. */
export function whyNotAsked(address: string, issuer: string): string | undefined {
  if (!URL.canParse(address)) return "not an address";
  const { protocol, hostname, username, password } = new URL(address);
  if (isThisMachine(new URL(issuer).hostname)) return undefined;
  if (protocol !== "https:") return "not HTTPS";
  if (username || password) return "an address with a name";
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isThisMachine(bare) || (isIP(bare) && !isPublicAddress(bare)) ? "not a public address" : undefined;
}
