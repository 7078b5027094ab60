// Guards: nobody gets a name that looks like another user's or like one of the staff's, at registration or later.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as accounts from "#contract/people/accounts.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import { aPerson, aUser, TEST_PASSWORD, testApp } from "../../testing/index.ts";

const app = await testApp();
const { client, db, owner } = app;

let serial = 0;
const registers = async (username: string) => {
  const body = {
    email: `named${serial++}@example.org`,
    password: TEST_PASSWORD,
    username,
  };
  // Each from a network of its own: so many codes are not sent for one.
  return (await client("", `203.0.113.${serial % 250}`).call(auth.register, { body })).code;
};
const renames = async (username: string) => {
  const me = await aPerson(app);
  return (await me.client.call(accounts.setUsername, { body: { username } })).code;
};

const ALIKE = [
  "PaulSmith",
  "pau1smith",
  "Pau1_Sm1th",
  "paui-smith",
  "pauIsmith",
  "pau1sm1th_",
  "paulsrnith",
  "pau15mith",
];

test("a name that looks like another user's is refused, at registration and at a change", async () => {
  await db.tx((tx) => aUser(tx, { username: "paulsmith" }));
  for (const name of ALIKE) {
    assert.equal(await registers(name), "auth.username_taken", name);
    assert.equal(await renames(name), "auth.username_taken", name);
  }
  await db.tx((tx) => aUser(tx, { username: "B0b_vvood3" }));
  assert.equal(await registers("bobwoode"), "auth.username_taken");
  for (const name of ["paulsmithe", "paul_jones", "saulsmith"]) assert.equal(await registers(name), "", name);
});

test("a name that its user gave up is free, and the new one is theirs in all its looks", async () => {
  const me = await aPerson(app);
  const rename = (username: string) => me.client.call(accounts.setUsername, { body: { username } });
  assert.equal((await rename("Marion")).status, 200);
  assert.equal(await registers("Mar1on"), "auth.username_taken");
  assert.equal((await rename("marion")).code, "auth.username_final");
});

test("of two who want one look at the same time one gets it", async () => {
  const codes = await Promise.all(["Twin_Oak", "tw1noak", "TWIN-0AK", "twinoak"].map(registers));
  assert.deepEqual(codes.sort(), ["", "auth.username_taken", "auth.username_taken", "auth.username_taken"]);
  const people = await Promise.all([aPerson(app), aPerson(app), aPerson(app)]);
  const names = ["ElmTree", "e1mtree", "elm_tree"];
  const renamed = await Promise.all(
    people.map(({ client: mine }, index) =>
      mine.call(accounts.setUsername, { body: { username: names[index] ?? "" } }),
    ),
  );
  assert.deepEqual(renamed.map(({ code }) => code).sort(), ["", "auth.username_taken", "auth.username_taken"]);
});

test("names of the staff are reserved in every look and with anything beside them", async () => {
  for (const name of [
    "parley_support",
    "The_Par1ey_Team",
    "theparley",
    "admin",
    "adm1n_anna",
    "anna-admin",
    "administrat0r",
    "m0d3r4t0r",
    "moderator42",
    "rnoderator",
    "rnod",
    "mod-team",
    "support24",
    "24support",
    "Custorner_Supp0rt",
    "help_desk",
    "helpdesk1",
    "0fficial_bob",
    "bob_official",
    "st4ff",
    "staff_member",
    "escrow-agent",
    "esc_row",
    "dispute_desk",
    "compliance",
    "arbiter",
    "security_team",
    "r00t",
    "sys-tem",
  ])
    for (const answer of [await registers(name), await renames(name)])
      assert.equal(answer, "auth.username_reserved", name);
  for (const name of ["badminton", "modest_mouse", "flagstaff", "supper_club", "escrowd", "barleyfield", "mehelper"])
    assert.equal(await registers(name), "", name);
});

test("accounts that had names of one look keep them, and go on", async () => {
  const people = [await aPerson(app), await aPerson(app)] as const;
  await owner.query("update users set username = 'OldTwin', username_skeleton = 'oidtwin' where id = $1", [
    people[0].id,
  ]);
  await owner.query("update users set username = '0ldTwin', username_skeleton = null where id = $1", [people[1].id]);
  for (const { client: mine } of people) {
    const { username } = (await mine.call(accounts.getCurrentUser)).data;
    assert.equal((await mine.call(accounts.setUsername, { body: { username } })).status, 200);
  }
  assert.equal(await registers("OldTw1n"), "auth.username_taken");
});
