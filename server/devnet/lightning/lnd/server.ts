/**
 * LND's gRPC, by its own protos, over a node of LDK: what the market speaks in production, it speaks in development. Only the calls that the
 * market and its tests make.
 */
import { timingSafeEqual } from "node:crypto";
import { createRequire } from "node:module";
import { join } from "node:path";
import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";
import type { LdkNode } from "../ldk-node.ts";
import { faultOf, grpcFault, type Handlers, type Streamed } from "../grpc-calls.ts";
import { invoicesOf } from "./invoices.ts";
import { paymentsOf } from "./payments.ts";

export type LndOptions = {
  readonly folder: string;
  readonly macaroon: string;
  readonly tls: { readonly key: string; readonly cert: string };
  readonly nowMs: () => number;
  readonly port?: number | undefined;
};

export async function serveLnd(node: LdkNode, { folder, macaroon, tls, nowMs, port = 0 }: LndOptions) {
  const invoices = invoicesOf(node, { folder, nowMs });
  const payments = paymentsOf(node, { folder, nowMs });
  const allows = allowerOf(macaroon);
  const unary = (handlers: Handlers) =>
    Object.fromEntries(
      Object.entries(handlers).map(([name, answer]) => [
        name,
        (call: grpc.ServerUnaryCall<object, object>, done: grpc.sendUnaryData<object>) => {
          try {
            allows(call.metadata);
            done(null, answer(call));
          } catch (error) {
            done(faultOf(error));
          }
        },
      ]),
    );
  // biome-ignore lint/suspicious/noExplicitAny: the shape of a request is that of its proto.
  const streaming = (begin: (stream: Streamed<any>) => void) => (stream: Streamed<object>) => {
    try {
      allows(stream.metadata);
      begin(stream);
    } catch (error) {
      stream.emit("error", faultOf(error));
    }
  };
  const server = new grpc.Server();
  server.addService(serviceOf("lightning.proto", "lnrpc", "Lightning"), {
    ...unary({ ...invoices.lightning, ...payments.lightning, ...stateOf(node) }),
    subscribeInvoices: streaming(invoices.subscribe),
  });
  server.addService(serviceOf("invoices.proto", "invoicesrpc", "Invoices"), {
    ...unary(invoices.invoices),
    subscribeSingleInvoice: streaming(invoices.subscribeOne),
  });
  server.addService(serviceOf("router.proto", "routerrpc", "Router"), {
    sendPaymentV2: streaming(payments.send),
    trackPaymentV2: streaming(payments.track),
  });
  const pair = { cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) };
  const bound = await new Promise<number>((ready, failed) => {
    server.bindAsync(`127.0.0.1:${port}`, grpc.ServerCredentials.createSsl(null, [pair]), (error, at) =>
      error ? failed(error) : ready(at),
    );
  });
  return {
    socket: `localhost:${bound}`,
    stop() {
      payments.stop();
      server.forceShutdown();
    },
  };
}

function allowerOf(macaroon: string): (metadata: grpc.Metadata) => void {
  const right = Buffer.from(macaroon);
  return (metadata) => {
    const given = Buffer.from(String(metadata.get("macaroon")[0] ?? ""));
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw grpcFault(grpc.status.UNAUTHENTICATED, "verification failed: signature mismatch after caveat verification");
  };
}

const PROTOS = join(createRequire(import.meta.url).resolve("lightning/package.json"), "../grpc/protos");

function serviceOf(file: string, group: string, name: string): grpc.ServiceDefinition {
  const options = { defaults: true, enums: String, keepCase: true, longs: String, includeDirs: [PROTOS] };
  const loaded = grpc.loadPackageDefinition(loader.loadSync(join(PROTOS, file), options));
  return (loaded[group] as Record<string, grpc.ServiceClientConstructor>)[name]?.service as grpc.ServiceDefinition;
}

function stateOf(node: LdkNode): Handlers {
  const amount = (msat: bigint) => ({ sat: String(msat / 1000n), msat: String(msat) });
  return {
    getInfo: () => ({
      ...{ identity_pubkey: node.id, alias: "parley-dev", color: "#000000", version: "0.18.5-beta facade over LDK" },
      ...{ block_height: node.height(), block_hash: "00".repeat(32), synced_to_chain: true, synced_to_graph: true },
      num_active_channels: node.channels().filter(({ isUsable }) => isUsable).length,
      chains: [{ chain: "bitcoin", network: "regtest" }],
    }),
    channelBalance: () => {
      const channels = node.channels();
      const sum = (of: "localMsat" | "remoteMsat") => channels.reduce((all, one) => all + one[of], 0n);
      const pending = channels.flatMap((one) => one.pending);
      const onItsWay = (isIncoming: boolean) =>
        pending.reduce((all, one) => (one.isIncoming === isIncoming ? all + one.msat : all), 0n);
      return {
        balance: String(sum("localMsat") / 1000n),
        local_balance: amount(sum("localMsat")),
        remote_balance: amount(sum("remoteMsat")),
        unsettled_local_balance: amount(onItsWay(false)),
        unsettled_remote_balance: amount(onItsWay(true)),
        pending_open_local_balance: amount(0n),
        pending_open_remote_balance: amount(0n),
      };
    },
    // LDK says what comes back from all of them together.
    pendingChannels: () => ({
      ...{ pending_open_channels: [], pending_closing_channels: [], pending_force_closing_channels: [] },
      total_limbo_balance: String(node.closingUnits()),
      waiting_close_channels:
        node.closingUnits() === 0n ? [] : [{ channel: CLOSED, limbo_balance: String(node.closingUnits()) }],
    }),
    listChannels: () => ({
      channels: node.channels().map((one, place) => ({
        ...{ active: one.isUsable, remote_pubkey: one.partner, channel_point: one.point, chan_id: String(place + 1) },
        ...{ capacity: String(one.capacityUnits), local_balance: String(one.localMsat / 1000n) },
        ...{ remote_balance: String(one.remoteMsat / 1000n), private: true, commitment_type: "STATIC_REMOTE_KEY" },
        local_chan_reserve_sat: String((one.localMsat - one.payableMsat) / 1000n),
        remote_chan_reserve_sat: String((one.remoteMsat - one.receivableMsat) / 1000n),
        ...{ local_constraints: CONSTRAINTS, remote_constraints: CONSTRAINTS },
        pending_htlcs: one.pending.map(({ hash, msat, until, isIncoming }) => ({
          ...{ incoming: isIncoming, amount: String(msat / 1000n), hash_lock: Buffer.from(hash, "hex") },
          ...{ expiration_height: until, htlc_index: "0", forwarding_channel: "0", forwarding_htlc_index: "0" },
        })),
      })),
    }),
  };
}

const CLOSED = {
  ...{ remote_node_pub: "00".repeat(33), channel_point: `${"00".repeat(32)}:0`, capacity: "0" },
  ...{ local_balance: "0", remote_balance: "0" },
};

const CONSTRAINTS = {
  csv_delay: 144,
  chan_reserve_sat: "0",
  dust_limit_sat: "354",
  max_pending_amt_msat: "0",
  min_htlc_msat: "1",
  max_accepted_htlcs: 50,
};
