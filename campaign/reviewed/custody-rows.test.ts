// Guards: which rows each statement of the wallet finds and changes, among rows of every state and on both sides of a bound.
// Surveys: ^server/(money/custody|products/wallet)/(.*-)?(rows|blocks)\.ts$
import { test } from "node:test";
import { aUser, testApp } from "../../server/testing/index.ts";
import * as addresses from "../../server/money/custody/address-rows.ts";
import { forgetBitcoinBlocks, takeBitcoinBlock } from "../../server/money/custody/bitcoin-blocks.ts";
import { forgetEthereumBlocks, takeEthereumBlock } from "../../server/money/custody/ethereum-blocks.ts";
import * as blocks from "../../server/money/custody/block-rows.ts";
import * as coins from "../../server/money/custody/coin-rows.ts";
import * as deposits from "../../server/money/custody/deposit-rows.ts";
import * as rails from "../../server/money/custody/rail-rows.ts";
import * as sendOuts from "../../server/money/custody/send-out-rows.ts";
import * as solvency from "../../server/money/custody/solvency-rows.ts";
import * as sweeps from "../../server/money/custody/sweep-rows.ts";
import * as making from "../../server/signer/address-rows.ts";
import * as balances from "../../server/products/wallet/balance-rows.ts";
import * as quotes from "../../server/products/wallet/send-out-rows.ts";
import { checkInvariants, LEDGER_CHECKS } from "../../server/money/ledger/index.ts";
import { WALLET_CHECKS } from "../../server/money/custody/index.ts";
import { PROOF_CHECKS } from "../../server/products/wallet/index.ts";
import { ago, seedCustody } from "./custody-seed.ts";
import { holds } from "./holds.ts";
import { rowTeller, shown } from "./row-teller.ts";

const app = await testApp();
const { db } = app;
const teller = rowTeller(db);
test("each statement finds and changes the rows that were reviewed", async () => {
  await db.tx(async (tx) => {
    for (const username of ["ada", "bob"]) await aUser(tx, { username, email: `${username}@example.org` });
  });
  await seedCustody(app);
  await coinRows();
  await depositRows();
  await sendOutRows();
  await theRest();
  holds("custody-rows", teller.lines);
});

async function coinRows(): Promise<void> {
  await teller.finds("free coins", (tx) => coins.freeCoins(tx));
  await teller.finds("free coins that are locked", (tx) => coins.freeCoins(tx, { lock: true }));
  const reserve = (...txids: string[]) =>
    teller.changes(`reserved: ${txids}`, (tx) =>
      coins.reserveCoins(
        tx,
        9n,
        txids.map((txid) => ({ txid, output_index: 0, units: 1n })),
      ),
    );
  await reserve("deposit at 17", "change at 20");
  await reserve("deposit at 17", "reserved at 10");
  await reserve("spent by nobody at 10");
  await teller.changes("coins above 18 are in no block", (tx) => coins.loosenCoins(tx, 18));
  await teller.changes("coins spent above 10 are not", (tx) => coins.unspendCoins(tx, 10));
  await teller.changes("reserved ones are free", (tx) => coins.freeReserved(tx, 3n));
  for (const height of [9, 10, 11])
    await teller.finds(`stolen up to ${height}`, async (tx) =>
      (await coins.stolenCoins(tx, height)).map(({ txid }) => txid).sort(),
    );
  const known = { txid: "deposit at 17", index: 0, units: 5n, isCoinbase: true, addressId: 2n };
  await teller.changes("a coin comes again", (tx) => coins.upsertCoin(tx, { ...known, height: null }));
  await teller.changes("in another block", (tx) => coins.upsertCoin(tx, { ...known, height: 30 }));
  await teller.changes("a new one", (tx) => coins.upsertCoin(tx, { ...known, txid: "new", height: null }));
  await teller.changes("coins are spent", (tx) =>
    coins.markSpent(
      tx,
      [
        { txid: "deposit at 17", outputIndex: 0, spentTxid: "s1" },
        { txid: "deposit at 18", outputIndex: 1, spentTxid: "s1" },
        { txid: "reserved at 10", outputIndex: 0, spentTxid: "s2" },
      ],
      40,
    ),
  );
}

async function depositRows(): Promise<void> {
  await teller.finds("open bitcoin deposits", (tx) => deposits.openBitcoinDeposits(tx));
  for (const final of [9, 10])
    await teller.finds(`open ether deposits at ${final}`, (tx) => deposits.openEthereumDeposits(tx, final));
  for (const chain of ["bitcoin", "ethereum"] as const)
    await teller.changes(`deposits of ${chain} above 10 are in no block`, (tx) =>
      deposits.loosenDeposits(tx, chain, 10),
    );
  const open = await db.read((tx) => deposits.openBitcoinDeposits(tx));
  const incoming = open.find(({ hash }) => hash === "incoming at 10");
  const credited = open.find(({ hash }) => hash === "credited at null");
  if (!incoming || !credited) throw new Error("there are no such deposits");
  await teller.changes("not credited in another round", (tx) => deposits.postCredit(tx, { ...incoming, round: 5 }));
  await teller.changes("credited", (tx) => deposits.postCredit(tx, incoming));
  await teller.changes("not credited twice", (tx) => deposits.postCredit(tx, credited));
  for (const status of ["incoming", "gone"] as const)
    await teller.changes(`taken back: ${status}`, (tx) => deposits.postTakenBack(tx, credited, status));
  await teller.changes("not taken back in another round", (tx) =>
    deposits.postTakenBack(tx, { ...credited, round: 5 }, "gone"),
  );
  await teller.changes("not taken back before it is credited", (tx) => deposits.postTakenBack(tx, incoming, "gone"));
  await teller.changes("gone", (tx) => deposits.markGone(tx, incoming));
  await teller.changes("what is credited does not go", (tx) => deposits.markGone(tx, credited));
  for (const id of [1n, 2n, 3n]) await teller.finds(`user ${id} is held`, (tx) => deposits.hasHold(tx, id));
  const bitcoin = { hash: "new", index: 0, units: 3n, isCoinbase: true, addressId: 1n };
  for (const txid of ["new", "gone at null", "credited at 10", "incoming at null"])
    for (const height of [null, 33])
      await teller.changes(`${txid} is seen at ${height}`, (tx) =>
        deposits.upsertBitcoinDeposit(tx, { ...bitcoin, txid, height, blockHash: height === null ? null : "h33" }),
      );
  const wei = { hash: "new", index: 0, currency: "ETH" as const, addressId: 6n, chainUnits: 9n, units: 3n };
  for (const txid of [
    "new",
    "gone at null of ether",
    "quarantined at 9 of ether",
    "credited at 9 of ether",
    "incoming at 9 of ether",
  ])
    for (const fault of [undefined, "it lies"])
      await teller.changes(`${txid} is in a block, ${fault ?? "and true"}`, (tx) =>
        deposits.upsertEthereumDeposit(tx, { ...wei, txid, fault }, { height: 33, hash: "h33" }),
      );
}

async function sendOutRows(): Promise<void> {
  for (const chain of ["bitcoin", "ethereum"] as const)
    await teller.finds(`to be planned for ${chain}`, (tx) => sendOuts.sendOutsToPlan(tx, chain));
  await teller.finds("a send-out by its hash", async (tx) => (await sendOuts.lockSendOutByHash(tx, "sent"))?.status);
  for (const status of ["confirming", "completed", "failed", "cancelled"] as const)
    await teller.changes(`it is ${status}`, (tx) =>
      sendOuts.updateSendOut(tx, 1n, { status, reason: status === "failed" ? "replaced" : null }),
    );
  await teller.finds("facts of one that is planned", (tx) =>
    sendOuts.findSendOutFacts(tx, { userId: 1n, hash: "planned" }),
  );
  await teller.finds("facts of one that is not", (tx) => sendOuts.findSendOutFacts(tx, { userId: 1n, hash: "due" }));
  await teller.finds(
    "facts of another's",
    async (tx) => (await sendOuts.findSendOutFacts(tx, { userId: 2n, hash: "due" })) ?? null,
  );
  for (const destination of [
    "bc1qaaaabbbbzzzz",
    "bc1qaaaabbbbZZZZ",
    "bc1qaaaaxxxxzzzz",
    "bc1qaaabbbbbzzzz",
    "bc1qaaaabbbbzzzy",
    "bc1qxxxxbbbbyyyy",
  ])
    for (const currency of ["BTC", "ETH"] as const)
      await teller.finds(`past use of ${destination} for ${currency}`, (tx) =>
        quotes.pastUseOf(tx, { userId: 1n, currency, destination }),
      );
  for (const userId of [1n, 2n])
    await teller.finds(`incoming of ${userId}`, async (tx) =>
      (await balances.incomingSums(tx, [userId])).map(shown).sort().join(),
    );
}

async function theRest(): Promise<void> {
  await teller.finds("to be swept", async (tx) =>
    (await sweeps.sweepable(tx))
      .map((row) => `${row.address} ${row.coin}`)
      .sort()
      .join(", "),
  );
  await teller.finds("gas under way", (tx) => sweeps.gasUnderway(tx));
  await teller.finds("what the chains hold", async (tx) => shown(await solvency.chainAssets(tx)));
  await teller.changes("bitcoin is closed", async (tx) => {
    await rails.upsertClosedRail(tx, { chain: "bitcoin", code: "no_answer", reason: "r" });
    return shown(await solvency.chainAssets(tx));
  });
  await teller.finds("measured ago", (tx) => solvency.measuredAgoMs(tx).then((ms) => Math.round(ms / 60_000)));
  await teller.changes("measured", (tx) =>
    solvency.saveAsset(tx, { currency: "ETH", units: 70n, leftUnits: 3n, coldUnits: 7n, height: 12 }),
  );
  for (const price of [5n, 6n])
    await teller.changes(`fees of ${price}`, (tx) => rails.saveFeePrice(tx, { chain: "bitcoin", price, tip: 2n }));
  for (const at of [ago(10 / 3600), ago(10.001 / 3600)])
    await teller.changes(`the same fees after some seconds`, async (tx) => {
      await tx.rows`update wallet_rails set fee_at = ${at} where chain = 'bitcoin'`;
      await rails.saveFeePrice(tx, { chain: "bitcoin", price: 5n, tip: 2n });
    });
  await teller.changes("another tip", (tx) => rails.saveFeePrice(tx, { chain: "bitcoin", price: 5n, tip: 3n }));
  await teller.changes("scanned", (tx) => rails.setScanned(tx, "bitcoin", 21));
  await teller.changes("scanned back", (tx) => rails.setScannedBack(tx, "bitcoin", 3));
  for (const above of [17, 19])
    await teller.changes(`ether back to ${above}`, (tx) => rails.setEthereumBack(tx, above));
  await teller.changes("final", (tx) => rails.setFinal(tx, "ethereum", 19));
  await teller.changes("blocks below 10 go", (tx) => blocks.deleteBlocksBelow(tx, "bitcoin", 10));
  await teller.changes("blocks above 10 go", (tx) => blocks.deleteBlocksAbove(tx, "ethereum", 10));
  await teller.finds("what does not hold", async (tx) => {
    const found = await checkInvariants(tx, [...LEDGER_CHECKS, ...WALLET_CHECKS, ...PROOF_CHECKS]);
    return ["I1", "I2", "I3", "I7", "I8", "I9", "I15"]
      .map((id) => found.filter((one) => one.invariant === id).length)
      .join();
  });
  await takenAndForgotten();
  await teller.finds("a hash", (tx) => blocks.hashAt(tx, "ethereum", 10));
  for (const [height, hash] of [
    [10, "b10"],
    [10, "b9"],
    [9, "b10"],
    [10, "e10"],
  ] as const)
    await teller.finds(`scanned ${height} ${hash}`, (tx) => blocks.isScanned(tx, "bitcoin", { height, hash }));
  await teller.finds("ours among", async (tx) =>
    [...(await addresses.ownAmong(tx, "bitcoin", ["of ada", "change", "hot", "nobody"])).keys()].sort().join(),
  );
  for (const [userId, currency] of [
    [1n, "BTC"],
    [1n, "ETH"],
    [2n, "BTC"],
    [2n, "ETH"],
  ] as const)
    await teller.finds(
      `the address of ${userId} for ${currency}`,
      async (tx) => (await addresses.addressOfUser(tx, { userId, currency }))?.address ?? null,
    );
  for (const currency of ["BTC", "ETH"] as const)
    await teller.finds(
      `the house's for ${currency}`,
      async (tx) => (await addresses.findHouseAddress(tx, currency))?.address ?? null,
    );
  for (const [branch, index] of [
    [1, 0],
    [0, 0],
    [1, 2],
    [0, 6],
  ] as const)
    await teller.finds(
      `ether at ${branch}/${index}`,
      async (tx) => (await addresses.findHotAddress(tx, { branch, index }))?.address ?? null,
    );
  await teller.finds("ether addresses that got something", async (tx) =>
    (await addresses.usedEthereumAddresses(tx)).map((row) => row.address).sort(),
  );
  for (const after of [0n, 3n])
    for (const chain of ["bitcoin", "ethereum"] as const)
      await teller.finds(`two of ${chain} after ${after}`, async (tx) =>
        (await addresses.addressesAfter(tx, { chain, after, most: 2 })).map((row) => row.address),
      );
  for (const chain of ["bitcoin", "ethereum"] as const)
    await teller.finds(`of ${chain}, with something that came`, async (tx) =>
      (await addresses.awaitedAddresses(tx, chain)).map((row) => row.address),
    );
  for (const sendOut of ["planned", "due"])
    await teller.finds(
      `change of ${sendOut}`,
      async (tx) => (await addresses.findChangeAddress(tx, sendOut))?.address ?? null,
    );
  await teller.finds("without the signer's word after the third", async (tx) =>
    (await making.olderAddresses(tx, { chain: "bitcoin", after: 3n, most: 5 })).map((row) => row.address),
  );
  await teller.changes("the signer's word for two", (tx) =>
    making.setAttestation(tx, [
      { id: 2n, attestation: "other" },
      { id: 3n, attestation: "word" },
    ]),
  );
  await teller.changes("indexes are taken", async (tx) => [
    await making.nextIndex(tx, { chain: "bitcoin", branch: 1 }),
    await making.nextIndex(tx, { chain: "bitcoin", branch: 1 }),
    await making.nextIndex(tx, { chain: "bitcoin", branch: 0 }),
    await making.nextIndex(tx, { chain: "ethereum", branch: 1 }),
  ]);
}

/** Blocks at the wrong place, and the right one; heights that were never read. */
async function takenAndForgotten(): Promise<void> {
  for (const [height, previous] of [
    [20, "b20"],
    [22, "b20"],
    [21, "b19"],
    [21, "b20"],
  ] as const)
    for (const chain of ["bitcoin", "ethereum"] as const)
      await teller.changes(`block ${height} of ${chain} after ${previous}`, async (tx) => {
        await blocks.insertBlock(tx, chain, { height: 20, hash: "b20" });
        const block = { height, hash: "new" };
        const nothing = { arrivals: [], departures: [], coldSpends: [], coldArrivals: [] };
        return chain === "bitcoin"
          ? takeBitcoinBlock(tx, { ...block, previousHash: previous, transactions: [] })
          : takeEthereumBlock(tx, { ...block, parentHash: previous, ...nothing });
      });
  for (const above of [12, 19, 20, 21]) {
    await teller.changes(`bitcoin above ${above} is forgotten`, (tx) => forgetBitcoinBlocks(tx, { above }));
    await teller.changes(`ether above ${above} is forgotten`, (tx) => forgetEthereumBlocks(tx, { above }));
  }
}
