/** The process of the development Lightning nodes: `main.ts <folder>`, with the Bitcoin node's address and the secret in its environment. */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBitcoinFaucet } from "../bitcoin-faucet.ts";
import { openPair } from "./pair.ts";
import { READY_FILE } from "./start.ts";

const [folder = ""] = process.argv.slice(2);
const bitcoinUrl = process.env.LIGHTNING_BITCOIN_URL ?? "";
const secret = Buffer.from(process.env.LIGHTNING_SECRET ?? "", "hex");

const faucet = await openBitcoinFaucet({ url: bitcoinUrl, blockMs: 0 });
const pair = await openPair({
  ...{ bitcoinUrl, faucet, folder, secret },
  say: (text) => process.stderr.write(`${text}\n`),
  nowMs: () => Date.now(),
});
const file = join(folder, READY_FILE);
writeFileSync(`${file}.new`, JSON.stringify({ ours: pair.ours, outside: pair.outside, pid: process.pid }), {
  mode: 0o600,
});
renameSync(`${file}.new`, file);
process.on("SIGTERM", () => {
  pair.stop();
  process.exit(0);
});
