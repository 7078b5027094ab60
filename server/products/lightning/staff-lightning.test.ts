// Guards: administrators see the node against the books; a balance that fell is accepted by two of them, as it is then, and by nobody else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeByStaff, confirmStaffChange, getStaffDesk } from "#contract/staff/staff.ts";
import { getStaffLightning } from "#contract/staff/lightning.ts";
import { testApp } from "../../testing/index.ts";
import { aNamedUser } from "../../testing/people/restrictions.ts";
import { scriptedLightning } from "../../testing/outside/scripted/lightning.ts";
import { checkBooks } from "../../staff/console/index.ts";

const node = scriptedLightning();
const app = await testApp({ config: { demo: true }, lightning: node });
const [ada, ben, mia] = [
  await aNamedUser(app, "admin"),
  await aNamedUser(app, "admin"),
  await aNamedUser(app, "moderator"),
];
const REASON = "The channel with the partner was closed";

const seen = async () => (await ada.client.call(getStaffLightning)).data;
const found = async () => (await checkBooks(app.ownerPorts)).map(({ invariant }) => invariant);
/** Twice: a loss counts once it is seen again. */
async function look(): Promise<void> {
  for (let looks = 0; looks < 2; looks += 1) await app.runJob("watch-lightning-node");
}
const accept = (id: string) => ({ kind: "accept_lightning", id }) as const;
const propose = (id: string) => ada.client.call(changeByStaff, { body: { change: accept(id), reason: REASON } });
async function confirm({ client }: typeof ada, id: string) {
  const { data } = await ada.client.call(getStaffDesk);
  await app.prove(client.token, accept(id));
  return client.call(confirmStaffChange, { body: { id: data.waiting.at(-1)?.id ?? "" } });
}

test("administrators see the node, its channels and the books, and others do not", async () => {
  assert.deepEqual(await seen(), {
    node: null,
    books: null,
    halts: [
      { name: "lightning_out", reason: null, since: null },
      { name: "lightning_in", reason: null, since: null },
    ],
  });
  await look();
  const { node: shown, books } = await seen();
  assert.deepEqual([shown?.local, shown?.remote, shown?.closing, shown?.isHere], ["0.05", "0.05", "0", true]);
  assert.deepEqual(
    shown?.channels.map(({ point, capacity, local, state }) => [point.slice(-3), capacity, local, state]),
    [["b:0", "0.1", "0.05", "active"]],
  );
  assert.deepEqual([books?.own, books?.expected, books?.missing, books?.acceptable], ["0.05", "0.05", "0", null]);
  assert.equal((await mia.client.call(getStaffLightning)).code, "auth.forbidden");
});

test("what comes back from a closed channel is counted until it is on the chain", async () => {
  await look();
  node.closingMsat = 3_000_000_000n;
  await look();
  const { node: shown, books } = await seen();
  assert.deepEqual([shown?.local, shown?.closing, books?.own, books?.missing], ["0.02", "0.03", "0.05", "0"]);
  assert.deepEqual(await found(), []);
});

test("a balance that fell is accepted by two administrators with a reason, as it is then, and sending can go on", async () => {
  node.closingMsat = 0n;
  await look();
  node.missingMsat = 3_000_000_000n;
  await look();
  assert.deepEqual(await found(), ["L1"]);
  const fallen = await seen();
  assert.deepEqual([fallen.books?.missing, fallen.books?.acceptable], ["0.03", "2000000"]);
  assert.match(fallen.halts[0]?.reason ?? "", /L1/);
  // Another balance than the node's is nothing to accept.
  assert.equal((await app.prove(ada.client.token, accept("5000000")))?.outcome, "nothing");
  assert.equal((await app.prove(ada.client.token, accept("1900000")))?.outcome, "nothing");
  assert.equal((await app.prove(mia.client.token, accept("2000000")))?.outcome, "nothing");
  assert.equal((await propose("2000000")).data?.isDone, false);
  assert.deepEqual(await found(), ["L1"]);
  assert.equal((await confirm(ada, "2000000")).code, "staff.second_person");
  // It fell further meanwhile: what was proposed is not what would be accepted.
  node.missingMsat += 10_000_000n;
  await look();
  assert.equal((await confirm(ben, "2000000")).code, "staff.change_over");
  node.missingMsat -= 10_000_000n;
  await look();
  assert.equal((await confirm(ben, "2000000")).code, "");
  assert.deepEqual(await found(), []);
  const { books } = await seen();
  assert.deepEqual([books?.own, books?.expected, books?.missing, books?.acceptable], ["0.02", "0.02", "0", null]);
  const { rows } = await app.owner.query("select act, reason from staff_acts where act like 'lightning.%' order by id");
  assert.deepEqual(
    rows.map(({ act, reason }) => [act, reason]),
    [
      ["lightning.accept.propose", REASON],
      ["lightning.accept", REASON],
    ],
  );
  // From here on less is missing again.
  node.missingMsat += 2_000_000n;
  await look();
  assert.deepEqual(await found(), ["L1"]);
});
