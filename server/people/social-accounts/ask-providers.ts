/** A worker asks the providers who came back from them, with no transaction open; the web's process talks to none of them. */
import type { AppPorts, Job } from "../../platform/app-ports.ts";
import type { Config } from "../../platform/settings/config.ts";
import {
  type OpenId,
  openOpenId,
  type SocialOutcome,
  type SocialProvider,
} from "../../platform/outside/providers/open-id.ts";
import { hashOfState, hashOfSubject, hinted, sealPerson } from "./marks.ts";
import {
  deleteOldAttempts,
  keepProviders,
  markFailed,
  markVerified,
  type ReturnedRow,
  returnedAttempts,
} from "./worker-rows.ts";

/** Of one provider: users of another do not wait for a slow one. */
const AT_ONCE = 10;
const ASKED_ANEW_MS = 3600_000;

type Desk = { readonly openId: OpenId; readonly provider: SocialProvider; readonly openedMs: number };
type Office = {
  readonly desks: Map<string, Desk>;
  /** Attempts of which a provider is being asked, with that provider. */
  readonly underWay: Map<bigint, string>;
};

/** Of each configuration: what providers say of themselves is asked for once an hour. */
const offices = new WeakMap<Config, Office>();

function officeOf(config: Config): Office {
  const office = offices.get(config) ?? { desks: new Map(), underWay: new Map() };
  offices.set(config, office);
  return office;
}

export const nameProvidersJob: Job = {
  name: "name-social-providers",
  everyMs: 30_000,
  run: (app) => nameProviders(app, officeOf(app.config), performance.now()),
};

/** Waits for no provider: the next turn finds what came meanwhile. */
export const askProvidersJob: Job = {
  name: "ask-social-providers",
  everyMs: 300,
  async run(app) {
    if (app.config.social.length === 0) return;
    const office = officeOf(app.config);
    const many = (provider: string) => [...office.underWay.values()].filter((one) => one === provider).length;
    const full = app.config.social.map(({ id }) => id).filter((id) => many(id) >= AT_ONCE);
    const known = { full, underWay: [...office.underWay.keys()], most: AT_ONCE };
    for (const attempt of await app.db.read((tx) => returnedAttempts(tx, known)))
      if (!office.underWay.has(attempt.id) && many(attempt.provider) < AT_ONCE) void attend(app, office, attempt);
  },
};

/** Ends by itself; where it cannot be written, the attempt is found again. */
async function attend(app: AppPorts, office: Office, attempt: ReturnedRow): Promise<void> {
  office.underWay.set(attempt.id, attempt.provider);
  try {
    await settle(app, office, attempt);
  } catch (error) {
    app.log.warn({ attempt: attempt.public_id, err: messageOf(error) }, "what a provider said was not written");
  } finally {
    office.underWay.delete(attempt.id);
  }
}

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

/** Opened here where none has been named yet; undefined for what is not configured. */
function deskOf(config: Config, { desks }: Office, id: string): Desk | undefined {
  const known = desks.get(id);
  const provider = known ? undefined : config.social.find((one) => one.id === id);
  if (!provider) return known;
  const desk = { openId: openOpenId(provider), provider, openedMs: performance.now() };
  desks.set(id, desk);
  return desk;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message.slice(0, 200) : "unknown");
const redirectUri = ({ publicUrl }: Config, provider: string) => `${publicUrl.origin}/login/social/${provider}`;

/**
 * Written once, by the first worker; a worker that dies in between leaves a code that the provider does not accept a second
 * time.
 */
async function settle({ config, db, log }: AppPorts, office: Office, attempt: ReturnedRow): Promise<void> {
  const desk = deskOf(config, office, attempt.provider);
  const outcome: SocialOutcome = desk
    ? await askOne(desk.openId, attempt, redirectUri(config, attempt.provider))
    : { outcome: "away", fault: "it is not configured" };
  if (outcome.outcome !== "identified" || !desk) {
    const { fault, outcome: what } =
      outcome.outcome === "identified" ? { fault: "", outcome: "away" as const } : outcome;
    log.warn({ provider: attempt.provider, attempt: attempt.public_id, fault }, "a social sign-in came to nothing");
    await db.tx((tx) => markFailed(tx, { id: attempt.id, fault: what }));
    return;
  }
  const { identity } = outcome;
  await db.tx((tx) =>
    markVerified(tx, {
      id: attempt.id,
      issuer: identity.issuer,
      subjectHash: hashOfSubject(identity),
      hint: identity.email ? hinted(identity.email) : null,
      personSealed: sealPerson(identity, attempt.public_id),
      isTrusted: desk.provider.confirmsEmail && identity.isEmailVerified && identity.email !== "",
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
