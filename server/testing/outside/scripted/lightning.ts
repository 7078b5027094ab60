/** A Lightning node that tests tell what to do, with real invoices and preimages. */
import { decode } from "light-bolt11-decoder";
import type { LightningNode, PaymentState, SettledInvoice } from "../../../platform/outside/chains/lightning-node.ts";
import { signedInvoice } from "../bolt11.ts";

export type ScriptedLightning = LightningNode & {
  /** Calls to pay that arrived, by hash. */
  readonly paid: string[];
  /** The next calls of this name throw. */
  fails: Set<keyof LightningNode>;
  /** What look-ups of a hash say; unknown before a call to pay, in flight after it. */
  readonly ends: Map<string, PaymentState>;
  /** Somebody pays an invoice; without `isTold` the stream says nothing. Its place among all that were. */
  settle(paymentHash: string, msat: bigint, isTold?: boolean): bigint;
  readonly canceled: Set<string>;
  /** What the balance is off by, in millisatoshi. */
  missingMsat: bigint;
  /** Ours in closed channels. */
  closingMsat: bigint;
  cut(): void;
};

const START_MSAT = 5_000_000_000n;

export function scriptedLightning(): ScriptedLightning {
  const settled: SettledInvoice[] = [];
  let hear: ((one: SettledInvoice) => void) | undefined;
  let end: (() => void) | undefined;
  const sent = new Map<string, bigint>();
  const fails = new Set<keyof LightningNode>();
  const doing = (name: keyof LightningNode) => {
    if (fails.has(name)) throw new Error(`the node does not ${name}`);
  };
  const node: ScriptedLightning = {
    paid: [],
    fails,
    ends: new Map(),
    canceled: new Set(),
    ...{ missingMsat: 0n, closingMsat: 0n },
    async createInvoice({ msat, memo, descriptionHash, expiresAt }) {
      doing("createInvoice");
      const at = Math.floor(expiresAt.getTime() / 1000) - 3600;
      return signedInvoice({ msat, memo, descriptionHash, at });
    },
    settled: async (hash) => settled.find(({ paymentHash }) => paymentHash === hash),
    followSettled(after, on, onEnd) {
      [hear, end] = [on, onEnd];
      for (const one of settled.filter(({ settleIndex }) => settleIndex > after)) on(one);
      return () => {
        hear = undefined;
      };
    },
    async cancelInvoice(hash) {
      node.canceled.add(hash);
    },
    decode: async (bolt11) => read(bolt11),
    async pay({ bolt11, msat }) {
      doing("pay");
      const { paymentHash: hash } = read(bolt11);
      node.paid.push(hash);
      if (!node.ends.has(hash)) node.ends.set(hash, { state: "in_flight" });
      sent.set(hash, msat);
    },
    async lookUpPayment(hash) {
      doing("lookUpPayment");
      return node.ends.get(hash) ?? { state: "unknown" };
    },
    async state() {
      doing("state");
      const received = settled.reduce((sum, { msat }) => sum + msat, 0n);
      const gone = goneOf(sent, node.ends);
      const localMsat = START_MSAT + received - gone - node.missingMsat - node.closingMsat;
      return {
        ...{ nodeId: "02".repeat(33), localMsat, remoteMsat: START_MSAT, inFlightMsat: 0n },
        ...{ payableMsat: localMsat - 50_000_000n, receivableMsat: START_MSAT, channels: 1 },
        ...{ closingMsat: node.closingMsat, channelList: [channelOf(localMsat)] },
      };
    },
    settle(paymentHash, msat, isTold = true) {
      const one = { paymentHash, msat, settleIndex: BigInt(settled.length + 1) };
      settled.push(one);
      if (isTold) hear?.(one);
      return one.settleIndex;
    },
    cut() {
      hear = undefined;
      end?.();
    },
  };
  return node;
}

const channelOf = (localMsat: bigint) => ({
  ...{ point: `${"ab".repeat(32)}:0`, partner: "03".repeat(33), capacityMsat: 2n * START_MSAT },
  ...{ localMsat, remoteMsat: START_MSAT, state: "active" as const },
});

function read(bolt11: string): { paymentHash: string; msat: bigint } {
  const { sections } = decode(bolt11);
  const said = (name: string) => {
    const found = sections.find((section) => section.name === name);
    return found && "value" in found ? String(found.value) : "";
  };
  return { paymentHash: said("payment_hash"), msat: BigInt(said("amount") || "0") };
}

/** What left or is on its way. */
function goneOf(sent: ReadonlyMap<string, bigint>, ends: ReadonlyMap<string, PaymentState>): bigint {
  return [...sent].reduce((sum, [hash, msat]) => {
    const end = ends.get(hash);
    if (end?.state === "failed") return sum;
    return sum + msat + (end?.state === "settled" ? end.feeMsat : 0n);
  }, 0n);
}
