// Guards: what a node answers once, for a reason of its own, decides nothing about a deposit or a send-out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getAddress } from "viem";
import { NodeError } from "../../platform/outside/chains/bitcoin-node.ts";
import type { EthereumNode } from "../../platform/outside/chains/ethereum-node.ts";
import { scriptedWorld } from "../../testing/outside/scripted/world.ts";
import { houseAddress } from "./index.ts";

const PASSING = { code: -32_603, message: "internal error" };
const FAR = getAddress("0x000000000000000000000000000000000000bEEF");
const world = await scriptedWorld();
const { ethereum } = world;
await world.standStill("2026-10-01T12:00:00Z");

/** The next call of this method is answered with an error; calls that were asked so far are counted. */
function failOnce(method: keyof EthereumNode): { readonly hasFailed: () => boolean } {
  let failed = false;
  const node = new Proxy(ethereum.node, {
    get(target, name) {
      if (name !== method || failed) return Reflect.get(target, name);
      return async () => {
        failed = true;
        throw new NodeError(PASSING.code, PASSING.message);
      };
    },
  });
  const real = world.ports.chains?.ethereum;
  if (!real || "fault" in real) throw new Error("there is no chain");
  world.instead.ethereum = { ...real, node };
  return { hasFailed: () => failed };
}

test("a deposit of tokens is credited although the node did not return the balance at once", async () => {
  await world.scan();
  const ada = await world.person("ada");
  ethereum.giveTokens({ to: await world.addressOf(ada, "USDT"), units: 7_000_000n });
  ethereum.mine(3);
  const fault = failOnce("tokenBalance");
  await world.runJob("scan-ethereum").catch(() => undefined);
  assert.equal(fault.hasFailed(), true);
  await world.runJob("scan-ethereum");
  const { rows } = await world.owner.query("select status, fault from deposits where currency = 'USDT'");
  assert.deepEqual(rows, [{ status: "credited", fault: null }]);
});

test("a send-out of tokens waits while the node cannot estimate it, and leaves when it can", async () => {
  const { address } = await world.db.tx((tx) => houseAddress(tx, "USDT"));
  ethereum.giveTokens({ to: address, units: 100_000_000n });
  ethereum.giveWei(address, 10n ** 18n);
  ethereum.mine(3);
  await world.scan();
  const bob = await world.person("bob");
  await world.grant(`user:${bob.userId}:USDT:available`, "USDT", 50_000_000n);
  const made = await world.send(bob, "USDT", { address: FAR, amount: "40" });
  const status = async () =>
    (await world.owner.query("select status from send_outs where hash = $1", [made.data.id])).rows[0].status;
  const fault = failOnce("estimateGas");
  await world.runJob("pay-ethereum");
  assert.equal(fault.hasFailed(), true);
  assert.equal(await status(), "pending");
  await world.runJob("pay-ethereum");
  assert.equal(await status(), "broadcast");
});
