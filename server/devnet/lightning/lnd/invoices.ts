/** LND's calls about invoices, over a node of LDK. */
import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { openLines } from "../kept-lines.ts";
import type { LdkNode } from "../ldk-node.ts";
import { bytesOf, hexOf } from "../ldk.ts";
import { type Asked, grpcFault, type Handlers, NOT_FOUND, type Streamed, UNKNOWN } from "../grpc-calls.ts";

type Invoice = {
  readonly hash: string;
  readonly bolt11: string;
  readonly memo: string;
  /** 0: the payer says how much. */
  readonly msat: string;
  readonly address: string;
  readonly createdAt: number;
  readonly expiry: number;
  readonly addIndex: number;
  readonly settleIndex: number;
  readonly settledAt: number;
  readonly state: "OPEN" | "ACCEPTED" | "SETTLED" | "CANCELED";
  readonly paidMsat: string;
  readonly preimage: string;
  /** Its preimage comes from the caller. */
  readonly isHeld: boolean;
};

type AddRequest = {
  memo: string;
  value: string;
  value_msat: string;
  expiry: string;
  r_preimage?: Buffer;
  hash?: Buffer;
  description_hash?: Buffer;
};

/** The invoices of a node in its file, and who follows them. */
type Kept = ReturnType<typeof keepInvoices>;

function keepInvoices(node: LdkNode, { folder, nowMs }: { folder: string; nowMs: () => number }) {
  const lines = openLines<Invoice>(join(folder, "invoices.jsonl"));
  const changes = new EventEmitter().setMaxListeners(0);
  const seconds = () => Math.floor(nowMs() / 1000);
  const change = (invoice: Invoice, to: Partial<Invoice>) => {
    const changed = lines.keep({ ...invoice, ...to });
    changes.emit("change", changed);
    return changed;
  };
  const newest = (of: "addIndex" | "settleIndex") => Math.max(0, ...lines.all().map((one) => one[of]));
  const isOver = (one: Invoice) => one.createdAt + one.expiry <= seconds();

  return { node, lines, changes, seconds, change, newest, isOver };
}

export function invoicesOf(node: LdkNode, options: { folder: string; nowMs: () => number }) {
  const kept = keepInvoices(node, options);
  settleWhatComes(kept);
  const { lines, changes } = kept;
  const follow = (stream: Streamed<unknown>, isMeant: (one: Invoice) => boolean) => {
    const write = (one: Invoice) => isMeant(one) && stream.write(shapeOf(one));
    changes.on("change", write);
    stream.on("cancelled", () => changes.off("change", write));
  };
  return {
    lightning: invoiceCalls(kept),
    invoices: holdCalls(kept),
    /** From the first that was settled after an index on. */
    subscribe(stream: Streamed<{ settle_index: string }>) {
      const after = Number(stream.request.settle_index);
      const missed = lines.all().filter(({ settleIndex }) => after > 0 && settleIndex > after);
      for (const one of missed.sort((a, b) => a.settleIndex - b.settleIndex)) stream.write(shapeOf(one));
      follow(stream, ({ state }) => state === "SETTLED");
    },
    subscribeOne(stream: Streamed<{ r_hash: Buffer }>) {
      const hash = hexOf(stream.request.r_hash);
      const now = lines.get(hash);
      if (now) stream.write(shapeOf(now));
      follow(stream, (one) => one.hash === hash);
    },
  };
}

/** Claims what is paid to an invoice, or holds it for its preimage. */
function settleWhatComes({ node, lines, change, newest, seconds, isOver }: Kept): void {
  node.on((event) => {
    if (event.kind !== "claimable" && event.kind !== "settled") return;
    const invoice = lines.get(event.hash);
    if (!invoice) return;
    if (event.kind === "settled") {
      if (invoice.state === "SETTLED") return;
      change(invoice, {
        state: "SETTLED",
        paidMsat: String(event.msat),
        settledAt: seconds(),
        settleIndex: newest("settleIndex") + 1,
      });
      return;
    }
    if (invoice.state === "CANCELED" || isOver(invoice)) node.refuse(bytesOf(invoice.hash));
    else if (invoice.isHeld) change(invoice, { state: "ACCEPTED", paidMsat: String(event.msat) });
    else if (event.preimage) {
      change(invoice, { preimage: hexOf(event.preimage) });
      node.claim(event.preimage);
    }
  });
}

function add(
  { node, lines, newest, seconds }: Kept,
  { memo, value, value_msat, expiry, r_preimage, hash, description_hash }: AddRequest,
): Invoice {
  const preimage = r_preimage?.length ? r_preimage : undefined;
  const given = hash?.length ? hash : preimage && createHash("sha256").update(preimage).digest();
  const msat = BigInt(value_msat) || BigInt(value) * 1000n;
  const life = Number(expiry) || 3600;
  const bolt11 = node.invoice({
    msat,
    memo,
    seconds: life,
    ...(given ? { hash: new Uint8Array(given) } : {}),
    ...(description_hash?.length ? { described: new Uint8Array(description_hash) } : {}),
  });
  const read = node.read(bolt11);
  return lines.keep({
    ...{ hash: hexOf(read.payment_hash()), bolt11, memo, msat: String(msat), address: hexOf(read.payment_secret()) },
    ...{ createdAt: seconds(), expiry: life, addIndex: newest("addIndex") + 1, settleIndex: 0, settledAt: 0 },
    ...{ state: "OPEN", paidMsat: "0", preimage: preimage ? hexOf(preimage) : "", isHeld: given !== undefined },
  });
}

const added = (one: Invoice) => ({
  r_hash: Buffer.from(one.hash, "hex"),
  payment_request: one.bolt11,
  add_index: String(one.addIndex),
  payment_addr: Buffer.from(one.address, "hex"),
});
const find = ({ lines }: Kept, hash: Buffer | undefined) => {
  const found = lines.get(hexOf(hash ?? new Uint8Array()));
  if (!found) throw grpcFault(NOT_FOUND, "unable to locate invoice");
  return found;
};

const invoiceCalls = (kept: Kept): Handlers => ({
  addInvoice: ({ request }: Asked<AddRequest>) => added(add(kept, request)),
  lookupInvoice: ({ request }: Asked<{ r_hash?: Buffer }>) => shapeOf(find(kept, request.r_hash)),
  listInvoices: ({ request }: Asked<{ index_offset: string; num_max_invoices: string; reversed: boolean }>) => {
    const from = Number(request.index_offset);
    const most = Number(request.num_max_invoices) || 100;
    const inOrder = kept.lines.all().sort((one, other) => one.addIndex - other.addIndex);
    const page = request.reversed
      ? inOrder.filter(({ addIndex }) => from === 0 || addIndex < from).slice(-most)
      : inOrder.filter(({ addIndex }) => addIndex > from).slice(0, most);
    return {
      invoices: page.map(shapeOf),
      first_index_offset: String(page.at(0)?.addIndex ?? 0),
      last_index_offset: String(page.at(-1)?.addIndex ?? 0),
    };
  },
});

const holdCalls = (kept: Kept): Handlers => {
  const { node, change } = kept;
  return {
    addHoldInvoice: ({ request }: Asked<AddRequest>) => added(add(kept, request)),
    settleInvoice({ request }: Asked<{ preimage: Buffer }>) {
      const one = find(kept, createHash("sha256").update(request.preimage).digest());
      if (one.state !== "ACCEPTED") throw grpcFault(UNKNOWN, "invoice still open");
      change(one, { preimage: hexOf(request.preimage) });
      node.claim(new Uint8Array(request.preimage));
      return {};
    },
    cancelInvoice({ request }: Asked<{ payment_hash: Buffer }>) {
      const one = find(kept, request.payment_hash);
      if (one.state === "SETTLED") throw grpcFault(UNKNOWN, "invoice already settled");
      if (one.state === "ACCEPTED") node.refuse(bytesOf(one.hash));
      change(one, { state: "CANCELED" });
      return {};
    },
    lookupInvoiceV2: ({ request }: Asked<{ payment_hash: Buffer }>) => shapeOf(find(kept, request.payment_hash)),
  };
};

const HTLC_STATES = { OPEN: "CANCELED", ACCEPTED: "ACCEPTED", SETTLED: "SETTLED", CANCELED: "CANCELED" } as const;

function shapeOf(one: Invoice): object {
  const htlc = {
    chan_id: "1",
    amt_msat: one.paidMsat,
    accept_height: 1,
    expiry_height: 200,
    accept_time: String(one.createdAt),
    resolve_time: String(one.settledAt),
    state: HTLC_STATES[one.state],
    mpp_total_amt_msat: one.paidMsat,
  };
  return {
    ...{ memo: one.memo, r_hash: Buffer.from(one.hash, "hex"), payment_request: one.bolt11, state: one.state },
    r_preimage: Buffer.from(one.state === "SETTLED" ? one.preimage : "", "hex"),
    ...{ value: String(BigInt(one.msat) / 1000n), value_msat: one.msat, settled: one.state === "SETTLED" },
    ...{ creation_date: String(one.createdAt), settle_date: String(one.settledAt), expiry: String(one.expiry) },
    ...{ add_index: String(one.addIndex), settle_index: String(one.settleIndex), cltv_expiry: "40" },
    amt_paid_sat: String(BigInt(one.paidMsat) / 1000n),
    amt_paid_msat: one.paidMsat,
    payment_addr: Buffer.from(one.address, "hex"),
    htlcs: one.paidMsat === "0" ? [] : [htlc],
  };
}
