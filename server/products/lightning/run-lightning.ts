/** What the Lightning process does: has invoices made, credits what was settled, pays what was reserved, and looks at its node. */
import type { AppPorts } from "../../platform/app-ports.ts";
import type { LightningNode, SettledInvoice } from "../../platform/outside/chains/lightning-node.ts";
import { emitWalletEvent } from "../../money/custody/index.ts";
import {
  askedInvoices,
  type OpenPaymentRow,
  beginPayments,
  booksOfNode,
  credit,
  endingInvoices,
  endInvoices,
  endPayment,
  noteNode,
  openInvoice,
  openPayments,
  paidInsideHashes,
  settleIndexOf,
} from "./rows.ts";

const AT_ONCE = 50;
/** Of open invoices that are looked up because their time ends: settled ones may have been missed. */
const ENDING_MS = 60_000;
const BRAND_MEMO = "Parley";

type Ports = Pick<AppPorts, "db" | "log" | "lightning">;

export async function makeInvoices({ db, lightning }: Ports): Promise<void> {
  const node = lightning?.();
  if (!node) return;
  for (const asked of await db.read((tx) => askedInvoices(tx, AT_ONCE))) {
    // A kill between the two leaves an invoice on the node that nobody has: it ends by itself.
    const made = await node.createInvoice({
      msat: asked.msat,
      memo: asked.memo || BRAND_MEMO,
      descriptionHash: asked.description_hash,
      expiresAt: asked.expires_at,
    });
    await db.tx((tx) => openInvoice(tx, { hash: asked.hash, ...made }));
  }
}

/** What the node says is settled, in the order in which it was; it says so again from the last index on after every interruption. */
type Following = {
  readonly node: LightningNode;
  readonly waiting: SettledInvoice[];
  readonly sinceMs: number;
  isOver: boolean;
  stop(): void;
};
let following: Following | undefined;

export async function readSettled({ db, lightning }: Ports): Promise<void> {
  const node = lightning?.();
  if (!node) return;
  if (following?.node !== node || following.isOver) {
    following?.stop();
    const [after, sinceMs] = await db.read(async (tx) => [await settleIndexOf(tx), tx.now.getTime()] as const);
    following = follow(node, { after, sinceMs });
  }
  const { waiting } = following;
  for (let next = waiting[0]; next; next = waiting[0]) {
    if (!(await creditOne({ db }, next))) return;
    waiting.shift();
  }
}

/** So long after it began the node has said all that it settled before. */
const READ_UP_MS = 10_000;

const isReadUp = (node: LightningNode, now: Date): boolean =>
  following?.node === node &&
  !following.isOver &&
  following.waiting.length === 0 &&
  now.getTime() - following.sinceMs > READ_UP_MS;

function follow(node: LightningNode, { after, sinceMs }: { after: bigint; sinceMs: number }): Following {
  const made: Following = { node, waiting: [], sinceMs, isOver: false, stop: () => undefined };
  const end = () => {
    made.isOver = true;
  };
  const stop = node.followSettled(after, (settled) => made.waiting.push(settled), end);
  made.stop = stop;
  return made;
}

/** False while it waits for a halt to be lifted. */
async function creditOne({ db }: Pick<Ports, "db">, settled: SettledInvoice): Promise<boolean> {
  return db.tx(async (tx) => {
    const { outcome, user_id: userId, units } = await credit(tx, settled);
    if (outcome === "credited" && userId !== null)
      emitWalletEvent(tx, {
        ...{ userId, units, currency: "BTC", reason: "lightning_received" },
        ...{ subject: settled.paymentHash, txid: null },
      });
    return !outcome.startsWith("waits");
  });
}

/** Pays what is reserved, and asks for the end of everything that is in flight: only a definite one ends it. */
export async function sendPayments({ db, log, lightning }: Ports): Promise<void> {
  const node = lightning?.();
  if (!node) return;
  let open = await db.read((tx) => openPayments(tx, AT_ONCE));
  if (open.some(({ is_in_flight }) => !is_in_flight)) {
    await db.tx((tx) => beginPayments(tx, AT_ONCE));
    open = await db.read((tx) => openPayments(tx, AT_ONCE));
  }
  // One that is still reserved waits for a halt to be lifted.
  for (const payment of open.filter(({ is_in_flight }) => is_in_flight))
    await advance({ db, node }, payment).catch((error: unknown) => {
      log.warn({ err: error, quote: String(payment.quote_id) }, "the end of a Lightning payment is not known");
    });
}

type Advancing = { readonly db: Ports["db"]; readonly node: LightningNode };

async function advance({ db, node }: Advancing, payment: OpenPaymentRow): Promise<void> {
  const found = await node.lookUpPayment(payment.payment_hash);
  if (found.state === "in_flight") return;
  if (found.state === "settled")
    return end(db, { quoteId: payment.quote_id, preimage: found.preimage, networkMsat: found.feeMsat, failure: null });
  const failed = (failure: string) => end(db, { quoteId: payment.quote_id, preimage: null, networkMsat: 0n, failure });
  if (found.state === "failed") return failed(found.why);
  if (payment.is_over) return failed("expired");
  // The node never heard of this hash: the call was not made yet. It is made with the same hash, which the node takes once.
  const read = await node.decode(payment.bolt11);
  const isOther = read.paymentHash !== payment.payment_hash || (read.msat > 0n && read.msat !== payment.msat);
  if (isOther) return failed("other_invoice");
  await node.pay({
    bolt11: payment.bolt11,
    msat: payment.msat,
    isAmountless: read.msat === 0n,
    maxFeeMsat: payment.network_units * 1000n,
  });
}

async function end(db: Ports["db"], ended: Parameters<typeof endPayment>[1]): Promise<void> {
  await db.tx(async (tx) => {
    const { outcome, user_id: userId, units, subject } = await endPayment(tx, ended);
    if (outcome === "known") return;
    const reason = outcome === "settled" ? "lightning_sent" : "lightning_returned";
    emitWalletEvent(tx, { userId, units, currency: "BTC", reason, subject, txid: null });
  });
}

/** Its balance and capacity; invoices whose time ends, which are looked up once more; and those that were paid inside, which it shall not take money for. */
export async function watchNode({ db, lightning }: Ports): Promise<void> {
  const node = lightning?.();
  if (!node) return;
  const books = await db.read(booksOfNode);
  const state = await node.state();
  await db.tx((tx) => noteNode(tx, { state, books, isReadUp: isReadUp(node, tx.now) }));
  const now = await db.read(async (tx) => tx.now);
  for (const { payment_hash } of await db.read((tx) => paidInsideHashes(tx, new Date(now.getTime() - ENDING_MS))))
    await cancel(node, payment_hash);
  const ending = await db.read((tx) => endingInvoices(tx, now, AT_ONCE));
  for (const { payment_hash } of ending) {
    if (payment_hash === null) continue;
    const settled = await node.settled(payment_hash);
    if (settled && !(await creditOne({ db }, settled))) return;
    if (!settled) await cancel(node, payment_hash);
  }
  await db.tx((tx) =>
    endInvoices(
      tx,
      ending.map(({ hash }) => hash),
    ),
  );
}

/** One that was settled meanwhile is credited all the same, and one that the node has lost cannot be paid. */
const cancel = (node: LightningNode, paymentHash: string) => node.cancelInvoice(paymentHash).catch(() => undefined);
