// Guards: what the Lightning node does not say is not taken for a word of its.
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import type { AddressInfo } from "node:net";
import { openLnd } from "./lightning-node.ts";

test("a node that does not answer is no node that does not know", async () => {
  const dead = createServer((socket) => socket.destroy());
  await new Promise<void>((ready) => dead.listen(0, "127.0.0.1", ready));
  const { port } = dead.address() as AddressInfo;
  const node = openLnd({ socket: `localhost:${port}`, macaroon: "00", cert: undefined });
  await assert.rejects(node.lookUpPayment("11".repeat(32)), /the Lightning node/);
  await assert.rejects(node.settled("11".repeat(32)), /the Lightning node/);
  dead.close();
});
