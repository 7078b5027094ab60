/** Send-outs of a random market: a quote, mostly a proof, and what the user's wallet shows at either process. */
import assert from "node:assert/strict";
import { displayFromUnits, unitsFromDisplay } from "#contract/money/money.ts";
import type { ShownSendOut } from "#contract/people/sign-in/proofs.ts";
import type { WalletBalances, WalletTransaction } from "#contract/products/wallet/wallet.ts";
import { ask, count, type Run } from "../asking.ts";
import { read } from "../calls.ts";
import { hasCoinWithin } from "../chain.ts";
import { freshRates, TRADERS } from "../offers/place.ts";
import { drawDollars, UNITS_OF_DOLLAR } from "./sums.ts";
import { HELD, type Model } from "../types.ts";
import * as verbs from "../verbs.ts";
import { owes, proofRefusal } from "./wallet.ts";

const DIGITS = 8;
/** A rate has at most so many. */
const RATE_DIGITS = 20;
const LEAST_UNITS = 5_000n;
type Wish = {
  readonly amount: string;
  readonly units: bigint;
  readonly address: string;
  /** Accepted refusals: a matching coin makes it cheaper, so the balance may suffice. */
  readonly refusals: readonly string[];
};

/** A user requests a quote for a send-out, and confirms it, but for one in six. */
export async function quoteOne(run: Run): Promise<boolean> {
  const { model, place, random } = run;
  const owing = [...place.people.keys()].find((who) => owes(model, who));
  // The last comes twice as often: they do nothing else.
  const drawn = Math.min(random.below(place.people.length + 1), place.people.length - 1);
  const owner = owing !== undefined && random.below(2) === 0 ? owing : drawn;
  const by = place.people[owner];
  assert.ok(by);
  const price = (await freshRates(place)).BTC;
  const fee = feeOf({ price, feePerKvb: model.feePerKvb });
  const wished = drawWish(run, owner, fee);
  const { amount, units, address } = wished;
  const refusals = model.away.has("node") ? ["wallet.rail_unavailable"] : wished.refusals;
  const asked = await ask(run, { by, ...verbs.quoteSendOut({ address, amount }) });
  assert.ok(refusals.includes(asked.code), `a quote of ${amount}, and not ${refusals}: ${asked.text}`);
  count(run, asked.code || "quote of a send-out");
  if (asked.code) return false;
  const { data: quote } = JSON.parse(asked.text) as { data: ShownSendOut & { readonly id: string } };
  const feeUnits = unitsFromDisplay(quote.fee, DIGITS);
  if (feeUnits !== fee.usual) {
    // One coin that nearly fits leaves no change, and what is too little for it goes to the network.
    const chosenFor = amount === "max" ? units + fee.usual : units;
    const isFitting = await hasCoinWithin(place.market, chosenFor, chosenFor + fee.most);
    assert.ok(isFitting && feeUnits >= fee.least && feeUnits <= fee.most, `a fee of ${feeUnits}, not ${fee.usual}`);
    count(run, "a coin that fits");
  }
  const sent = amount === "max" ? units + fee.usual - feeUnits : units;
  assert.equal(quote.amount, displayFromUnits(sent, DIGITS));
  const cents = centsOf(sent + feeUnits, price);
  const isProved = random.below(6) > 0 && (await prove(run, { owner, cents }, quote));
  place.quotes.push(quote.id);
  model.sendings.push({
    ...{ quote: quote.id, owner, units: sent, fee: feeUnits, address, isProved, quotedAt: model.nowMin },
    ...{ cents, expiresAt: model.nowMin + 1, isPlanned: false, status: "quoted", dueAt: 0, network: 0n },
    ...{ block: undefined, seenBlock: undefined, hasWait: false, completedAt: undefined },
  });
  return true;
}

type Quoted = ShownSendOut & { readonly id: string };

/** By a passkey, or by the password where there is nothing better. False where it is refused. */
async function prove(run: Run, sending: { owner: number; cents: bigint }, quote: Quoted): Promise<boolean> {
  const { place, model } = run;
  const by = place.people[sending.owner];
  assert.ok(by);
  const { id, cryptoCurrencyCode, amount, fee, address } = quote;
  const shown = { sendOut: { cryptoCurrencyCode, amount, fee, address } };
  const wanted = { kind: "send_out", id } as const;
  const isPlain = model.people[sending.owner]?.isPlain;
  const wish = isPlain ? verbs.proveByPassword(wanted) : verbs.prove(by, wanted, place.now, shown);
  const { code } = await ask(run, { by, ...wish });
  assert.equal(code, proofRefusal(model, sending), `a proof of ${sending.cents} cents`);
  if (code) count(run, code);
  return code === "";
}

/** A user has another passkey from now on: their coins are held for a day. */
export async function addKey(run: Run): Promise<void> {
  const { model, place, random } = run;
  const who = random.below(TRADERS);
  const [by, person] = [place.people[who], model.people[who]];
  assert.ok(by && person);
  // A proof in the same instant as a new key counts as later.
  const provesNow = model.sendings.some((one) => one.owner === who && one.isProved && one.quotedAt === model.nowMin);
  if (model.nowMin < person.heldUntil || provesNow) return;
  const answer = await ask(run, { by, ...verbs.addKey(by, place.now) });
  assert.equal(answer.code, "", answer.text);
  person.heldUntil = model.nowMin + HOLD_MIN;
  count(run, "another passkey");
}

const HOLD_MIN = 24 * 60;

const dividedUp = (units: bigint, by: bigint): bigint => (units + by - 1n) / by;

/** Rounded up. */
function centsOf(units: bigint, price: string): bigint {
  return dividedUp(units * unitsFromDisplay(price, RATE_DIGITS) * 100n, 10n ** BigInt(DIGITS + RATE_DIGITS));
}

/** Of one input and one or two outputs, in virtual bytes. */
const WITH_CHANGE = 141n;
const WITHOUT_CHANGE = 110n;
/** Less than this does not come back as change. */
const LEAST_CHANGE = 1000n;

type Fee = { readonly usual: bigint; readonly least: bigint; readonly most: bigint };

/** Twelve tenths of what the network takes, and a dollar at least. */
function feeOf({ price, feePerKvb }: { readonly price: string; readonly feePerKvb: bigint }): Fee {
  const dollar = dividedUp(10n ** BigInt(DIGITS + RATE_DIGITS), unitsFromDisplay(price, RATE_DIGITS));
  const network = (bytes: bigint) => dividedUp(bytes * feePerKvb, 1000n);
  const charged = (units: bigint) => {
    const fee = dividedUp(units * 12n, 10n);
    if (fee < dollar) return dollar;
    return fee;
  };
  const most = charged(network(WITH_CHANGE) + LEAST_CHANGE);
  return { usual: charged(network(WITH_CHANGE)), least: charged(network(WITHOUT_CHANGE)), most };
}

/** Now and then all of it, more than there is, too little, or to an address of one's own. */
function drawWish({ model, place, random }: Run, owner: number, fee: Fee): Wish {
  const has = model.available.get(owner) ?? 0n;
  const far = place.far[owner * 2 + random.below(2)] ?? "";
  const dice = random.below(12);
  if (dice === 0)
    return { ...wish(20n * UNITS_OF_DOLLAR, place.addresses[owner] ?? ""), refusals: ["wallet.own_address"] };
  if (dice === 1) return within(has, fee, { ...wish(LEAST_UNITS - 1n, far), refusals: ["wallet.amount_too_small"] });
  if (dice === 2 && has > 0n) return { ...wish(has, far), refusals: [SHORT] };
  if ((dice === 3 || (dice < 7 && model.people[owner]?.isPlain)) && has < MOST_AT_ONCE) {
    const units = has - fee.usual;
    const refusal = units <= 0n ? SHORT : units < LEAST_UNITS ? "wallet.amount_too_small" : "";
    return { amount: "max", units, address: far, refusals: [refusal] };
  }
  // No two pay the same to one address: the outputs could not be distinguished.
  const units = BigInt(drawDollars(random)) * UNITS_OF_DOLLAR + BigInt(model.sendings.length);
  return within(has, fee, { ...wish(units, far), refusals: [""] });
}

const SHORT = "ledger.insufficient_balance";
/** A user with more keeps the rest, or the schedule would run out of sellers. */
const MOST_AT_ONCE = 1_000_000n;

const wish = (units: bigint, address: string) => ({ amount: displayFromUnits(units, DIGITS), units, address });

function within(has: bigint, { usual, least }: Fee, wished: Wish): Wish {
  if (wished.units + usual <= has) return wished;
  return { ...wished, refusals: wished.units + least <= has ? [SHORT, ...wished.refusals] : [SHORT] };
}

/** A user looks at their wallet: sums, and everything that came and went over the chain. */
export async function lookAtWallet(run: Run, who = run.random.below(run.place.people.length)): Promise<void> {
  const { model, place, random } = run;
  const by = place.people[who];
  assert.ok(by);
  const { urls } = place.market.servers;
  const url = urls[random.below(urls.length)] ?? "";
  const { balances } = await read<WalletBalances>(url, by, "/rest/v2/wallet/balances");
  const shown = balances.find(({ cryptoCurrencyCode }) => cryptoCurrencyCode === "BTC");
  const sums = [shown?.balance, shown?.escrowAmount, shown?.heldAmount, shown?.incomingAmount];
  assert.deepEqual(sums, sumsOfModel(model, who), `the balances of ${who}`);
  for (const type of ["deposit", "send_out"] as const) {
    const lines: WalletTransaction[] = await read<WalletTransaction[]>(
      url,
      by,
      `/rest/v2/wallet/transactions?code=BTC&type=${type}`,
    );
    const shown: string[] = lines.map(({ status, amount, fee, address, txid, confirmations, fault }) =>
      [status, amount, fee, address, txid, confirmations, fault].join(" "),
    );
    const wanted = type === "deposit" ? depositLines(run, who) : sendingLines(run, who);
    assert.deepEqual(shown.sort(), wanted.sort(), `the ${type} lines of ${who}`);
  }
  count(run, "a wallet looked at");
}

function sumsOfModel({ available, people, trades, deposits }: Model, who: number): string[] {
  const sum = (units: readonly bigint[]) => units.reduce((total, one) => total + one, 0n);
  const escrow = trades.filter(({ seller, status }) => seller === who && HELD.includes(status));
  const incoming = deposits.filter(({ owner, seen }) => owner === who && seen === "incoming");
  return [
    available.get(who) ?? 0n,
    sum(escrow.map(({ units, fee }) => units + fee)),
    people[who]?.held ?? 0n,
    sum(incoming.map(({ units }) => units)),
  ].map((units) => displayFromUnits(units, DIGITS));
}

const depthAt = (scanned: number, block: number | undefined): number =>
  block === undefined || block > scanned ? 0 : scanned - block + 1;

function depositLines({ model, place }: Run, who: number): string[] {
  return model.deposits.flatMap(({ owner, units, seen, seenBlock }, index) => {
    if (owner !== who || seen === "nothing") return [];
    const onItsWay = seenBlock === undefined ? "pending" : "confirming";
    const status = seen === "credited" ? "completed" : seen === "gone" ? "failed" : onItsWay;
    const depth = depthAt(model.scanned, seenBlock);
    return [
      [status, displayFromUnits(units, DIGITS), "", place.addresses[who], place.deposits[index], depth, ""].join(" "),
    ];
  });
}

function sendingLines({ model, place }: Run, who: number): string[] {
  return model.sendings.flatMap(({ owner, quote, units, fee, address, status, seenBlock }) => {
    if (owner !== who || status === "quoted") return [];
    const [sum, cost] = [units + fee, fee].map((one) => displayFromUnits(one, DIGITS));
    const depth = depthAt(model.scanned, seenBlock);
    return [[status, `-${sum}`, cost, address, place.txids.get(quote), depth, ""].join(" ")];
  });
}
