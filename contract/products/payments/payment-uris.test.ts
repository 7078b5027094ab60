import assert from "node:assert/strict";
import { test } from "node:test";
import { bareAddress, readPaymentUri } from "./payment-uris.ts";
import { unifiedUri } from "./unified-uri.ts";

const BITCOIN = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ETHEREUM = "0x8ba1f109551bD432803012645Ac136ddd64DBA72";
const NOTHING = { chainId: null, token: null, amount: null, note: null };
const bitcoin = { kind: "payment", coin: "BTC", address: BITCOIN, ...NOTHING };
const ether = { kind: "payment", coin: "ETH", address: ETHEREUM, ...NOTHING };

test("a bitcoin link gives its address, amount and note, in capitals as in a QR code too", () => {
  assert.deepEqual(readPaymentUri(`bitcoin:${BITCOIN}`), bitcoin);
  assert.deepEqual(readPaymentUri(` Bitcoin://${BITCOIN} `), bitcoin);
  assert.deepEqual(
    readPaymentUri(`bitcoin:${BITCOIN}?amount=0.50000000&label=Ana%20B&message=Order+5&lightning=lnbc1`),
    {
      ...bitcoin,
      amount: "0.5",
      note: "Ana B · Order+5",
    },
  );
  const upper = readPaymentUri(`BITCOIN:${BITCOIN.toUpperCase()}?AMOUNT=20`);
  assert.deepEqual(upper, { ...bitcoin, address: BITCOIN.toUpperCase(), amount: "20" });
});

test("a parameter that must be understood is named, and an amount that is not a number is named", () => {
  assert.deepEqual(readPaymentUri(`bitcoin:${BITCOIN}?req-somethingyoudontunderstand=50&amount=1`), {
    kind: "unknown_parameter",
    name: "req-somethingyoudontunderstand",
  });
  assert.deepEqual(readPaymentUri(`bitcoin:${BITCOIN}?REQ-pj=1`), { kind: "unknown_parameter", name: "REQ-pj" });
  for (const text of [
    "bitcoin:",
    "bitcoin:?amount=1",
    `ethereum:${ETHEREUM}/approve?address=${ETHEREUM}`,
    `ethereum:${ETHEREUM}/transfer?uint256=1`,
  ])
    assert.deepEqual(readPaymentUri(text), { kind: "malformed" }, text);
  for (const [text, amount] of [
    [`bitcoin:${BITCOIN}?amount=1,5`, "1,5"],
    [`bitcoin:${BITCOIN}?amount=-1`, "-1"],
    [`bitcoin:${BITCOIN}?amount=${"9".repeat(60)}`, "9".repeat(40)],
    [`ethereum:${ETHEREUM}?value=1.5`, "1.5"],
  ] as const)
    assert.deepEqual(readPaymentUri(text), { kind: "bad_amount", amount }, text);
});

test("an Ethereum link gives the chain, the amount in ether, or the token with its receiver", () => {
  assert.deepEqual(readPaymentUri(`ethereum:${ETHEREUM}`), ether);
  assert.deepEqual(readPaymentUri(`ETHEREUM:pay-${ETHEREUM}@1?value=2.014e18&gas=21000`), {
    ...ether,
    chainId: "1",
    amount: "2.014",
  });
  assert.deepEqual(readPaymentUri(`ethereum:${ETHEREUM}?value=1`), { ...ether, amount: "0.000000000000000001" });
  const token = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
  assert.deepEqual(readPaymentUri(`ethereum:${token}@1/transfer?address=${ETHEREUM}&uint256=12.5e6`), {
    ...ether,
    coin: "USDT",
    chainId: "1",
    token,
    amount: "12.5",
  });
});

test("links of other networks are named, and an address or another scheme is no payment link", () => {
  for (const [text, network] of [
    ["litecoin:ltc1q", "Litecoin"],
    ["LIGHTNING:LNBC1", "Lightning"],
    ["ton://transfer/EQ", "TON"],
    ["solana:abc?amount=1", "Solana"],
  ] as const)
    assert.deepEqual(readPaymentUri(text), { kind: "other", network });
  for (const text of [BITCOIN, ETHEREUM, "https://example.com", "0:abc", ""])
    assert.equal(readPaymentUri(text), undefined);
});

test("spaces, line breaks and unseen characters are no part of an address", () => {
  assert.equal(bareAddress(`\u200b bc1qw508 d6qejxtdg4y5\n r3zarvary0c5xw7kv8f3t4\ufeff\u2069`), BITCOIN);
});

test("a request by both ways is a bitcoin link with an invoice, which reads as one", () => {
  const invoice = "lnbcrt100u1pjexample";
  const uri = unifiedUri({ uri: `bitcoin:${BITCOIN}`, amount: "0.0001", invoice });
  assert.equal(uri, `bitcoin:${BITCOIN}?amount=0.0001&lightning=${invoice}`);
  assert.deepEqual(readPaymentUri(uri), { ...bitcoin, amount: "0.0001" });
  assert.equal(
    unifiedUri({ uri: `bitcoin:${BITCOIN}`, amount: null, invoice }),
    `bitcoin:${BITCOIN}?lightning=${invoice}`,
  );
});
