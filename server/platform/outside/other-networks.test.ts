import assert from "node:assert/strict";
import { test } from "node:test";
import { ethereumChecksummed } from "./chains/chain-keys.ts";
import { networkOf } from "./other-networks.ts";

test("an address of another network is recognised by its form", () => {
  const rows: [string, string | undefined][] = [
    ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TRON"],
    ["EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs", "TON"],
    ["UQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_p0p", "TON"],
    [`0:${"b1".repeat(32)}`, "TON"],
    ["Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", "Solana"],
    ["ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9", "Litecoin"],
    ["LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1", "Litecoin"],
    ["DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "Dogecoin"],
    ["cosmos1vlthgax23ca9syk7xgaz347xmf4nunefw3cnv8", "Cosmos"],
    ["rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh", "XRP Ledger"],
    ["addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w", "Cardano"],
    ["qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "Bitcoin Cash"],
    ["lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq", "Lightning"],
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "Bitcoin"],
    ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Bitcoin"],
    ["tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "Bitcoin testnet"],
    ["0x8ba1f109551bD432803012645Ac136ddd64DBA72", "Ethereum"],
    ["nowhere", undefined],
    ["", undefined],
  ];
  for (const [text, network] of rows) assert.equal(networkOf(text), network, text);
});

test("an Ethereum address in capitals or lower case needs no checksum, one in both keeps its", () => {
  const right = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
  const digits = right.slice(2);
  for (const text of [
    right,
    right.toLowerCase(),
    `0x${digits.toUpperCase()}`,
    `0X${digits.toUpperCase()}`,
    `0X${digits}`,
  ])
    assert.equal(ethereumChecksummed(text), right, text);
  assert.equal(ethereumChecksummed("0x8Ba1f109551bD432803012645Ac136ddd64DBA72"), undefined);
  assert.equal(ethereumChecksummed(digits), undefined);
});
