/**
 * Writes proofs for what was shown here and found right. Those that are asked for while others are written go together
 * into the next transaction, whoever asks.
 */
import { CRYPTO, displayFromUnits } from "#contract/money.ts";
import type { ShownSendOut } from "#contract/proofs.ts";
import type { Db, Tx } from "../platform/db.ts";
import type { ProofAsked, ProofOutcome } from "../platform/outside/signer.ts";
import { isAsserted, type Site } from "./assertion.ts";
import { checkPassword } from "./passwords.ts";
import {
  insertProofs,
  type PasskeyRow,
  passkeysById,
  PROOF_MINUTES,
  type QuoteRow,
  quotesByHash,
} from "./proof-rows.ts";

type Shown = {
  readonly asked: ProofAsked /** Of a password, which was compared before. */;
  readonly isRight?: boolean;
};

type Waiting = {
  readonly shown: readonly Shown[];
  readonly settle: (outcomes: ProofOutcome[]) => void;
  readonly fail: (error: unknown) => void;
};

export type Prover = (asked: readonly ProofAsked[]) => Promise<ProofOutcome[]>;

/** In order of what was asked. Refuses signer.busy and signer.throttled for passwords. */
export function makeProver(db: Db, site: Site): Prover {
  const queue: Waiting[] = [];
  let isBusy = false;
  const drain = async () => {
    isBusy = true;
    while (queue.length > 0) {
      const group = queue.splice(0);
      try {
        const all = group.flatMap(({ shown }) => shown);
        const outcomes = await db.tx((tx) => write(tx, site, all));
        for (const { shown, settle } of group) settle(outcomes.splice(0, shown.length));
      } catch (error) {
        for (const { fail } of group) fail(error);
      }
    }
    isBusy = false;
  };
  return async (asked) => {
    const shown = await Promise.all(asked.map((one) => compare(db, one)));
    return new Promise((settle, fail) => {
      queue.push({ shown, settle, fail });
      if (!isBusy) void drain();
    });
  };
}

async function compare(db: Db, asked: ProofAsked): Promise<Shown> {
  if (!("password" in asked.shown)) return { asked };
  const { userId, shown } = asked;
  return { asked, isRight: await checkPassword(db, { userId, password: shown.password, purpose: "prove" }) };
}

async function write(tx: Tx, site: Site, shown: readonly Shown[]): Promise<ProofOutcome[]> {
  const keyIds = shown.flatMap(({ asked }) => ("passkey" in asked.shown ? [asked.shown.passkey.credential_id] : []));
  const quoteIds = shown.flatMap(({ asked }) => (asked.for.kind === "send_out" ? [asked.for.id] : []));
  const [keys, quotes] = await Promise.all([
    keyIds.length > 0 ? passkeysById(tx, keyIds) : new Map<string, PasskeyRow>(),
    quoteIds.length > 0 ? quotesByHash(tx, quoteIds) : new Map<string, QuoteRow>(),
  ]);
  const right = shown.flatMap(({ asked, isRight }, index) => {
    const isShown = isRight ?? isSigned(asked, { site, keys, quotes, now: tx.now });
    return isShown ? [{ asked, index }] : [];
  });
  const open = new Set(
    (
      await insertProofs(
        tx,
        right.map(({ asked }) => rowOf(asked)),
      )
    ).map((place) => right[place]?.index),
  );
  const isRight = new Set(right.map(({ index }) => index));
  const expiresAt = new Date(tx.now.getTime() + PROOF_MINUTES * 60_000).toISOString();
  return shown.map((_, index) => {
    if (open.has(index)) return { outcome: "proved", expiresAt };
    return { outcome: isRight.has(index) ? "nothing" : "wrong" };
  });
}

function rowOf({ userId, for: wanted, shown }: ProofAsked) {
  return {
    userId: BigInt(userId),
    kind: wanted.kind,
    id: wanted.id,
    winner: wanted.kind === "award" ? wanted.winner : null,
    method: "passkey" in shown ? ("passkey" as const) : ("password" as const),
  };
}

type Known = {
  readonly site: Site;
  readonly keys: ReadonlyMap<string, PasskeyRow>;
  readonly quotes: ReadonlyMap<string, QuoteRow>;
  readonly now: Date;
};

/** By a key of this user's, over what the signer itself reads of a send-out. */
function isSigned({ userId, for: wanted, shown }: ProofAsked, { site, keys, quotes, now }: Known): boolean {
  if (!("passkey" in shown)) return false;
  const key = keys.get(shown.passkey.credential_id);
  if (!key || key.user_id !== BigInt(userId)) return false;
  const quote = wanted.kind === "send_out" ? quotes.get(wanted.id) : undefined;
  const sendOut = quote && { sendOut: shownSendOut(quote) };
  return isAsserted(site, { assertion: shown.passkey, publicKey: key.public_key, wanted, now, ...sendOut });
}

function shownSendOut({ currency, destination, units, fee_units }: QuoteRow): ShownSendOut {
  const show = (sum: bigint) => displayFromUnits(sum, CRYPTO[currency].digits);
  return { cryptoCurrencyCode: currency, amount: show(units), fee: show(fee_units), address: destination };
}
