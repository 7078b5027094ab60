/**
 * Two Lightning nodes of the development chain with a channel between them: ours, which the market speaks to as to LND, and the outside, where
 * deposits come from and payments go to. A market that starts again finds both, and their channel, as they were.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generate } from "selfsigned";
import { displayFromUnits } from "#contract/money/money.ts";
import { type BitcoinNode, openBitcoinNode } from "../../platform/outside/chains/bitcoin-node.ts";
import type { BitcoinFaucet } from "../../platform/outside/chains/chains.ts";
import { FAUCET_WALLET } from "../bitcoin-faucet.ts";
import { type LdkNode, openLdkNode } from "./ldk-node.ts";
import { bytesOf } from "./ldk.ts";
import { serveLnd } from "./lnd/server.ts";

export type LndAccess = {
  readonly socket: string;
  /** Hex. */
  readonly macaroon: string;
  /** Base64 of the PEM. */
  readonly cert: string;
};

export type LightningPair = {
  readonly ours: LndAccess;
  readonly outside: LndAccess;
  readonly nodes: { readonly ours: LdkNode; readonly outside: LdkNode };
  stop(): void;
};

export type PairOptions = {
  readonly bitcoinUrl: string;
  readonly faucet: BitcoinFaucet;
  readonly folder: string;
  /** 32 bytes: both nodes' keys come from it. */
  readonly secret: Uint8Array;
  readonly say: (text: string) => void;
  /** Unix milliseconds of the machine: nodes compare it with blocks. */
  readonly nowMs: () => number;
};

const CHANNEL_SATOSHI = 10_000_000n;
const WAIT_MS = 15_000;
const LOOK_MS = 500;

export async function openPair(options: PairOptions): Promise<LightningPair> {
  const { bitcoinUrl, folder, secret, say, nowMs } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const chain = openBitcoinNode({ url: bitcoinUrl });
  const tls = await certificateIn(folder);
  const open = (name: "ours" | "outside") =>
    openLdkNode({
      ...{ folder: join(folder, name), chain, say, nowMs: nowMs(), seed: secretOf(secret, name) },
      fund: (script, satoshi) => signedFunding(chain, bitcoinUrl, { script, satoshi }),
    });
  const [ours, outside] = [await open("ours"), await open("outside")];
  const stayConnected = await connect(ours, outside);
  if (ours.channels().length === 0) await openChannel({ ours, outside, chain, faucet: options.faucet });
  const serve = (node: LdkNode, name: "ours" | "outside") => {
    const macaroon = Buffer.from(secretOf(secret, `${name} macaroon`)).toString("hex");
    return serveLnd(node, { folder: join(folder, name), macaroon, tls, nowMs }).then((served) => ({
      ...served,
      access: { socket: served.socket, macaroon, cert: Buffer.from(tls.cert).toString("base64") },
    }));
  };
  const [first, second] = [await serve(ours, "ours"), await serve(outside, "outside")];
  return {
    ours: first.access,
    outside: second.access,
    nodes: { ours, outside },
    stop() {
      stayConnected.stop();
      for (const one of [first, second, ours, outside]) one.stop();
    },
  };
}

/** Again whenever the connection is lost: a busy machine answers LDK's pings too late. */
async function connect(ours: LdkNode, outside: LdkNode): Promise<{ stop(): void }> {
  const port = await outside.listen();
  await ours.connect(outside.id, port);
  let isTrying = false;
  const timer = setInterval(() => {
    if (isTrying || ours.isConnected(outside.id)) return;
    isTrying = true;
    void ours
      .connect(outside.id, port)
      .catch(() => undefined)
      .finally(() => {
        isTrying = false;
      });
  }, LOOK_MS);
  return { stop: () => clearInterval(timer) };
}

const secretOf = (secret: Uint8Array, name: string) =>
  new Uint8Array(createHash("sha256").update(secret).update(name).digest());

/** Half on each side. */
async function openChannel({
  ours,
  outside,
  chain,
  faucet,
}: Pick<LightningPair["nodes"], "ours" | "outside"> & {
  chain: BitcoinNode;
  faucet: BitcoinFaucet;
}): Promise<void> {
  // The faucet has coins from the first hundred blocks on.
  if ((await chain.height()) < 105) await faucet.mine(105);
  await ours.catchUp();
  await outside.catchUp();
  ours.open(outside.id, CHANNEL_SATOSHI, (CHANNEL_SATOSHI * 1000n) / 2n);
  await until(async () => ours.channels().some(({ point }) => point !== "") && (await chain.mempool()).length > 0);
  await faucet.mine(3);
  await until(async () => {
    await ours.catchUp();
    await outside.catchUp();
    return [ours, outside].every((node) => node.channels().some(({ isUsable }) => isUsable));
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const ends = performance.now() + WAIT_MS;
  while (!(await isSo())) {
    if (performance.now() > ends) throw new Error("the Lightning channel did not come up");
    await new Promise((next) => setTimeout(next, 20));
  }
}

/** From the faucet's wallet, whose coins it keeps apart until the node sends it. */
async function signedFunding(
  chain: BitcoinNode,
  url: string,
  { script, satoshi }: { script: Uint8Array; satoshi: bigint },
): Promise<Uint8Array> {
  const wallet = openBitcoinNode({ url: new URL(`/wallet/${FAUCET_WALLET}`, url).href });
  const { address } = await chain.call<{ address: string }>("decodescript", [Buffer.from(script).toString("hex")]);
  const amount = displayFromUnits(satoshi, 8);
  const bare = await wallet.call<string>("createrawtransaction", [[], [{ [address]: amount }]]);
  const funded = await wallet.call<{ hex: string }>("fundrawtransaction", [bare, { lockUnspents: true }]);
  const signed = await wallet.call<{ hex: string }>("signrawtransactionwithwallet", [funded.hex]);
  return bytesOf(signed.hex);
}

/** Made once: a client that keeps it finds it again. */
async function certificateIn(folder: string): Promise<{ key: string; cert: string }> {
  const file = join(folder, "tls.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as { key: string; cert: string };
  const made = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    extensions: [
      {
        name: "subjectAltName",
        altNames: [
          { type: 2, value: "localhost" },
          { type: 7, ip: "127.0.0.1" },
        ],
      },
    ],
  });
  const tls = { key: made.private, cert: made.cert };
  writeFileSync(file, JSON.stringify(tls), { mode: 0o600 });
  return tls;
}
