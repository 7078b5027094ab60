// Guards: which payments each statement finds and changes, among payments of every state and on both sides of a height.
// Surveys: ^server/money/custody/(payment|send-out)-rows\.ts$
import { test } from "node:test";
import { testApp } from "../../server/testing/index.ts";
import * as payments from "../../server/money/custody/payment-rows.ts";
import { ends, insert, seedCustody } from "./custody-seed.ts";
import { holds } from "./holds.ts";
import { rowTeller, shown } from "./row-teller.ts";

const app = await testApp();
const { db, owner } = app;
const teller = rowTeller(db);
type Row = Record<string, unknown>;

test("each statement finds and changes the payments that were reviewed", async () => {
  await seedCustody(app);
  await paymentRows();
  holds("payment-rows", teller.lines);
});

async function paymentRows(): Promise<void> {
  const idOf = async (subject: string): Promise<bigint> =>
    BigInt((await owner.query("select id from chain_payments where subject = $1", [subject])).rows[0].id);
  const plain = { plan: { chain: "bitcoin", inputs: [], outputs: [] }, from_address: null, nonce: null } as const;
  for (const chain of ["bitcoin", "ethereum"] as const) {
    const above = { chain, above: 10 };
    await teller.finds(`open payments of ${chain}`, (tx) => payments.openPayments(tx, chain));
    await teller.finds(`mined above 10 of ${chain}`, async (tx) => (await payments.minedAbove(tx, above)).length);
    await teller.finds(`returned above 10 of ${chain}`, (tx) => payments.returnedAbove(tx, above));
    await teller.finds(`signed among of ${chain}`, async (tx) => {
      const found = await payments.signedAmong(tx, chain, [
        "b broadcast",
        "b completed at 9",
        "e broadcast",
        "e pending",
      ]);
      return found.length;
    });
    await teller.changes(`conflicts above 10 of ${chain} are forgotten`, (tx) => payments.forgetConflicts(tx, above));
    await teller.changes(`stuck since above 10 of ${chain} is forgotten`, (tx) => payments.forgetStuck(tx, above));
    await teller.changes(`settled above 10 of ${chain} are in no block`, (tx) => payments.loosenSettled(tx, above));
  }
  const heights: [string, Row][] = [
    ["conflicted", { conflict_txid: "c", conflict_height: 10 }],
    ["conflicted", { conflict_txid: "c", conflict_height: 11 }],
    ["conflicted", { stuck_since_height: 10 }],
    ["conflicted", { stuck_since_height: 11 }],
    ["conflicted", { stuck_since_height: 11, conflict_txid: "c", conflict_height: 9 }],
    ["reverted", { block_height: 10, block_hash: "h" }],
    ["reverted", { block_height: 11, block_hash: "h" }],
  ];
  for (const [outcome, height] of heights) await givenBack(outcome, height);
  const [broadcast, pending, confirming, loose] = [
    await idOf("b broadcast"),
    await idOf("b pending"),
    await idOf("b confirming at 10"),
    await idOf("b completed in no block"),
  ];
  await teller.finds(
    "locked while it is broadcast",
    async (tx) => (await payments.lockPayment(tx, broadcast, "broadcast"))?.subject ?? null,
  );
  await teller.finds(
    "not locked while it is not",
    async (tx) => (await payments.lockPayment(tx, pending, "broadcast"))?.subject ?? null,
  );
  await teller.finds("its status", (tx) => payments.lockStatus(tx, pending));
  await teller.changes("a try is noted", (tx) => payments.noteTry(tx, broadcast));
  await teller.changes("it is taken once more", (tx) =>
    payments.noteAnswer(tx, broadcast, { isAccepted: true, fault: null }),
  );
  await teller.changes("it is refused", (tx) => payments.noteAnswer(tx, confirming, { isAccepted: false, fault: "f" }));
  await teller.changes("it is taken", (tx) => payments.noteAnswer(tx, confirming, { isAccepted: true, fault: null }));
  const update = (id: bigint, verb: payments.PaymentVerb, facts: payments.MoveFacts, status = "confirming" as const) =>
    teller.changes(`${verb} with ${shown(facts)}`, (tx) =>
      payments.updatePayment(tx, id, { verb, status, outcome: null, facts }),
    );
  await update(broadcast, "mine", { height: 12, hash: "h12" });
  await update(confirming, "unmine", {});
  await update(confirming, "settle", { feePaid: 77n });
  await teller.changes("cancelled", (tx) =>
    payments.updatePayment(tx, pending, { verb: "cancel", status: "cancelled", outcome: null, facts: { fault: "x" } }),
  );
  await teller.finds("kept bytes", (tx) => payments.keptBitcoinPayment(tx, "b broadcast"));
  await teller.finds(
    "no kept bytes of ether",
    async (tx) => (await payments.keptBitcoinPayment(tx, "e broadcast")) ?? null,
  );
  for (const from of ["F1", "hot", "nobody"])
    await teller.finds(`promised of ${from}`, (tx) => payments.promised(tx, from));
  await teller.changes("a conflict", (tx) =>
    payments.noteConflict(tx, { paymentId: broadcast, txid: "rival", height: 8 }),
  );
  await teller.changes("stuck", (tx) =>
    payments.setStuck(tx, broadcast, { kind: "unclear", why: "w".repeat(400), since: 7 }),
  );
  await teller.changes("stuck no more", async (tx) => payments.setStuck(tx, await idOf("b stuck since 9"), undefined));
  const block = { height: 30, hash: "h30" };
  await teller.changes("settled again among", (tx) =>
    payments.settleAgainAmong(
      tx,
      ["b completed in no block", "b completed at 9", "e completed in no block", "b broadcast"],
      block,
    ),
  );
  await teller.changes("settled again", (tx) => payments.settleAgain(tx, loose, block));
  await teller.changes("not settled again", async (tx) =>
    payments.settleAgain(tx, await idOf("b completed at 9"), block),
  );
  for (const txid of ["e gas that ended", "e a sweep sent", "e tokens", "e broadcast", "nothing"])
    await teller.finds(`own move ${txid}`, (tx) => payments.isOwnMove(tx, txid));
  for (const nonce of [0, 3, 9])
    await teller.finds(
      `number ${nonce} of F1`,
      async (tx) => (await payments.findByNonce(tx, { from: "F1", nonce }))?.status ?? null,
    );
  await teller.changes("a payment is planned", async (tx) => {
    const id = await payments.insertPayment(tx, {
      chain: "bitcoin",
      currency: "BTC",
      purpose: "send_out",
      subject: "new",
      ...plain,
    });
    return id !== undefined;
  });
  await teller.changes(
    "a second for the same is not",
    async (tx) =>
      (await payments.insertPayment(tx, {
        chain: "bitcoin",
        currency: "BTC",
        purpose: "send_out",
        subject: "planned",
        ...plain,
      })) === undefined,
  );
}

/** A sum that was given back, alone: whether that was on the word of a block above ten. */
async function givenBack(outcome: string, heights: Row): Promise<void> {
  const client = await owner.connect();
  await client.query("set session_replication_role = replica");
  await client.query("update chain_payments set block_height = 10 where subject like 'b reverted%'");
  await insert(
    client,
    "chain_payments",
    [ends("bitcoin", outcome, { ...heights })].map((row) => ({ ...row, subject: "given back", txid: "given back" })),
  );
  client.release(true);
  await teller.finds(
    `given back, ${outcome} ${shown(heights)}`,
    async (tx) => (await payments.returnedAbove(tx, { chain: "bitcoin", above: 10 })) ?? null,
  );
  await teller.changes("its conflict stays", (tx) => payments.forgetConflicts(tx, { chain: "bitcoin", above: 10 }));
  await teller.changes("and why it was stuck", (tx) => payments.forgetStuck(tx, { chain: "bitcoin", above: 10 }));
  await owner.query("delete from chain_payments where subject = 'given back'");
}
