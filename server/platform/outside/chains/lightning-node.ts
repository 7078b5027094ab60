/** A Lightning node as the market uses it, and LND behind it, by gRPC with a macaroon that may make invoices and pay, and nothing else. */
import { setTimeout as pause } from "node:timers/promises";
import * as lnd from "lightning";

export type NodeInvoice = {
  readonly paymentHash: string;
  readonly bolt11: string;
};
export type SettledInvoice = {
  readonly paymentHash: string;
  readonly msat: bigint;
  /** Counts up with every invoice that is settled. */
  readonly settleIndex: bigint;
};
export type PaymentEnd =
  | { readonly state: "settled"; readonly preimage: string; readonly feeMsat: bigint }
  /** Definite: nothing of it is on its way, and nothing will be. */
  | { readonly state: "failed"; readonly why: PaymentFailure };
export type PaymentState = PaymentEnd | { readonly state: "in_flight" } | { readonly state: "unknown" };
export type PaymentFailure = "no_route" | "timeout" | "rejected" | "other";
export type NodeState = {
  readonly nodeId: string;
  readonly localMsat: bigint;
  readonly remoteMsat: bigint;
  /** Of payments that are on their way in channels, in either direction. */
  readonly inFlightMsat: bigint;
  /** The most that one payment can carry out and in now. */
  readonly payableMsat: bigint;
  readonly receivableMsat: bigint;
  readonly channels: number;
  /** Ours in channels that were closed, until it is back on the chain. */
  readonly closingMsat: bigint;
  readonly channelList: readonly NodeChannel[];
};
export type NodeChannel = {
  readonly point: string;
  readonly partner: string;
  readonly capacityMsat: bigint;
  readonly localMsat: bigint;
  readonly remoteMsat: bigint;
  readonly state: "active" | "inactive" | "closing";
};

export type LightningNode = {
  /** With the hash of a description in the place of the memo, where there is one. */
  createInvoice(asked: {
    msat: bigint;
    memo: string;
    descriptionHash: string | null;
    expiresAt: Date;
  }): Promise<NodeInvoice>;
  /** Undefined while it is not settled, or where the node does not know it. */
  settled(paymentHash: string): Promise<SettledInvoice | undefined>;
  /** Those after an index and every later one, until it is stopped; `onEnd` where the node does not say more. */
  followSettled(after: bigint, on: (settled: SettledInvoice) => void, onEnd: () => void): () => void;
  /** Nobody can pay it any more. One that is settled already stays so. */
  cancelInvoice(paymentHash: string): Promise<void>;
  /** What the invoice says, as the node reads it. */
  decode(bolt11: string): Promise<{ readonly paymentHash: string; readonly msat: bigint }>;
  /** Sends it on its way. A hash that is on its way or paid is refused by the node: look it up. */
  pay(asked: { bolt11: string; msat: bigint; isAmountless: boolean; maxFeeMsat: bigint }): Promise<void>;
  lookUpPayment(paymentHash: string): Promise<PaymentState>;
  state(): Promise<NodeState>;
};

export type LndAccess = {
  readonly socket: string;
  /** Hex. */
  readonly macaroon: string;
  /** Base64 of the PEM; absent where a public authority vouches for it. */
  readonly cert: string | undefined;
};

/** A look-up that hangs is a node that is away: what it would have said stays unknown. */
const ANSWER_MS = 10_000;
/** The node itself gives up a payment that finds no way in this time. */
const PATH_MS = 60_000;

export function openLnd({ socket, macaroon, cert }: LndAccess): LightningNode {
  const { lnd: client } = lnd.authenticatedLndGrpc({ socket, macaroon, ...(cert ? { cert } : {}) });
  return { ...invoicesOf(client), ...paymentsOf(client), state: () => stateOf(client) };
}

type Client = ReturnType<typeof lnd.authenticatedLndGrpc>["lnd"];

function invoicesOf(
  client: Client,
): Pick<LightningNode, "createInvoice" | "settled" | "followSettled" | "cancelInvoice"> {
  return {
    async createInvoice({ msat, memo, descriptionHash, expiresAt }) {
      const made = await inTime(
        lnd.createInvoice({
          lnd: client,
          ...(descriptionHash ? { description_hash: descriptionHash } : { description: memo }),
          expires_at: expiresAt.toISOString(),
          ...(msat > 0n ? { mtokens: String(msat) } : {}),
        }),
      );
      return { paymentHash: made.id, bolt11: made.request };
    },
    async settled(paymentHash) {
      const found = await inTime(lnd.getInvoice({ lnd: client, id: paymentHash })).catch(unlessMissing);
      return found?.is_confirmed ? settledOf(found) : undefined;
    },
    followSettled(after, on, onEnd) {
      const following = lnd.subscribeToInvoices({ lnd: client, confirmed_after: Number(after) });
      const hear = (invoice: Confirmed) => {
        if (invoice.is_confirmed) on(settledOf(invoice));
      };
      let isOver = false;
      const stop = () => {
        isOver = true;
        following.removeAllListeners();
        // A stream that ends without a listener would end the process.
        following.on("error", () => undefined);
      };
      following.on("invoice_updated", hear);
      // With a listener left, the client would begin anew for ever.
      following.on("error", () => {
        if (isOver) return;
        stop();
        onEnd();
      });
      return stop;
    },
    async cancelInvoice(paymentHash) {
      await inTime(lnd.cancelHodlInvoice({ lnd: client, id: paymentHash }));
    },
  };
}

function paymentsOf(client: Client): Pick<LightningNode, "decode" | "pay" | "lookUpPayment"> {
  return {
    async decode(bolt11) {
      const read = await inTime(lnd.decodePaymentRequest({ lnd: client, request: bolt11 }));
      return { paymentHash: read.id, msat: BigInt(read.mtokens) };
    },
    async pay({ bolt11, msat, isAmountless, maxFeeMsat }) {
      const paying = lnd.subscribeToPayViaRequest({
        lnd: client,
        request: bolt11,
        max_fee_mtokens: String(maxFeeMsat),
        pathfinding_timeout: PATH_MS,
        ...(isAmountless ? { mtokens: String(msat) } : {}),
      });
      // Its end is looked up; here only that the node has taken it, or why not.
      await new Promise<void>((taken) => {
        for (const event of ["confirmed", "failed", "paying", "error"] as const) paying.on(event, () => taken());
        void pause(ANSWER_MS, undefined, { ref: false }).then(taken);
      });
    },
    async lookUpPayment(paymentHash) {
      const found = await inTime(lnd.getPayment({ lnd: client, id: paymentHash })).catch(unlessMissing);
      if (!found) return { state: "unknown" };
      if (found.payment) {
        const { secret, fee_mtokens } = found.payment;
        return { state: "settled", preimage: secret, feeMsat: BigInt(fee_mtokens) };
      }
      return found.is_failed && found.failed
        ? { state: "failed", why: failureOf(found.failed) }
        : { state: "in_flight" };
    },
  };
}

async function stateOf(client: Client): Promise<NodeState> {
  const [info, balance, { channels: all }, { pending_channels: pending }] = await Promise.all([
    inTime(lnd.getWalletInfo({ lnd: client })),
    inTime(lnd.getChannelBalance({ lnd: client })),
    inTime(lnd.getChannels({ lnd: client })),
    inTime(lnd.getPendingChannels({ lnd: client })),
  ]);
  const active = all.filter((one) => one.is_active);
  const closing = pending.filter((one) => one.is_closing);
  const onTheirWay = all.flatMap(({ pending_payments }) => pending_payments.map(({ tokens }) => msatOf(tokens)));
  const most = (of: (channel: (typeof all)[number]) => number) => BigInt(Math.max(0, ...active.map(of))) * 1000n;
  return {
    nodeId: info.public_key,
    localMsat: BigInt(balance.channel_balance_mtokens ?? 0),
    remoteMsat: BigInt(balance.inbound_mtokens ?? 0),
    inFlightMsat: onTheirWay.reduce((sum, one) => sum + one, 0n),
    payableMsat: most((channel) => channel.local_balance - (channel.local_reserve ?? 0)),
    receivableMsat: most((channel) => channel.remote_balance - (channel.remote_reserve ?? 0)),
    channels: active.length,
    closingMsat: closing.reduce((sum, one) => sum + msatOf(one.pending_balance ?? 0), 0n),
    channelList: [
      ...all.map((one) => channelOf(one, one.is_active ? "active" : "inactive")),
      ...closing.map((one) => channelOf({ ...one, local_balance: one.pending_balance ?? 0 }, "closing")),
    ],
  };
}

type Listed = {
  readonly transaction_id: string;
  readonly transaction_vout: number;
  readonly partner_public_key: string;
  readonly capacity: number;
  readonly local_balance: number;
  readonly remote_balance: number;
};

const msatOf = (satoshi: number): bigint => BigInt(satoshi) * 1000n;

const channelOf = (one: Listed, state: NodeChannel["state"]): NodeChannel => ({
  point: `${one.transaction_id}:${one.transaction_vout}`,
  partner: one.partner_public_key,
  capacityMsat: msatOf(one.capacity),
  localMsat: msatOf(one.local_balance),
  remoteMsat: msatOf(one.remote_balance),
  state,
});

type Confirmed = {
  readonly id: string;
  readonly is_confirmed?: boolean | undefined;
  readonly received_mtokens: string;
  readonly confirmed_index?: number | undefined;
};

/** The index is in LND's answer, and missing in the types of its client. */
const settledOf = (invoice: object): SettledInvoice => {
  const { id, received_mtokens, confirmed_index = 0 } = invoice as Confirmed;
  return { paymentHash: id, msat: BigInt(received_mtokens), settleIndex: BigInt(confirmed_index) };
};

type Failed = {
  readonly is_route_not_found?: boolean;
  readonly is_insufficient_balance?: boolean;
  readonly is_pathfinding_timeout?: boolean;
  readonly is_invalid_payment?: boolean;
};

function failureOf(failed: Failed): PaymentFailure {
  if (failed.is_route_not_found || failed.is_insufficient_balance) return "no_route";
  if (failed.is_pathfinding_timeout) return "timeout";
  return failed.is_invalid_payment ? "rejected" : "other";
}

/** Nothing, where the node does not know what was asked for. */
function unlessMissing(error: unknown): undefined {
  const { cause } = error as { cause?: unknown };
  if (/SentPaymentNotFound|unable to locate invoice/.test(JSON.stringify(cause ?? ""))) return undefined;
  throw error;
}

/** The client rejects with a list: a number, a word, and what the node said. */
async function inTime<T>(asked: Promise<T>): Promise<T> {
  const late = new AbortController();
  const ended = pause(ANSWER_MS, undefined, { ref: false, signal: late.signal }).then(
    () => Promise.reject(new Error("the Lightning node does not answer")),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([asked, ended]);
  } catch (error) {
    throw Array.isArray(error)
      ? Object.assign(new Error(`the Lightning node: ${String(error[1])}`), { cause: error })
      : error;
  } finally {
    late.abort();
  }
}
