/** The Lightning node of a random market, the process that speaks to it, and what the model makes of both. */
import {
  makeInvoices,
  readSettled,
  sendPayments,
  watchNode,
} from "../../../../server/products/lightning/run-lightning.ts";
import { testLog } from "../../../../server/testing/index.ts";
import { count, type Run } from "../../asking.ts";
import { haltOf } from "../../halts.ts";
import type { ModelInvoice, ModelPayment } from "./rows.ts";

export const AN_HOUR_MIN = 60;
const FEE_BP = 100n;
const NETWORK_BP = 50n;
const LEAST_NETWORK = 10n;

const upwards = (units: bigint, bp: bigint) => (units * bp + 9999n) / 10_000n;
export const feeOf = (units: bigint) => upwards(units, FEE_BP);
/** The most that the way may cost. */
export function networkOf(units: bigint): bigint {
  const share = upwards(units, NETWORK_BP);
  return share > LEAST_NETWORK ? share : LEAST_NETWORK;
}

/** Nothing keeps a credit back. */
export const isQuiet = ({ model }: Run): boolean => haltOf(model, "receive") === "";
export const isOpen = ({ status }: ModelPayment) => status === "reserved" || status === "in_flight";

export function give({ model: { available } }: Run, owner: number, units: bigint): void {
  available.set(owner, (available.get(owner) ?? 0n) + units);
}

const portsOf = ({ place }: Run) => ({
  db: place.market.lightning.db,
  log: testLog,
  lightning: () => place.market.lightning.node,
});

/** The node settles, gives up, loses calls, or its stream ends. */
export function endAtNode(run: Run): void {
  const { random, lightning, place } = run;
  const { node } = place.market.lightning;
  const dice = random.below(6);
  if (dice === 0) {
    node.cut();
    place.market.lightning.isCut = true;
  } else if (dice === 1) node.fails.add(random.below(2) === 0 ? "pay" : "lookUpPayment");
  else if (dice === 2) node.fails.clear();
  else {
    const open = lightning.payments.filter((one) => isOpen(one) && one.isTaken);
    const payment = open[random.below(Math.max(1, open.length))];
    if (payment && random.below(3) > 0) settleAtNode(run, payment);
    else if (payment && isUndecided(run, payment))
      node.ends.set(payment.invoice.paymentHash, { state: "failed", why: "no_route" });
  }
}

/** A payee's word is final. */
const isUndecided = ({ place }: Run, { invoice }: ModelPayment): boolean =>
  (place.market.lightning.node.ends.get(invoice.paymentHash)?.state ?? "in_flight") === "in_flight";

export function settleAtNode(run: Run, payment: ModelPayment): void {
  if (!isUndecided(run, payment)) return;
  const { invoice, units } = payment;
  const feeMsat = BigInt(run.random.below(Number(networkOf(units)) * 1000 + 1));
  run.place.market.lightning.node.ends.set(invoice.paymentHash, {
    ...{ state: "settled", preimage: invoice.preimage, feeMsat },
  });
}

/** The schedule has moved the market's clock, which a process reads when it writes. */
const readClock = ({ place }: Run) => place.market.lightning.db.tx(async (tx) => tx.now);

/** What the process does each few moments. */
export async function turn(run: Run): Promise<void> {
  const { lightning, model, place } = run;
  const { node, db } = place.market.lightning;
  await readClock(run);
  await makeInvoices(portsOf(run));
  await nameInvoices(run);
  const [before] = await db.read((tx) => tx.rows<{ index: bigint }>`select settle_index as index from ln_node`);
  await readSettled(portsOf(run));
  creditWhat(run, before?.index ?? 0n);
  if (haltOf(model, "send over Lightning") === "")
    for (const one of lightning.payments) if (one.status === "reserved") one.status = "in_flight";
  await sendPayments(portsOf(run));
  for (const one of lightning.payments) if (one.status === "in_flight") advance(run, one, node.fails);
  await watch(run);
}

/** The node names those that were asked for, whose time is not over. */
async function nameInvoices({ lightning, model, place }: Run): Promise<void> {
  const asked = lightning.invoices.filter(({ status, until }) => status === "asked" && until > model.nowMin);
  const rows = await place.market.db.tx(
    (tx) => tx.rows<{ id: string; hash: string; bolt11: string }>`
      select hash as id, payment_hash as hash, bolt11 from ln_invoices where hash = any(${asked.map(({ id }) => id)})`,
  );
  for (const one of asked)
    Object.assign(
      one,
      rows.find(({ id }) => id === one.id),
      { status: "open" },
    );
}

/** Those that the stream said; after it was cut, all that came after the last one that was read. */
function creditWhat(run: Run, after: bigint): void {
  const { market } = run.place;
  for (const invoice of run.lightning.invoices)
    for (const paid of invoice.paid) {
      if (!(paid.isTold || (market.lightning.isCut && paid.index > after))) continue;
      paid.isTold = false;
      creditOnce(run, invoice, paid.units);
    }
  market.lightning.isCut = false;
}

function creditOnce(run: Run, invoice: ModelInvoice, units: bigint): void {
  if (invoice.isCredited) return;
  if (invoice.status === "paid_inside") count(run, "an invoice that was paid from both sides");
  else invoice.status = "settled";
  invoice.isCredited = true;
  give(run, invoice.owner, units);
  count(run, "credited over Lightning");
}

function advance(run: Run, payment: ModelPayment, fails: ReadonlySet<string>): void {
  if (fails.has("lookUpPayment")) return;
  const end = run.place.market.lightning.node.ends.get(payment.invoice.paymentHash);
  const isSaid = payment.isTaken || (end !== undefined && end.state !== "in_flight");
  const isOver = !isSaid && payment.until + 1 <= run.model.nowMin;
  if (isSaid && end?.state === "settled") {
    payment.status = "settled";
    give(run, payment.owner, networkOf(payment.units) - (end.feeMsat + 999n) / 1000n);
    count(run, "settled over Lightning");
  } else if (isOver || (isSaid && end?.state === "failed")) {
    payment.status = "failed";
    give(run, payment.owner, payment.units + feeOf(payment.units) + networkOf(payment.units));
    count(run, "came back from Lightning");
  } else if (!isSaid && !fails.has("pay")) payment.isTaken = true;
}

/** The process looks at its node: what is paid inside cannot be paid outside any more, and what nobody paid in time is over. */
export async function watch(run: Run): Promise<void> {
  const { lightning, model } = run;
  await readClock(run);
  await watchNode(portsOf(run));
  for (const invoice of lightning.invoices) {
    if (!["asked", "open"].includes(invoice.status) || invoice.until > model.nowMin) continue;
    const [first] = invoice.paid;
    if (first) creditOnce(run, invoice, first.units);
    else invoice.status = "expired";
  }
}
