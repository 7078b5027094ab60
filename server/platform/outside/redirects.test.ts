// Guards: a redirect in the answer of a node is not followed.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { openBitcoinNode } from "./chains/bitcoin-node.ts";
import { openEthereumNode } from "./chains/ethereum-node.ts";

let askedElsewhere = 0;
const elsewhere = createServer((_request, response) => {
  askedElsewhere += 1;
  response.end("[]");
});
const node = createServer((_request, response) => {
  response.writeHead(307, { location: `http://127.0.0.1:${portOf(elsewhere)}/` }).end();
});
const portOf = (server: typeof node) => (server.address() as AddressInfo).port;
for (const server of [elsewhere, node]) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
after(() => {
  node.close();
  elsewhere.close();
});

test("a node that sends its caller to another address is one that does not answer", async () => {
  const url = `http://user:password@127.0.0.1:${portOf(node)}`;
  await assert.rejects(openBitcoinNode({ url }).call("getblockcount"), { name: /NodeSilent|Error/ });
  await assert.rejects(openEthereumNode({ url: `http://127.0.0.1:${portOf(node)}` }).height());
  assert.equal(askedElsewhere, 0);
});
