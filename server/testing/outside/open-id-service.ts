/** A provider of accounts for tests, on loopback: the real thing (oidc-provider), with people who sign in there at once. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import type { SocialProvider } from "../../platform/outside/providers/open-id.ts";
import { afterTests } from "../after-tests.ts";

export type PersonThere = {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly given_name: string;
  readonly family_name: string;
};

export type OpenIdService = {
  readonly settings: SocialProvider;
  /** Somebody has an account there. */
  add(person: PersonThere): void;
  /** A browser follows the way there and says who it is, or no: the address that it comes back to us with. */
  walk(location: string, as: Pick<PersonThere, "sub"> | "nobody"): Promise<URL>;
  /** From now on somebody in between changes the signatures of its tokens; or not any more. */
  forge(isForged: boolean): void;
  /** From now on it does not answer who exchanges a code; or does again. */
  hold(isHeld: boolean): void;
  stop(): Promise<void>;
};

type Wanted = { readonly id?: string; readonly origin?: string; readonly confirmsEmail?: boolean };

const CLIENT = { id: "parley", secret: "a secret of the tests" };

export async function startOpenId({
  id = "there",
  origin = "http://localhost",
  confirmsEmail = false,
}: Wanted = {}): Promise<OpenIdService> {
  const people = new Map<string, PersonThere>();
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = openProvider(issuer, { people, redirectUri: `${origin}/login/social/${id}` });
  const inside = provider.callback();
  let isForged = false;
  let isHeld = false;
  answer = (request, response) => {
    if (isHeld && request.url === "/token") return;
    if (isForged && request.url === "/token") bendSignature(response);
    if (request.url?.startsWith("/interaction/")) void signInThere(provider, { people, request, response });
    else void inside(request, response);
  };
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  afterTests(stop);
  return {
    settings: {
      id,
      title: "There",
      issuer,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      confirmsEmail,
    },
    add: (person) => people.set(person.sub, person),
    forge(on) {
      isForged = on;
    },
    hold(on) {
      isHeld = on;
    },
    walk: (location, as) => walkThere(location, as === "nobody" ? "nobody" : as.sub, origin),
    stop,
  };
}

function openProvider(
  issuer: string,
  { people, redirectUri }: { people: Map<string, PersonThere>; redirectUri: string },
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    cookies: { keys: ["of the tests"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
}

/** As long as before. */
function bendSignature(response: ServerResponse): void {
  const end = response.end.bind(response);
  const bend = (_: string, before: string, first: string) => before + (first === "A" ? "B" : "A");
  response.end = (said?: unknown) =>
    end(typeof said === "string" ? said.replace(/("id_token":"[^."]+\.[^."]+\.)(.)/, bend) : said);
}

type There = { people: Map<string, PersonThere>; request: IncomingMessage; response: ServerResponse };

/** Shows a sign-in page with a button per user; the pressed button is in the address. */
async function signInThere(provider: Provider, { people, request, response }: There): Promise<void> {
  const as = new URL(request.url ?? "", "http://there").searchParams.get("as");
  if (as === null) {
    const buttons = [...people.values()].map(({ sub, email }) => `<button name="as" value="${sub}">${email}</button>`);
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(
        `<!doctype html><title>There</title><form>${buttons.join("")}<button name="as" value="nobody">No</button></form>`,
      );
    return;
  }
  const said = as === "nobody" ? { error: "access_denied" } : { login: { accountId: as } };
  await provider.interactionFinished(request, response, said, { mergeWithLastSubmission: false });
}

/** As a browser does, with its cookies. */
async function walkThere(location: string, as: string, home: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = new URL(location);
  for (let steps = 0; steps < 10; steps++) {
    if (at.pathname.startsWith("/interaction/")) at.searchParams.set("as", as);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get("location");
    if (next === null) throw new Error(`${at.pathname} there answers ${answer.status}: ${await answer.text()}`);
    at = new URL(next, at);
    if (at.origin === home) return at;
  }
  throw new Error("the way there has no end");
}
