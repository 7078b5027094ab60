/** The browser comes back: a worker asks the provider, and who it is goes on as after a right password. */
import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { SocialPerson } from "#contract/people/sign-in/social.ts";
import type { Db, Tx } from "../../platform/postgres/db.ts";
import { fewAtOnce } from "../../platform/few-at-once.ts";
import type { Caller, Preparing, Viewer } from "../../platform/http/policy.ts";
import { emailMark, findUserByEmailMark } from "../accounts/index.ts";
import { countSocialAnswer, forgetSocialBegin, goOnWithout, logIn, withdrawAttempt } from "../auth/index.ts";
import { hashOfState, heldBy, openPerson } from "./marks.ts";
import { type AttemptRow, findAttempt, providerRows, returnAttempt, spendSignIn } from "./rows.ts";

const LOOK_EVERY_MS = 150;
const MOST_LOOKS = 80;
const BUSY_RETRY_SEC = 3;

const busy = () => new Refusal("auth.busy", { retryAfterSec: BUSY_RETRY_SEC });
/** Waiting calls hold no connection of the database. */
const inQueue = fewAtOnce({ atOnce: 40, mostWaiting: 100, busy });

type Coming = { readonly provider: string; readonly answer: string; readonly caller: Caller };
type Known = Awaited<ReturnType<typeof goOnWithout>>;

export type Returned = {
  readonly attempt: AttemptRow;
  /** Undefined where nobody signs in by it. */
  readonly checked: Known | undefined;
};

/**
 * Hands over what came back and waits for what the provider says. Refuses social.gone, social.denied, social.wrong, social.away
 * auth.throttled and auth.busy.
 */
export function takeAnswer(
  { db, verifier }: Preparing,
  { provider, answer, caller }: Coming,
  viewer: Viewer | undefined,
): Promise<Returned> {
  const held = heldBy(caller);
  const query = new URLSearchParams(answer);
  const stateHash = hashOfState(query.get("state") ?? "");
  return inQueue(async () => {
    // Also what is no answer at all: each is a look at our rows, and what came from a provider a call to it.
    const counted = await db.tx((tx) => countSocialAnswer(tx, caller.ip));
    const outcome = await db.tx((tx) => returnAttempt(tx, { ...held, stateHash, provider, answer: String(query) }));
    if (outcome === "gone") throw new Refusal("social.gone");
    const attempt = await settled(db, held);
    // Nothing was looked at.
    if (attempt.fault === "away") await db.tx((tx) => withdrawAttempt(tx, counted));
    if (attempt.fault) throw new Refusal(`social.${attempt.fault}`);
    if (attempt.status !== "verified" || !attempt.verified_at) throw new Refusal("social.gone");
    // Once: who brings the same again is counted.
    if (outcome === "returned") await db.tx((tx) => withdrawAttempt(tx, counted));
    if (attempt.user_id !== null) {
      // Another account was signed in to meanwhile.
      if (attempt.user_id !== viewer?.userId) throw new Refusal("social.gone");
      return { attempt, checked: undefined };
    }
    const userId = attempt.connected_to;
    const checked =
      userId === null ? undefined : await goOnWithout({ db, verifier }, { userId, at: attempt.verified_at, caller });
    return { attempt, checked };
  });
}

/** Refuses auth.busy where no worker has come by. */
async function settled(db: Db, held: ReturnType<typeof heldBy>): Promise<AttemptRow> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const attempt = await db.read((tx) => findAttempt(tx, held));
    if (!attempt) throw new Refusal("social.gone");
    if (attempt.status !== "returned") return attempt;
    await wait(LOOK_EVERY_MS);
  }
  throw busy();
}

type Next =
  | Exclude<Awaited<ReturnType<typeof logIn>>, Refusal>
  | { readonly connect: { id: string; title: string; hint: string | null } }
  | { readonly person: SocialPerson };

/** The next step, or a refusal of signing in. */
export async function goOn(tx: Tx, { attempt, checked }: Returned, caller: Caller): Promise<Next | Refusal> {
  if (checked) {
    const userId = await spendSignIn(tx, attempt.id);
    if (userId === null || userId !== checked.userId) return new Refusal("social.gone");
    await forgetSocialBegin(tx, caller.ip);
    const outcome = await logIn(tx, { checked, caller });
    // The password was changed meanwhile, which disconnects it.
    return outcome instanceof Refusal ? new Refusal("social.gone") : outcome;
  }
  const title = await titleOf(tx, attempt.provider);
  if (attempt.user_id !== null) return { connect: { id: attempt.public_id, title, hint: attempt.hint } };
  return { person: { title, ...(await newcomer(tx, attempt)) } };
}

/** Only a person who proved to own the mailbox learns that it has an account. Refuses social.email_known. */
async function newcomer(tx: Tx, attempt: AttemptRow) {
  const person = personOf(attempt);
  const isKnown = attempt.is_trusted && (await findUserByEmailMark(tx, emailMark(person.email))) !== undefined;
  if (isKnown) throw new Refusal("social.email_known");
  return person;
}

export const personOf = ({ person_sealed: sealed, public_id: id }: AttemptRow) =>
  sealed ? openPerson(sealed, id) : { email: "", firstName: "", lastName: "" };

async function titleOf(tx: Tx, id: string): Promise<string> {
  return (await providerRows(tx)).find((provider) => provider.id === id)?.title ?? id;
}
