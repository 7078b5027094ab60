/**
 * A Lightning node for development and tests: LDK, its channels in files, and the chain from a Bitcoin node by JSON-RPC. No announced channels, no
 * watchtower, no sweeping of closed channels: never for real money.
 */
import type { BitcoinNode } from "../../platform/outside/chains/bitcoin-node.ts";
import { followChain } from "./follow-chain.ts";
import { bytesOf, hexOf, ldk, must, openLdk } from "./ldk.ts";
import { eventOf, type NodeEvent } from "./node-events.ts";
import { openNodeFolder } from "./node-state.ts";
import { openPeers } from "./peers.ts";
import { routingOf } from "./routing.ts";

/** Gives a signed transaction that pays so much to a script, and does not send it. */
export type Funding = (script: Uint8Array, satoshi: bigint) => Promise<Uint8Array>;

export type LdkOptions = {
  readonly folder: string;
  readonly chain: BitcoinNode;
  /** 32 bytes: the node's key. */
  readonly seed: Uint8Array;
  readonly fund: Funding;
  readonly say: (text: string) => void;
  /** Unix milliseconds. */
  readonly nowMs: number;
};

const TICK_MS = 20;
const FEE_PER_KILOWEIGHT = 500;
/** What a partner may choose: other nodes take fees for regtest that are high for a real chain. */
const HIGHEST_FEE_PER_KILOWEIGHT = 60_000;
const NETWORK = ldk.Network.LDKNetwork_Regtest;

export type LdkNode = Awaited<ReturnType<typeof openLdkNode>>;
export type ChannelState = {
  readonly point: string;
  readonly isUsable: boolean;
  readonly capacityUnits: bigint;
  readonly localMsat: bigint;
  readonly remoteMsat: bigint;
  /** What can go out and come in now, above the reserves. */
  readonly payableMsat: bigint;
  readonly receivableMsat: bigint;
  readonly partner: string;
  /** On their way in and out. */
  readonly pending: readonly {
    readonly hash: string;
    readonly msat: bigint;
    readonly until: number;
    readonly isIncoming: boolean;
  }[];
};

export async function openLdkNode(options: LdkOptions) {
  await openLdk();
  const parts = await partsOf(options);
  const { manager, monitor, chainHeight, unsaved } = parts;
  const listeners = new Set<(event: NodeEvent) => void>();
  const peers = openPeers(manager, parts, options.nowMs, () => tick());
  const handler = ldk.EventHandler.new_impl({
    handle_event(event) {
      answer(event);
      const said = eventOf(event);
      if (said) for (const hear of listeners) hear(said);
      return ldk.Result_NoneReplayEventZ.constructor_ok();
    },
  });
  let isStopped = false;
  function tick(): void {
    if (isStopped) return;
    do {
      peers.process();
      manager.as_EventsProvider().process_pending_events(handler);
      monitor.as_EventsProvider().process_pending_events(handler);
      save(parts);
      peers.process();
    } while (unsaved.length > 0);
  }
  function answer(event: ldk.Event): void {
    if (event instanceof ldk.Event_PendingHTLCsForwardable)
      setTimeout(() => {
        if (isStopped) return;
        manager.process_pending_htlc_forwards();
        tick();
      }, 5);
    if (event instanceof ldk.Event_FundingGenerationReady)
      void options.fund(event.output_script, event.channel_value_satoshis).then(
        (transaction) => {
          manager.funding_transaction_generated(event.temporary_channel_id, event.counterparty_node_id, transaction);
          tick();
        },
        (error: unknown) => options.say(`a channel was not funded: ${String(error)}`),
      );
  }
  const follower = await followChain(options.chain, { manager, monitor, height: chainHeight, tick });
  const timers = [
    setInterval(tick, TICK_MS),
    setInterval(() => void follower.catchUp().catch(() => undefined), 500),
    setInterval(() => peers.timerTick(), 10_000),
    setInterval(() => manager.timer_tick_occurred(), 60_000),
  ];
  return {
    id: hexOf(manager.get_our_node_id()),
    height: () => follower.height(),
    catchUp: () => follower.catchUp(),
    on: (hear: (event: NodeEvent) => void) => void listeners.add(hear),
    listen: peers.listen,
    connect: peers.connect,
    isConnected: peers.isConnected,
    ...paymentsOf(manager, tick),
    ...channelsOf(manager, monitor, tick),
    /** As a process that ends: nothing is written any more. */
    stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      peers.stop();
    },
  };
}

/** The node's file first: LDK closes a channel whose own file is newer. Then what waits for the channel's file goes on. */
function save({ manager, monitor, folder, unsaved }: Awaited<ReturnType<typeof partsOf>>): void {
  const needsSaving = manager.get_and_clear_needs_persistence();
  if (needsSaving || unsaved.length > 0) folder.saveManager(manager.write());
  for (const { name, bytes, point, updateId, isAwaited } of unsaved.splice(0)) {
    folder.saveMonitor(name, bytes);
    if (isAwaited) monitor.channel_monitor_updated(point, updateId);
  }
}

/** LDK's objects, from the files where there are some. */
async function partsOf({ folder: place, chain, seed, say, nowMs }: LdkOptions) {
  const folder = openNodeFolder(place);
  const fees = ldk.FeeEstimator.new_impl({
    get_est_sat_per_1000_weight: (target) =>
      target === ldk.ConfirmationTarget.LDKConfirmationTarget_MaximumFeeEstimate
        ? HIGHEST_FEE_PER_KILOWEIGHT
        : FEE_PER_KILOWEIGHT,
  });
  const logger = ldk.Logger.new_impl({
    log(record) {
      if (record.get_level() === ldk.Level.LDKLevel_Error) say(`${record.get_module_path()}: ${record.get_args()}`);
    },
  });
  const broadcaster = ldk.BroadcasterInterface.new_impl({
    broadcast_transactions(transactions) {
      for (const bytes of transactions)
        chain.broadcast(hexOf(bytes)).catch((error: unknown) => say(`not broadcast: ${String(error)}`));
    },
  });
  const unsaved: Unsaved[] = [];
  const { LDKChannelMonitorUpdateStatus_InProgress: later, LDKChannelMonitorUpdateStatus_Completed: done } =
    ldk.ChannelMonitorUpdateStatus;
  const persister = ldk.Persist.new_impl({
    persist_new_channel(_, monitor) {
      unsaved.push(unsavedOf(monitor, true));
      return later;
    },
    // Without an update it is news of the chain alone, which nothing waits for.
    update_persisted_channel(_, update: ldk.ChannelMonitorUpdate | null, monitor) {
      unsaved.push(unsavedOf(monitor, update !== null));
      return update === null ? done : later;
    },
    archive_persisted_channel() {},
  });
  const none = ldk.Option_FilterZ.constructor_none();
  const monitor = ldk.ChainMonitor.constructor_new(none, broadcaster, logger, fees, persister);
  const keys = ldk.KeysManager.constructor_new(seed, BigInt(Math.floor(nowMs / 1000)), (nowMs % 1000) * 1_000_000);
  const { router, messages, gossip } = routingOf(keys, logger);
  const shared = [
    fees,
    monitor.as_Watch(),
    broadcaster,
    router.as_Router(),
    messages.as_MessageRouter(),
    logger,
  ] as const;
  const opened = await openManager({ folder, keys, shared, chain, nowMs });
  for (const one of opened.monitors) monitor.as_Watch().watch_channel(one.get_funding_txo().get_a(), one);
  const { manager, chainHeight } = opened;
  return { folder, keys, logger, gossip, monitor, unsaved, manager, chainHeight };
}

/** What a channel's file has to say, before the partner learns anything of it. */
type Unsaved = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly point: ldk.OutPoint;
  readonly updateId: bigint;
  readonly isAwaited: boolean;
};

function unsavedOf(monitor: ldk.ChannelMonitor, isAwaited: boolean): Unsaved {
  const point = monitor.get_funding_txo().get_a();
  const txid = point.get_txid();
  return {
    name: `${hexOf(txid)}-${point.get_index()}`,
    bytes: monitor.write(),
    point: ldk.OutPoint.constructor_new(txid.slice(), point.get_index()),
    updateId: monitor.get_latest_update_id(),
    isAwaited,
  };
}

type Shared = readonly [
  ldk.FeeEstimator,
  ldk.Watch,
  ldk.BroadcasterInterface,
  ldk.Router,
  ldk.MessageRouter,
  ldk.Logger,
];
type Opening = Pick<LdkOptions, "chain" | "nowMs"> & {
  readonly folder: ReturnType<typeof openNodeFolder>;
  readonly keys: ldk.KeysManager;
  readonly shared: Shared;
};

/** From the files where there are some, else from the chain's tip. */
async function openManager({ folder, keys, shared, chain, nowMs }: Opening) {
  const known = folder.manager();
  const monitors = known ? folder.monitors(keys) : [];
  if (known) {
    const manager = must<ldk.TwoTuple_ThirtyTwoBytesChannelManagerZ>(
      ldk.UtilMethods.constructor_C2Tuple_ThirtyTwoBytesChannelManagerZ_read(
        known,
        keys.as_EntropySource(),
        keys.as_NodeSigner(),
        keys.as_SignerProvider(),
        ...shared,
        configuration(),
        monitors,
      ),
      "the file of the channels",
    ).get_b();
    const heights = [manager, ...monitors].map((one) => one.current_best_block().get_height());
    return { manager, monitors, chainHeight: Math.min(...heights) };
  }
  const chainHeight = await chain.height();
  const hash = await chain.blockHash(chainHeight);
  const best = ldk.BestBlock.constructor_new(bytesOf(hash ?? "").reverse(), chainHeight);
  const manager = ldk.ChannelManager.constructor_new(
    ...shared,
    keys.as_EntropySource(),
    keys.as_NodeSigner(),
    keys.as_SignerProvider(),
    configuration(),
    ldk.ChainParameters.constructor_new(NETWORK, best),
    Math.floor(nowMs / 1000),
  );
  return { manager, monitors, chainHeight };
}

/** Private channels that are ready after one block. */
function configuration(): ldk.UserConfig {
  const config = ldk.UserConfig.constructor_default();
  const handshake = config.get_channel_handshake_config();
  handshake.set_minimum_depth(1);
  config.set_channel_handshake_config(handshake);
  const limits = config.get_channel_handshake_limits();
  limits.set_force_announced_channel_preference(false);
  config.set_channel_handshake_limits(limits);
  return config;
}

type InvoiceAsked = {
  readonly msat: bigint;
  readonly memo: string;
  readonly seconds: number;
  readonly hash?: Uint8Array;
  /** SHA-256 of what the payer was shown, in the place of the memo. */
  readonly described?: Uint8Array;
};

function paymentsOf(manager: ldk.ChannelManager, tick: () => void) {
  const noAmount = ldk.Option_u64Z.constructor_none();
  const noDelta = ldk.Option_u16Z.constructor_none();
  return {
    /** BOLT 11. Of a hash that is given, the preimage is the caller's, who claims it. */
    invoice({ msat, memo, seconds, hash, described }: InvoiceAsked): string {
      const amount = msat === 0n ? noAmount : ldk.Option_u64Z.constructor_some(msat);
      const made = described
        ? ldk.UtilMethods.constructor_create_invoice_from_channelmanager_with_description_hash(
            ...([manager, amount, ldk.Sha256.constructor_from_bytes(described), seconds, noDelta] as const),
          )
        : hash
          ? ldk.UtilMethods.constructor_create_invoice_from_channelmanager_with_payment_hash(
              ...([manager, amount, memo, seconds, hash, noDelta] as const),
            )
          : ldk.UtilMethods.constructor_create_invoice_from_channelmanager(manager, amount, memo, seconds, noDelta);
      return must<ldk.Bolt11Invoice>(made, "an invoice").to_str();
    },
    read: (bolt11: string) => must<ldk.Bolt11Invoice>(ldk.Bolt11Invoice.constructor_from_str(bolt11), "an invoice"),
    /** Throws where the same hash is on its way already, or no way is known. */
    pay({ bolt11, msat, maxFeeMsat }: { bolt11: string; msat: bigint; maxFeeMsat: bigint }): void {
      const invoice = must<ldk.Bolt11Invoice>(ldk.Bolt11Invoice.constructor_from_str(bolt11), "an invoice");
      const said = invoice.amount_milli_satoshis() instanceof ldk.Option_u64Z_Some;
      const parameters = said
        ? ldk.UtilMethods.constructor_payment_parameters_from_invoice(invoice)
        : ldk.UtilMethods.constructor_payment_parameters_from_variable_amount_invoice(invoice, msat);
      const found = must<ldk.ThreeTuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZ>(parameters, "a payment");
      const route = found.get_c();
      route.set_max_total_routing_fee_msat(ldk.Option_u64Z.constructor_some(maxFeeMsat));
      const hash = found.get_a();
      const sent = manager.send_payment(hash, found.get_b(), hash, route, ldk.Retry.constructor_attempts(3));
      if (!sent.is_ok()) {
        const { err } = sent as unknown as { err: ldk.RetryableSendFailure };
        throw new Error(String(ldk.RetryableSendFailure[err]));
      }
      tick();
    },
    claim(preimage: Uint8Array): void {
      manager.claim_funds(preimage);
      tick();
    },
    refuse(hash: Uint8Array): void {
      manager.fail_htlc_backwards(hash);
      tick();
    },
    /** Of payments that the node still works on. */
    isOnItsWay: (hash: string): boolean =>
      manager
        .list_recent_payments()
        .some((one) => one instanceof ldk.RecentPaymentDetails_Pending && hexOf(one.payment_hash) === hash),
  };
}

const pendingOf = (htlc: ldk.InboundHTLCDetails | ldk.OutboundHTLCDetails, isIncoming: boolean) => ({
  ...{ hash: hexOf(htlc.get_payment_hash()), msat: htlc.get_amount_msat(), until: htlc.get_cltv_expiry(), isIncoming },
});

function channelsOf(manager: ldk.ChannelManager, monitor: ldk.ChainMonitor, tick: () => void) {
  const list = () => manager.list_channels();
  return {
    open(partner: string, satoshi: bigint, pushMsat: bigint): void {
      const user = 1n;
      must(manager.create_channel(bytesOf(partner), satoshi, pushMsat, user, nothing(), nothing()), "a channel");
      tick();
    },
    channels: (): ChannelState[] =>
      list().map((one) => {
        const point = one.get_funding_txo();
        const capacityUnits = one.get_channel_value_satoshis();
        // The reserve is ours as well: it cannot be paid with.
        const localMsat = one.get_outbound_capacity_msat() + reserveOf(one) * 1000n;
        return {
          point: point ? `${hexOf(point.get_txid().slice().reverse())}:${point.get_index()}` : "",
          isUsable: one.get_is_usable(),
          capacityUnits,
          localMsat,
          remoteMsat: capacityUnits * 1000n - localMsat,
          payableMsat: one.get_next_outbound_htlc_limit_msat(),
          receivableMsat: one.get_inbound_capacity_msat(),
          partner: hexOf(one.get_counterparty().get_node_id()),
          pending: [
            ...one.get_pending_inbound_htlcs().map((htlc) => pendingOf(htlc, true)),
            ...one.get_pending_outbound_htlcs().map((htlc) => pendingOf(htlc, false)),
          ],
        };
      }),
    /** Ours in closed channels, until it is back on the chain. */
    closingUnits: (): bigint =>
      monitor.get_claimable_balances(list()).reduce((sum, one) => sum + one.claimable_amount_satoshis(), 0n),
    /** Agreed with the partner, or alone with what the node has signed last. */
    close(how: "agreed" | "forced"): void {
      for (const one of list()) {
        const partner = one.get_counterparty().get_node_id();
        const closed =
          how === "agreed"
            ? manager.close_channel(one.get_channel_id(), partner)
            : manager.force_close_broadcasting_latest_txn(one.get_channel_id(), partner, "closed by its owner");
        must(closed, "the end of a channel");
      }
      tick();
    },
  };
}

const reserveOf = (channel: ldk.ChannelDetails): bigint => {
  const reserve = channel.get_unspendable_punishment_reserve();
  return reserve instanceof ldk.Option_u64Z_Some ? reserve.some : 0n;
};

/** LDK takes null for what is left to it, which its types do not say. */
const nothing = () => null as never;
