// Guards: a transaction on a main network leads to a public page about itself; one of play money leads nowhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explorerUrl } from "./explorers.ts";

const txid = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";

test("a transaction on a main network has a page at the explorer of its chain", () => {
  assert.equal(explorerUrl({ currency: "BTC", network: "main", txid }), `https://mempool.space/tx/${txid}`);
  assert.equal(explorerUrl({ currency: "ETH", network: "1", txid }), `https://etherscan.io/tx/${txid}`);
  assert.equal(explorerUrl({ currency: "USDT", network: "1", txid }), `https://etherscan.io/tx/${txid}`);
});

test("play money has no page, nor has what was not sent yet", () => {
  for (const network of ["regtest", "test", "signet", "", null])
    assert.equal(explorerUrl({ currency: "BTC", network, txid }), null);
  for (const network of ["31337", "11155111", "17000", "main", null])
    assert.equal(explorerUrl({ currency: "ETH", network, txid }), null);
  assert.equal(explorerUrl({ currency: "BTC", network: "main", txid: null }), null);
});
