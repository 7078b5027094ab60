/** LND's calls about payments, over a node of LDK. */
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { decode } from "light-bolt11-decoder";
import { openLines } from "../kept-lines.ts";
import type { LdkNode } from "../ldk-node.ts";
import { hexOf, ldk } from "../ldk.ts";
import { ALREADY_EXISTS, type Asked, grpcFault, type Handlers, NOT_FOUND, type Streamed } from "../grpc-calls.ts";

type Payment = {
  readonly hash: string;
  readonly bolt11: string;
  readonly msat: string;
  readonly feeMsat: string;
  readonly index: number;
  readonly createdMs: number;
  readonly status: "IN_FLIGHT" | "SUCCEEDED" | "FAILED";
  readonly preimage: string;
  readonly reason: string;
  readonly payee: string;
};

type SendRequest = {
  payment_request: string;
  amt: string;
  amt_msat: string;
  fee_limit_sat: string;
  fee_limit_msat: string;
};

/** After a start, LDK says within this time how the payments ended that were on their way. */
const SETTLED_IN_MS = 3000;

type Options = { readonly folder: string; readonly nowMs: () => number };
type Kept = ReturnType<typeof keepPayments>;

function keepPayments({ folder }: Options) {
  const lines = openLines<Payment>(join(folder, "payments.jsonl"));
  const changes = new EventEmitter().setMaxListeners(0);
  const change = (payment: Payment, to: Partial<Payment>) => {
    const changed = lines.keep({ ...payment, ...to });
    changes.emit(payment.hash, changed);
  };
  /** What there is and every change until its end. */
  function follow(stream: Streamed<unknown>, hash: string): void {
    const write = (payment: Payment) => {
      stream.write(shapeOf(payment));
      if (payment.status === "IN_FLIGHT") return;
      changes.off(hash, write);
      stream.end();
    };
    changes.on(hash, write);
    stream.on("cancelled", () => changes.off(hash, write));
    const now = lines.get(hash);
    if (now) write(now);
  }

  return { lines, change, follow };
}

export function paymentsOf(node: LdkNode, options: Options) {
  const kept = keepPayments(options);
  const { lines, change, follow } = kept;
  const { nowMs } = options;
  node.on((event) => {
    if (event.kind !== "sent" && event.kind !== "failed") return;
    const payment = lines.get(event.hash);
    if (payment?.status !== "IN_FLIGHT") return;
    if (event.kind === "sent")
      change(payment, { status: "SUCCEEDED", preimage: event.preimage, feeMsat: String(event.feeMsat) });
    else change(payment, { status: "FAILED", reason: `FAILURE_REASON_${event.reason}` });
  });
  const lost = setTimeout(() => {
    for (const payment of lines.all())
      if (
        payment.status === "IN_FLIGHT" &&
        payment.createdMs < nowMs() - SETTLED_IN_MS &&
        !node.isOnItsWay(payment.hash)
      )
        change(payment, { status: "FAILED", reason: "FAILURE_REASON_ERROR" });
  }, SETTLED_IN_MS);

  return {
    lightning: {
      decodePayReq: ({ request }: Asked<{ pay_req: string }>) => decoded(node, request.pay_req),
    } as Handlers,
    send: (stream: Streamed<SendRequest>) => send({ ...kept, node, nowMs }, stream),
    track(stream: Streamed<{ payment_hash: Buffer }>) {
      const hash = hexOf(stream.request.payment_hash);
      if (!lines.get(hash)) throw grpcFault(NOT_FOUND, "payment isn't initiated");
      follow(stream, hash);
    },
    stop: () => clearTimeout(lost),
  };
}

function send(
  { node, nowMs, lines, change, follow }: Kept & { node: LdkNode; nowMs: () => number },
  stream: Streamed<SendRequest>,
): void {
  const { payment_request: bolt11, amt, amt_msat, fee_limit_sat, fee_limit_msat } = stream.request;
  const invoice = node.read(bolt11);
  const hash = hexOf(invoice.payment_hash());
  const known = lines.get(hash);
  if (known && known.status !== "FAILED")
    throw grpcFault(
      ALREADY_EXISTS,
      known.status === "SUCCEEDED" ? "invoice is already paid" : "payment is in transition",
    );
  const msat = amountOf(invoice) || BigInt(amt_msat) || BigInt(amt) * 1000n;
  const maxFeeMsat = BigInt(fee_limit_msat) || BigInt(fee_limit_sat) * 1000n;
  lines.keep({
    ...{
      hash,
      bolt11,
      msat: String(msat),
      feeMsat: "0",
      index: 1 + Math.max(0, ...lines.all().map((one) => one.index)),
    },
    ...{ createdMs: nowMs(), status: "IN_FLIGHT", preimage: "", reason: "FAILURE_REASON_NONE" },
    payee: hexOf(invoice.recover_payee_pub_key()),
  });
  follow(stream, hash);
  try {
    node.pay({ bolt11, msat, maxFeeMsat });
  } catch (error) {
    const payment = lines.get(hash);
    const reason = error instanceof Error && error.message.endsWith("RouteNotFound") ? "NO_ROUTE" : "ERROR";
    if (payment) change(payment, { status: "FAILED", reason: `FAILURE_REASON_${reason}` });
  }
}

function decoded(node: LdkNode, bolt11: string): object {
  const invoice = node.read(bolt11);
  const msat = amountOf(invoice);
  const said = decode(bolt11).sections.find(({ name }) => name === "description");
  return {
    destination: hexOf(invoice.recover_payee_pub_key()),
    payment_hash: hexOf(invoice.payment_hash()),
    num_satoshis: String(msat / 1000n),
    num_msat: String(msat),
    timestamp: String(invoice.duration_since_epoch()),
    expiry: String(invoice.expiry_time()),
    description: said && "value" in said ? String(said.value) : "",
    cltv_expiry: String(invoice.min_final_cltv_expiry_delta()),
    payment_addr: Buffer.from(invoice.payment_secret()),
  };
}

const amountOf = (invoice: ldk.Bolt11Invoice): bigint => {
  const amount = invoice.amount_milli_satoshis();
  return amount instanceof ldk.Option_u64Z_Some ? amount.some : 0n;
};

function shapeOf(one: Payment): object {
  const [satoshi, feeSatoshi] = [BigInt(one.msat) / 1000n, BigInt(one.feeMsat) / 1000n];
  const at = String(BigInt(one.createdMs) * 1_000_000n);
  const hop = {
    ...{ chan_id: "1", chan_capacity: "1", expiry: 200, pub_key: one.payee, tlv_payload: true },
    ...{ amt_to_forward: String(satoshi), amt_to_forward_msat: one.msat, fee: "0", fee_msat: "0" },
  };
  const route = {
    ...{ total_time_lock: 200, total_fees: String(feeSatoshi), total_fees_msat: one.feeMsat, hops: [hop] },
    ...{ total_amt: String(satoshi), total_amt_msat: one.msat },
  };
  return {
    ...{ payment_hash: one.hash, payment_request: one.bolt11, status: one.status, payment_index: String(one.index) },
    ...{ value_msat: one.msat, value_sat: String(satoshi), fee_msat: one.feeMsat, fee_sat: String(feeSatoshi) },
    ...{ creation_date: String(Math.floor(one.createdMs / 1000)), creation_time_ns: at },
    payment_preimage: one.preimage || "0".repeat(64),
    failure_reason: one.reason,
    htlcs:
      one.status === "FAILED"
        ? []
        : [{ status: one.status, attempt_id: "1", attempt_time_ns: at, resolve_time_ns: at, route }],
  };
}
