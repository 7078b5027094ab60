/** A send-out to an external address, from the quote to the signed bytes, as an attacker in the web can request it. */
import type { ShownSendOut } from "#contract/people/sign-in/proofs.ts";
import { displayFromUnits } from "#contract/money/money.ts";
import type { ProofFor } from "#contract/people/sign-in/proofs.ts";
import { ids } from "../../server/platform/ids.ts";
import type { ProofAsked } from "../../server/platform/outside/signer/signer.ts";
import { testAssertion } from "../../server/testing/index.ts";
import { type Ask, call, rightful } from "./attempt.ts";
import { FAR, type Stage } from "./stage.ts";

/** The most that the signer lets out at once. */
export const TEN_BITCOIN = 10_00000000n;
export const FEE = 1000n;

/** The signer looks over its own connection: what it is to see has to be committed. */
export async function commit(ask: Ask): Promise<void> {
  await ask("commit");
  await ask("begin");
}

/** The thief is a user like others, of a web that nobody has taken over. */
export const honestWeb =
  (stage: Stage): Ask =>
  (text, values) =>
    /^(commit|begin)$/.test(text) ? Promise.resolve({ rows: [] }) : rightful(stage)(text, values);

export const word = (outcome: string) => ({ rows: [{ outcome }], rowCount: 1 });

export async function proveAs(
  { verifier }: Stage,
  userId: bigint,
  { wanted, shown }: { wanted: ProofFor; shown: ProofAsked["shown"] },
): Promise<string> {
  const [answer] = await verifier.prove([{ userId: String(userId), for: wanted, shown }]);
  return answer?.outcome ?? "nothing";
}

/** The assertion of this user's passkey over the web's text. */
export function passkeyOver(
  { app }: Stage,
  userId: bigint,
  { wanted, now, sendOut }: { wanted: ProofFor; now: string; sendOut?: ShownSendOut },
): ProofAsked["shown"] {
  const at = { origin: app.config.publicUrl.origin, now: new Date(now), ...(sendOut ? { sendOut } : {}) };
  return { passkey: testAssertion(userId, wanted, at) };
}

const shownOf = (units: bigint): ShownSendOut => ({
  cryptoCurrencyCode: "BTC",
  amount: displayFromUnits(units, 8),
  fee: displayFromUnits(FEE, 8),
  address: FAR,
});

type Wish = {
  readonly userId: bigint;
  readonly units: bigint;
  readonly now: string;
  /** The user's passkey unless it is said. */
  readonly shown?: ProofAsked["shown"];
};

export async function quoteFor(ask: Ask, { userId, units, now }: Wish): Promise<string> {
  const hash = ids.hash();
  await ask(
    `insert into send_out_quotes
       (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ($1, $2, 'BTC', $3, $4, $5, 1, $6::timestamptz, $6::timestamptz + interval '1 minute')`,
    [hash, userId, FAR, units, FEE, now],
  );
  await commit(ask);
  return hash;
}

class No extends Error {}

/** Quoted, proved and reserved. Returns its hash, or throws the refusal. */
export async function reserveAway(stage: Stage, ask: Ask, wish: Wish): Promise<string> {
  const { userId, units, now } = wish;
  const quote = await quoteFor(ask, wish);
  const wanted = { kind: "send_out", id: quote } as const;
  const shown = wish.shown ?? passkeyOver(stage, userId, { wanted, now, sendOut: shownOf(units) });
  const proved = await proveAs(stage, userId, { wanted, shown });
  if (proved !== "proved") throw new No(proved);
  const hash = ids.hash();
  const reserved = await call(ask, "reserve_send_outs", [[hash], [quote], [userId], now]);
  const outcome = String(reserved.rows[0]?.outcome);
  if (outcome !== "reserved") throw new No(outcome);
  await commit(ask);
  return hash;
}

/** The follower of the chains, which is honest here, pays the reserved send-out. Returns the refusal, or "signed". */
export async function sendAway(stage: Stage, ask: Ask, wish: Wish) {
  try {
    return word(await stage.pay(await reserveAway(stage, ask, wish)));
  } catch (error) {
    if (error instanceof No) return word(error.message);
    throw error;
  }
}
