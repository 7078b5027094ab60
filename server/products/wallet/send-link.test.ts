// Guards: a link to the send page fills in what fits its coin; what does not is left out and named.
import assert from "node:assert/strict";
import { test } from "node:test";
import { testDb } from "../../testing/index.ts";
import { type AskedToSend, readSendLink } from "./send-outs/read-send-link.ts";

const { db, owner } = await testDb();
await owner.query(
  `insert into wallet_rails (chain, is_available, network, is_test, account_key)
   values ('bitcoin', true, 'regtest', true, 'key'), ('ethereum', true, '31337', true, 'key')`,
);

const BITCOIN = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080";
const ETHEREUM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TOKEN = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const BARE = { note: null, why: null };
const read = (asked: AskedToSend, code?: "BTC" | "ETH" | "USDT") => db.read((tx) => readSendLink(tx, { asked, code }));

test("coin, address and amount of a link are filled in, the address as it is written", async () => {
  assert.deepEqual(await read({ currency: "usdt", address: ` ${ETHEREUM.toLowerCase()} `, amount: "12.5" }), {
    code: "USDT",
    link: { address: ETHEREUM, amount: "12.5", unusable: [], ...BARE },
  });
  assert.deepEqual(await read({ address: BITCOIN.toUpperCase(), amount: "0.01" }, "BTC"), {
    code: "BTC",
    link: { address: BITCOIN, amount: "0.01", unusable: [], ...BARE },
  });
  assert.deepEqual(await read({ amount: "3" }, "ETH"), {
    code: "ETH",
    link: { address: null, amount: "3", unusable: [], ...BARE },
  });
});

test("a page that asks for nothing has no link, and bitcoin is the coin that nobody named", async () => {
  assert.deepEqual(await read({}), { code: "BTC", link: null });
  assert.deepEqual(await read({ currency: "", address: " ", amount: "" }, "ETH"), { code: "ETH", link: null });
  assert.deepEqual(await read({ currency: "ETH" }), { code: "ETH", link: null });
});

test("an address that is none of the coin's is left out", async () => {
  const wrong = ["nowhere", `${BITCOIN}q`, "x".repeat(900)];
  for (const address of wrong)
    assert.deepEqual(
      (await read({ address, amount: "1" }, "BTC")).link,
      { address: null, amount: "1", unusable: ["address"], ...BARE },
      address,
    );
  const burnt = { address: "0x000000000000000000000000000000000000dEaD" };
  assert.deepEqual((await read(burnt, "ETH")).link, { address: null, amount: null, unusable: ["address"], ...BARE });
});

test("an amount that is no number of the coin is left out", async () => {
  for (const amount of ["max", "-1", "1e3", "1,5", "0.123456789", "<b>1</b>", "1 2"])
    assert.deepEqual(
      (await read({ address: BITCOIN, amount }, "BTC")).link,
      { address: BITCOIN, amount: null, unusable: ["amount"], ...BARE },
      amount,
    );
});

test("what is asked for another coin than the page's, or for one that is none, fills in nothing", async () => {
  const nothing = { address: null, amount: null, unusable: ["currency"], ...BARE };
  assert.deepEqual(await read({ currency: "ETH", address: ETHEREUM, amount: "1" }, "BTC"), {
    code: "BTC",
    link: nothing,
  });
  assert.deepEqual(await read({ currency: "DOGE", address: BITCOIN, amount: "1" }), { code: "BTC", link: nothing });
});

test("while a chain is closed its addresses cannot be checked, so none is filled in", async () => {
  await owner.query("update wallet_rails set is_available = false, reason = 'a test' where chain = 'bitcoin'");
  assert.deepEqual((await read({ address: BITCOIN, amount: "1" }, "BTC")).link, {
    address: null,
    amount: "1",
    unusable: ["address"],
    ...BARE,
  });
});

test("an address of another network is left out with the name of that network", async () => {
  const rows = [
    ["BTC", ETHEREUM, "Ethereum"],
    ["BTC", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "Bitcoin"],
    ["USDT", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TRON"],
    ["USDT", "EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs", "TON"],
    ["USDT", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", "Solana"],
    ["ETH", "litecoin:LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1", "Litecoin"],
    ["ETH", `ethereum:${ETHEREUM}@137`, "Polygon"],
  ] as const;
  await owner.query("update wallet_rails set is_available = true where chain = 'bitcoin'");
  for (const [code, address, name] of rows)
    assert.deepEqual(
      (await read({ address }, code)).link,
      { address: null, amount: null, unusable: ["address"], note: null, why: { fault: "network", name } },
      address,
    );
});

test("a payment link fills in its coin, address, amount and note, and what it asks beyond that is named", async () => {
  await owner.query("update wallet_rails set is_available = true, token = $1 where chain = 'ethereum'", [TOKEN]);
  const uri = `bitcoin:${BITCOIN.toUpperCase()}?amount=0.25&label=Ana`;
  assert.deepEqual(await read({ address: uri }), {
    code: "BTC",
    link: { address: BITCOIN, amount: "0.25", unusable: [], note: "Ana", why: null },
  });
  assert.deepEqual((await read({ address: uri, amount: "0.3" }, "BTC")).link?.unusable, ["amount"]);
  const transfer = `ethereum:${TOKEN}@31337/transfer?address=${ETHEREUM}&uint256=2500000`;
  assert.deepEqual(await read({ address: transfer }), {
    code: "USDT",
    link: { address: ETHEREUM, amount: "2.5", unusable: [], ...BARE },
  });
  const faults = [
    ["BTC", `bitcoin:${BITCOIN}?req-pj=1`, { fault: "parameter", name: "req-pj" }],
    ["ETH", transfer, { fault: "coin", name: "USDT" }],
    ["USDT", `ethereum:${ETHEREUM}?value=1e18`, { fault: "coin", name: "ETH" }],
    ["BTC", `ethereum:${ETHEREUM}`, { fault: "coin", name: "ETH" }],
  ] as const;
  for (const [code, address, why] of faults) assert.deepEqual((await read({ address }, code)).link?.why, why, address);
});
