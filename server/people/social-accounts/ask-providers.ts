/** A worker asks the providers who came back from them, with no transaction open; the web's process talks to none of them. */
import type { AppPorts, Job } from "../../platform/app-ports.ts";
import type { Config } from "../../platform/config.ts";
import { type OpenId, openOpenId, type SocialOutcome, type SocialProvider } from "../../platform/outside/open-id.ts";
import { hashOfState, hashOfSubject, hinted, sealPerson } from "./marks.ts";
import {
  deleteOldAttempts,
  keepProviders,
  markFailed,
  markVerified,
  type ReturnedRow,
  returnedAttempts,
} from "./worker-rows.ts";

const AT_ONCE = 10;
const NAMED_EVERY_MS = 30_000;
const ASKED_ANEW_MS = 3600_000;

type Desk = { readonly openId: OpenId; readonly provider: SocialProvider; readonly openedMs: number };
type Office = { desks: Map<string, Desk>; namedMs: number };

/** Of each configuration: what providers say of themselves is asked for once an hour. */
const offices = new WeakMap<Config, Office>();

export const askProvidersJob: Job = {
  name: "ask-social-providers",
  everyMs: 300,
  async run(app) {
    const office = offices.get(app.config) ?? { desks: new Map(), namedMs: Number.NEGATIVE_INFINITY };
    offices.set(app.config, office);
    const nowMs = performance.now();
    if (nowMs - office.namedMs >= NAMED_EVERY_MS) {
      office.namedMs = nowMs;
      await nameProviders(app, office, nowMs);
    }
    if (app.config.social.length === 0) return;
    for (;;) {
      const due = await app.db.read((tx) => returnedAttempts(tx, AT_ONCE));
      await Promise.all(due.map((attempt) => settle(app, office, attempt)));
      if (due.length < AT_ONCE) return;
    }
  },
};

export const forgetAttempts = ({ db }: Pick<AppPorts, "db">): Promise<void> => db.tx(deleteOldAttempts);

/** Writes for the web which there are, and where browsers go; one that does not answer is asked again at the next turn. */
async function nameProviders({ config, db, log }: AppPorts, office: Office, nowMs: number): Promise<void> {
  const named = await Promise.all(
    config.social.map(async (provider) => {
      const known = office.desks.get(provider.id);
      const isFresh = known !== undefined && nowMs - known.openedMs < ASKED_ANEW_MS;
      const desk = isFresh ? known : { openId: openOpenId(provider), provider, openedMs: nowMs };
      const endpoint = await desk.openId.authorizationEndpoint().catch((error: unknown) => {
        log.warn({ provider: provider.id, err: messageOf(error) }, "a provider of accounts was not reached");
        return null;
      });
      if (endpoint !== null || known === undefined) office.desks.set(provider.id, desk);
      return {
        ...provider,
        redirectUri: redirectUri(config, provider.id),
        authorizationEndpoint: endpoint,
      };
    }),
  );
  await db.tx((tx) => keepProviders(tx, named));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : "unknown");
const redirectUri = ({ publicUrl }: Config, provider: string) => `${publicUrl.origin}/login/social/${provider}`;

/** Written once, by whoever is first; a worker that dies in between leaves a code that the provider takes no second time. */
async function settle({ config, db, log }: AppPorts, office: Office, attempt: ReturnedRow): Promise<void> {
  const desk = office.desks.get(attempt.provider);
  const outcome: SocialOutcome = desk
    ? await askOne(desk.openId, attempt, redirectUri(config, attempt.provider))
    : { outcome: "away", fault: "it is not configured" };
  if (outcome.outcome !== "told" || !desk) {
    const { fault, outcome: what } = outcome.outcome === "told" ? { fault: "", outcome: "away" as const } : outcome;
    log.warn({ provider: attempt.provider, attempt: attempt.public_id, fault }, "a social sign-in came to nothing");
    await db.tx((tx) => markFailed(tx, { id: attempt.id, fault: what }));
    return;
  }
  const { told } = outcome;
  await db.tx((tx) =>
    markVerified(tx, {
      id: attempt.id,
      issuer: told.issuer,
      subjectHash: hashOfSubject(told),
      hint: told.email ? hinted(told.email) : null,
      personSealed: sealPerson(told, attempt.public_id),
      isTrusted: desk.provider.confirmsEmail && told.isEmailVerified && told.email !== "",
    }),
  );
}

/** The web's word for what came back is not taken: it is the answer to what this attempt asked. */
async function askOne(
  openId: OpenId,
  { answer, state_hash, nonce, code_verifier: codeVerifier }: ReturnedRow,
  to: string,
): Promise<SocialOutcome> {
  const url = new URL(to);
  url.search = answer;
  const state = url.searchParams.get("state") ?? "";
  if (!hashOfState(state).equals(state_hash)) return { outcome: "wrong", fault: "the answer to something else" };
  return openId.exchange({ url, state, nonce, codeVerifier });
}
