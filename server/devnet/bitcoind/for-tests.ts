/** The bitcoind that tests run against. Where none can be had a run says so; under .ci/run that is a failure. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBitcoind, type BitcoindBinary, machineCache } from "./binary.ts";

let found: Promise<BitcoindBinary | undefined> | undefined;

/** Undefined where this machine cannot have one: the test then says `not run: no bitcoind`. Throws under PARLEY_CI. */
export function bitcoindForTests(): Promise<BitcoindBinary | undefined> {
  found ??= find();
  return found;
}

async function find(): Promise<BitcoindBinary | undefined> {
  const answer = await findBitcoind({
    path: process.env.BITCOIND,
    folders: [machineCache(), ".data/nodes", join(tmpdir(), `parley-nodes-${process.getuid?.() ?? 0}`)],
    mayFetch: true,
    say: (text) => process.stderr.write(`${text}\n`),
  });
  if (answer.found) return answer.binary;
  if (process.env.PARLEY_CI) throw new Error(answer.reason);
  process.stdout.write("not run: no bitcoind\n");
  return undefined;
}
