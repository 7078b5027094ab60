/** A market between whose Lightning node and somebody else's there is a channel. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pairForTests } from "../server/devnet/lightning/pair-for-tests.ts";
import { openLnd } from "../server/platform/outside/chains/lightning-node.ts";
import { afterTests } from "../server/testing/after-tests.ts";
import { openMarket } from "./market.ts";

/** `nodes` is undefined where this machine cannot have a bitcoind. */
export async function lightningMarket() {
  const folder = mkdtempSync(join(tmpdir(), "parley-lightning-"));
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  afterTests(async () => {
    for (const close of closing.reverse()) await close();
  });
  const opened = await pairForTests(folder);
  if (!opened) return { nodes: undefined, market: await openMarket() };
  closing.push(() => opened.stop());
  const { ours, outside } = opened.pair;
  const nodes = { ours: openLnd(ours), outside: openLnd(outside) };
  return { nodes: { ...nodes, stop: () => opened.pair.stop() }, market: await openMarket({ lightning: nodes }) };
}
