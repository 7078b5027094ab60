/** A schedule that runs: what it has asked so far, and of whom it asks next. */
import assert from "node:assert/strict";
import { type Answer, type Call, isKept, send } from "./calls.ts";
import type { Draw, Model, ModelTrade } from "./types.ts";
import { type Place, stateOf } from "./offers/place.ts";
import type { Lightning } from "./money/lightning/rows.ts";
import type { Spot } from "./money/spot-orders.ts";
import { depositsOfModel, sendingsOfModel } from "./money/wallet.ts";

/** How often each kind of command was accepted, and each refusal was given. */
export type Count = Map<string, number>;
export type Run = {
  readonly place: Place;
  model: Model;
  readonly spot: Spot;
  readonly lightning: Lightning;
  readonly random: Draw;
  readonly count: Count;
  readonly made: { readonly call: Call; readonly answer: Answer }[];
};

export function count({ count: counted }: Run, what: string): void {
  counted.set(what, (counted.get(what) ?? 0) + 1);
}

/** Only a fault lasts longer. */
const MOST_REPEATS = 20;

/** Of either process; where it is killed meanwhile, the other is asked again under the same key. */
export async function ask(run: Run, call: Omit<Call, "key">, { isKilled = false } = {}): Promise<Answer> {
  const asked = { ...call, key: run.random.hash() };
  const { servers } = run.place.market;
  const which = run.random.below(servers.urls.length);
  const sendOnce = () => send(servers.urls[which] ?? "", asked);
  let answer = isKilled ? await sendWhileKilled(run, asked, which) : await sendOnce();
  // Two transactions wanted the same rows in another order: asked again, it happens once.
  for (let times = 0; answer.code === "LEDGER_ASYNC_MODE" && !run.model.halts.has("ledger"); times++) {
    assert.ok(times < MOST_REPEATS, `${call.path} is answered ${answer.text} again and again`);
    answer = await sendOnce();
  }
  run.made.push({ call: asked, answer });
  return answer;
}

/** Longer than most calls take. */
const KILLED_WITHIN_MS = 25;

async function sendWhileKilled(run: Run, call: Call, which: number): Promise<Answer> {
  const { servers } = run.place.market;
  const other = servers.urls[(which + 1) % servers.urls.length] ?? "";
  const sent = send(servers.urls[which] ?? "", call).catch(() => undefined);
  await new Promise((done) => setTimeout(done, run.random.below(KILLED_WITHIN_MS)));
  const [answer] = await Promise.all([sent, servers.killAndStart(which)]);
  count(run, answer ? "answered before the end" : "asked again elsewhere");
  const again = await send(other, call);
  if (answer && isKept(answer)) assert.deepEqual(again, answer, `${call.path}, of a process that was killed after it`);
  return again;
}

/** The first factor comes with recovery codes, which are shown once; so are codes of cards, on their way in and out. */
const SAID_ONCE = /passkeys$|gift-cards$|gift-card\/reveal$/;

/** To either process: what was answered for good is answered again, and nothing happens. */
export async function useAKeyAgain(run: Run): Promise<void> {
  const { made, random, place } = run;
  const before = made[random.below(made.length)];
  if (!before || !isKept(before.answer) || SAID_ONCE.test(before.call.path)) return;
  const { urls } = place.market.servers;
  const url = urls[random.below(urls.length)] ?? "";
  const isOther = /trades$|extend$/.test(before.call.path) && random.below(2) === 0;
  const body = isOther ? { ...before.call.body, ...otherThan(before.call) } : before.call.body;
  const answer = await send(url, { ...before.call, body });
  if (!isOther) assert.deepEqual(answer, before.answer, `${before.call.path}, with its key again`);
  else assert.equal(answer.code, "idempotency.other_body");
  count(run, isOther ? answer.code : "same key again");
  assert.deepEqual(await stateOf(place), stateOfModel(run.model), `after ${before.call.path} with its key again`);
}

/** The required fields of this kind of body that the command leaves out; another path refuses it unchanged. */
const otherThan = ({ path, body }: Call) =>
  path.endsWith("/trades") ? { fiat_amount: `${Number(body.fiat_amount) + 1}` } : { minutes: 15 };

const proposalText = ({ winner, share, by }: NonNullable<ModelTrade["proposed"]>) =>
  `${winner} ${share ?? "all"} by ${by}`;

export function stateOfModel(model: Model): string[] {
  const { available, people, fees, trades, offers } = model;
  return [
    ...[...available.values()].map(String),
    ...people.map(({ tether, held, positive, negative }) => [tether, held, positive, negative].join(" ")),
    String(fees),
    ...trades.map(({ status, flow, cards, expiresAt, reopened, extended, proposed, share }) => {
      const proposal = status === "dispute_awarded" && proposed ? proposalText(proposed) : "-";
      const end = [flow, cards.join(",")];
      return [status, expiresAt ?? "-", reopened ? 2 : 1, extended, proposal, share ?? "-", ...end].join(" ");
    }),
    // In cents, and only where there is a cap.
    ...offers.map(({ limits, usedCents, special }) => {
      const used = `used ${limits.cap === undefined ? 0 : usedCents}`;
      return special ? `${used} for ${special.partner} until ${special.until}` : used;
    }),
    ...[...people.keys()].map(
      (who) => `${offers.filter(({ owner, special }) => special && owner === who).length} special offers`,
    ),
    ...depositsOfModel(model),
    ...sendingsOfModel(model),
  ];
}
