// Guards: what is kept about a person is packed for them alone: asked for with a proof of just that, made whole or not at all,
// sent to the session that asked and no other, and gone after some days.
import assert from "node:assert/strict";
import { test } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import { giveName, saveSettings } from "#contract/people/accounts.ts";
import { listActivity } from "#contract/people/activity.ts";
import { DATA_FILE } from "#contract/compliance/data-file.ts";
import * as auth from "#contract/people/sign-in/auth.ts";
import { createOffer } from "#contract/market/offers/my/offers.ts";
import { askForData, getDataExport } from "#contract/compliance/own-data.ts";
import { changePassword } from "#contract/people/sign-in/passwords.ts";
import { ids } from "../../platform/ids.ts";
import { aMarket, aTrade, offerBody, TEST_PASSWORD, type TestClient, testApp } from "../../testing/index.ts";
import { giveTestPhone } from "../../testing/people/phone.ts";
import { openPiece } from "../../platform/sealed-pieces.ts";
import { placeOf } from "./pieces.ts";
import { beginExport, finishExport, keepPiece } from "./rows.ts";

const app = await testApp();
const { dbs, owner, moveClock, runJob } = app;
const DAY_MS = 86_400_000;
const PROOF = { kind: "download_data", id: "account" } as const;
const JOB = "make-data-exports";
const NAME = { first_name: "Grace", last_name: "Hopper", birth_date: "1986-12-09", country_iso: "US" };
let network = 1;
const browser = () => app.client("", `198.51.${network >> 8}.${network++ & 255}`);

async function aMember() {
  const email = `${ids.hash().toLowerCase()}@example.org`;
  const client = browser();
  assert.equal((await client.call(auth.register, { body: { email, password: TEST_PASSWORD } })).status, 200);
  assert.equal((await client.call(giveName, { body: NAME })).status, 200);
  const { rows } = await owner.query(
    "update users set email_confirmed_at = market_now() where id = (select max(id) from users) returning id",
  );
  return { id: rows[0].id as string, email, client };
}
type Member = Awaited<ReturnType<typeof aMember>>;

const ask = (client: TestClient) => client.call(askForData);
const prove = (client: TestClient) => client.call(auth.prove, { body: { for: PROOF, password: TEST_PASSWORD } });

async function asked(): Promise<Member> {
  const ada = await aMember();
  assert.equal((await prove(ada.client)).status, 200);
  const { status, code } = await ask(ada.client);
  assert.equal(status, 200, code);
  return ada;
}

async function download({ token }: Pick<TestClient, "token">) {
  const answer = await app.app.fastify.inject({ url: DATA_FILE, headers: { cookie: `parley=${token}` } });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

function filesIn(bytes: Uint8Array): Record<string, unknown> {
  const files = Object.entries(unzipSync(new Uint8Array(bytes)));
  return Object.fromEntries(
    files.map(([name, content]) => [
      name,
      name.endsWith(".json") ? JSON.parse(strFromU8(content)) : strFromU8(content),
    ]),
  );
}

const asLogin = (login: "web" | "worker", text: string) =>
  dbs[login].tx((tx) => tx.rows<{ outcome: string }>(Object.assign([text], { raw: [text] })));

test("a person gets what is kept about them, opened, as one archive, after a proof of just that", async () => {
  const ada = await aMember();
  assert.equal((await ask(ada.client)).code, "auth.password_proof", "a session alone gets nothing");
  assert.equal((await prove(ada.client)).status, 200);
  const waiting = await ask(ada.client);
  assert.deepEqual([waiting.status, waiting.data.asked?.sizeBytes, waiting.data.asked?.isHere], [200, null, true]);
  assert.equal((await download(ada.client)).status, 404, "it is not made yet");
  await runJob(JOB);
  const ready = (await ada.client.call(getDataExport)).data.asked;
  const { status, headers, bytes } = await download(ada.client);
  assert.deepEqual([status, headers["content-type"], headers["cache-control"]], [200, "application/zip", "no-store"]);
  assert.equal(bytes.length, ready?.sizeBytes);
  assert.match(String(headers["content-disposition"]), /^attachment/);
  const files = filesIn(bytes);
  const [account] = files["account.json"] as Record<string, unknown>[];
  assert.deepEqual(
    [account?.email, account?.firstName, account?.lastName, account?.birthDate],
    [ada.email, "Grace", "Hopper", "1986-12-09"],
  );
  const text = JSON.stringify(files);
  assert.ok(!/_sealed|password_hash|token_hash/.test(text));
  assert.deepEqual((files["activity.json"] as { kind: string }[]).map(({ kind }) => kind).at(-1), "data_asked");
  assert.ok(String(files["README.txt"]).startsWith("This is what Parley keeps about you"));
});

test("trades, own messages, offers, lines of the ledger and feedback are in it, and of others no more than their names", async () => {
  const market = await aMarket(app);
  const hash = await aTrade(market, "released");
  await app.prove(market.seller.client.token, PROOF);
  assert.equal((await ask(market.seller.client)).status, 200);
  await runJob(JOB);
  const files = filesIn((await download(market.seller.client)).bytes) as Record<string, Record<string, string>[]>;
  assert.deepEqual(files["others.json"], []);
  const [trade] = files["trades.json"] ?? [];
  assert.deepEqual([trade?.hash, trade?.role, trade?.status], [hash, "seller", "released"]);
  assert.equal(files["offers.json"]?.[0]?.hash, market.offer);
  assert.equal(files["factors.json"]?.[0]?.kind, "passkey");
  const moved = files["ledger.json"]?.map(({ kind }) => kind) ?? [];
  assert.ok(moved.includes("trade_start") || moved.some((kind) => kind?.startsWith("trade_")), moved.join());
  const { rows } = await owner.query("select name from ledger_accounts where name like $1", [
    `user:${market.buyer.id}:%`,
  ]);
  assert.ok(rows.length > 0);
  const { rows: other } = await owner.query("select external_id from users where id = $1", [market.buyer.id]);
  assert.ok(!JSON.stringify(files).includes(other[0].external_id));
});

test("instructions for payment are in it as the trade shows them", async () => {
  const bank_reference_message = { type: "exact_message", message: "Thank you 42" } as const;
  const market = await aMarket(app, { trade_details: "to the account 12 34 56", bank_reference_message });
  const hidden = await aTrade(market, "active_funded");
  const partOf = async (person: typeof market.buyer) => {
    await app.prove(person.client.token, PROOF);
    assert.equal((await ask(person.client)).status, 200);
    await runJob(JOB);
    return filesIn((await download(person.client)).bytes)["trades.json"] as Record<string, string>[];
  };
  const [trade] = await partOf(market.buyer);
  assert.deepEqual([trade?.hash, trade?.instructions, trade?.paymentReference], [hidden, null, null]);
  const [own] = await partOf(market.seller);
  assert.deepEqual([own?.instructions, own?.paymentReference], ["to the account 12 34 56", "Thank you 42"]);
});

test("offers and trades say where they are paid, and a trade what of its fee its starter was promised", async () => {
  const market = await aMarket(app, { payment_country: "DE", payment_subdivision: "Sachsen", payment_city: "Leipzig" });
  const hash = await aTrade(market, "active_funded");
  await owner.query("update trades set cashback_units = 7 where hash = $1", [hash]);
  for (const [person, cashback] of [
    [market.buyer, "7"],
    [market.seller, null],
  ] as const) {
    await app.prove(person.client.token, PROOF);
    assert.equal((await ask(person.client)).status, 200);
    await runJob(JOB);
    const files = filesIn((await download(person.client)).bytes) as Record<string, Record<string, string>[]>;
    const placed = [files["trades.json"]?.[0], ...(person === market.seller ? [files["offers.json"]?.[0]] : [])];
    for (const one of placed)
      assert.deepEqual([one?.country, one?.subdivision, one?.city], ["DE", "Sachsen", "Leipzig"]);
    assert.equal(files["trades.json"]?.[0]?.cashbackUnits, cashback);
  }
});

test("of an offer for one person it says for whom it is, of which trade, and until when its price is locked", async () => {
  const { seller, buyer, ...market } = await aMarket(app, { payment_method: "skrill" });
  const chat_id = await aTrade({ seller, buyer, ...market }, "released");
  const [{ username: partner_id }] = (await owner.query("select username from users where id = $1", [buyer.id])).rows;
  const make = (changes: Parameters<typeof offerBody>[0]) =>
    seller.client.call(createOffer, { body: offerBody(changes) });
  const { data: special } = await make({ chat_id, partner_id });
  const { data: silent } = await make({ payment_method: "neteller", is_silent: true });
  await app.prove(seller.client.token, PROOF);
  assert.equal((await ask(seller.client)).status, 200);
  await runJob(JOB);
  const { "offers.json": offers } = filesIn((await download(seller.client)).bytes) as Record<string, Exported[]>;
  type Exported = Record<string, string | boolean | null>;
  const shown = (wanted: string) => {
    const { partner, madeInTrade, lockedUntil, isSilent } = offers?.find(({ hash }) => hash === wanted) ?? {};
    return [partner, madeInTrade, lockedUntil && new Date(String(lockedUntil)).toISOString(), isSilent];
  };
  assert.deepEqual(shown(special.idHashed), [partner_id, chat_id, special.special?.until, false]);
  assert.deepEqual(shown(silent.idHashed), [null, null, null, true]);
  assert.deepEqual(shown(market.offer), [null, null, null, false]);
});

test("the channels of notifications are in it, and the phrase in clear text", async () => {
  const ada = await aMember();
  assert.equal((await ada.client.call(saveSettings, { body: { mail_phrase: "blue heron" } })).status, 200);
  await owner.query("insert into telegram_chats values ($1, $1, 'Ada', market_now())", [ada.id]);
  await owner.query("insert into email_stops values ($1, 'wallet', market_now())", [ada.id]);
  await prove(ada.client);
  await ask(ada.client);
  await runJob(JOB);
  const lines = filesIn((await download(ada.client)).bytes)["channels.json"] as Record<string, unknown>[];
  assert.deepEqual(lines.map(({ antiPhishingPhrase }) => antiPhishingPhrase).filter(Boolean), ["blue heron"]);
  assert.deepEqual(lines.map(({ telegram }) => telegram).filter(Boolean), ["Ada"]);
  assert.deepEqual(lines.map(({ emailsStopped }) => emailsStopped).filter(Boolean), ["wallet"]);
});

test("the telephone number is in it, opened, and when codes were sent there", async () => {
  const ada = await aMember();
  await giveTestPhone(app, ada.client, "+4915123456789");
  await prove(ada.client);
  await ask(ada.client);
  await runJob(JOB);
  const [phone, code] = filesIn((await download(ada.client)).bytes)["phone.json"] as Record<string, string>[];
  assert.deepEqual([phone?.number, phone?.country, code?.sentBy], ["+4915123456789", "DE", "sms"]);
});

test("only the session that asked gets it, and not after it has ended", async () => {
  const ada = await asked();
  await runJob(JOB);
  const [thief, eve] = [browser(), await aMember()];
  assert.equal(
    (await thief.call(auth.login, { body: { email: ada.email, password: TEST_PASSWORD } })).status,
    200,
    "another session of the same person",
  );
  for (const other of [thief, eve.client]) assert.equal((await download(other)).status, 404);
  assert.equal((await thief.call(getDataExport)).data.asked?.isHere, false);
  assert.equal((await download({ token: "" })).status, 401);
  assert.equal((await download(ada.client)).status, 200);
  const body = { password: TEST_PASSWORD, new_password: "slate harbor nine lanterns" };
  assert.equal((await thief.call(changePassword, { body })).status, 200);
  await runJob(JOB);
  const { rows } = await owner.query("select from data_exports where user_id = $1", [ada.id]);
  assert.equal(rows.length, 0, "with the session its archive is gone");
});

test("it is kept for three days and then gone, with all of its pieces; and asked for once a day", async () => {
  const ada = await asked();
  await runJob(JOB);
  assert.equal((await ask(ada.client)).code, "account.export_exists");
  await moveClock(3 * DAY_MS - 60_000);
  await runJob(JOB);
  assert.equal((await download(ada.client)).status, 200);
  await moveClock(120_000);
  assert.equal((await download(ada.client)).status, 404);
  await runJob(JOB);
  const { rows } = await owner.query("select count(*)::int as n from data_export_pieces");
  assert.equal(rows[0].n, 0);
  assert.equal((await ada.client.call(getDataExport)).data.asked, null);
});

test("what lies in the database is sealed, and opens at its own place alone", async () => {
  const ada = await asked();
  await runJob(JOB);
  const { rows } = await owner.query(
    "select p.* from data_export_pieces p join data_exports e on e.id = export_id where user_id = $1",
    [ada.id],
  );
  assert.ok(rows.length > 0);
  for (const { sealed } of rows)
    assert.ok(!Buffer.from(sealed).includes("PK\u0003\u0004"), "no archive can be read there");
  const [{ export_id: id, sealed }] = rows;
  assert.throws(() => openPiece(placeOf(BigInt(id) + 1n, 0), sealed));
  assert.throws(() => openPiece(placeOf(BigInt(id), 1), sealed));
});

test("an archive that dies in the middle is made anew by the next turn, whole", async () => {
  const ada = await asked();
  await owner.query(
    `create function fall_over() returns trigger language plpgsql as $$ begin raise exception 'dead'; end $$;
     create trigger dead before update of made_at on data_exports for each row execute function fall_over()`,
  );
  await runJob(JOB);
  assert.equal((await download(ada.client)).status, 404);
  const left = await owner.query("select count(*)::int as n from data_export_pieces");
  assert.ok(left.rows[0].n > 0, "it died after its pieces were written");
  await owner.query("drop trigger dead on data_exports; drop function fall_over()");
  await runJob(JOB);
  const { status, bytes } = await download(ada.client);
  assert.equal(status, 200);
  assert.ok("account.json" in filesIn(bytes));
});

test("more than one page of a part, and more than one piece of an archive, come whole and in order", async () => {
  const ada = await asked();
  await owner.query(
    `insert into account_activity (user_id, kind, at, detail)
     select $1, 'username_changed', market_now(), n || md5(n::text) || md5(random()::text) || md5(random()::text)
     from generate_series(1, 6000) n`,
    [ada.id],
  );
  await runJob(JOB);
  const { rows } = await owner.query("select count(*)::int as n from data_export_pieces");
  assert.ok(rows[0].n > 1, `${rows[0].n} pieces`);
  const files = filesIn((await download(ada.client)).bytes) as Record<string, { kind: string; detail: string }[]>;
  const changes = files["activity.json"]?.filter(({ kind }) => kind === "username_changed") ?? [];
  assert.deepEqual(
    changes.map(({ detail }) => Number.parseInt(detail, 10) > 0),
    Array(6000).fill(true),
  );
});

test("no process gets anybody's data without their proof, and the activity shows the request", async () => {
  const [ada, eve] = [await aMember(), await aMember()];
  const session = async ({ id }: Member) =>
    (await owner.query("select id from sessions where user_id = $1", [id])).rows[0].id as string;
  const asWeb = async (sessionId: string) =>
    (await asLogin("web", `select ask_for_data(${ada.id}, ${sessionId}) as outcome`))[0]?.outcome;
  assert.equal(await asWeb(await session(ada)), "unproved");
  await prove(ada.client);
  assert.equal(await asWeb(await session(eve)), "unproved", "for a session of another user");
  assert.equal(await asWeb(await session(ada)), "asked");
  for (const statement of [
    "select export_part(1, 'account', 0, 10)",
    `insert into data_exports (user_id, session_id, asked_at, expires_at) values (${eve.id}, 1, market_now(), market_now())`,
    "update data_exports set session_id = 1",
    "insert into data_export_pieces values (1, 1, '')",
    "select finish_export(1, 0, 1)",
    "select begin_export(1)",
    "select keep_export_piece(1, 0, 0, '')",
  ])
    await assert.rejects(asLogin("web", statement), /permission denied/, statement);
  const lines = await asLogin("worker", "select key from export_part(0, 'account', 0, 10)");
  assert.equal(lines.length, 0, "a worker reads of those alone who have asked");
  assert.equal((await ada.client.call(listActivity)).data[0]?.kind, "data_asked");
});

test("of two workers at one archive the later one makes it, and the other writes nothing into it", async () => {
  const ada = await asked();
  const { rows } = await owner.query("select id from data_exports where user_id = $1", [ada.id]);
  const exportId = BigInt(rows[0].id);
  const first = await dbs.worker.tx((tx) => beginExport(tx, exportId));
  const piece = (number: number, place: number) =>
    dbs.worker.tx((tx) => keepPiece(tx, { exportId, number, place, sealed: Buffer.from([1, 2]) }));
  assert.equal(await piece(first ?? 0, 0), true);
  await runJob(JOB);
  assert.equal(await piece(first ?? 0, 1), false, "it is made");
  assert.equal(await dbs.worker.tx((tx) => finishExport(tx, { exportId, number: first ?? 0, sizeBytes: 2 })), false);
  const { status, bytes } = await download(ada.client);
  assert.equal(status, 200);
  assert.ok("account.json" in filesIn(bytes));
  const late = await asked();
  const { rows: second } = await owner.query("select id from data_exports where user_id = $1", [late.id]);
  const lateId = BigInt(second[0].id);
  const number = (await dbs.worker.tx((tx) => beginExport(tx, lateId))) ?? 0;
  await dbs.worker.tx((tx) => beginExport(tx, lateId));
  assert.equal(
    await dbs.worker.tx((tx) => keepPiece(tx, { exportId: lateId, number, place: 0, sealed: Buffer.from([1]) })),
    false,
  );
  assert.equal(
    await dbs.worker.tx((tx) => finishExport(tx, { exportId: lateId, number, sizeBytes: 2 })),
    false,
    "nor does it end one that another has begun",
  );
});

test("an archive that no secret at hand opens is forgotten, and may be asked for anew", async () => {
  const ada = await asked();
  await runJob(JOB);
  await owner.query("update data_exports set sealed_with = 77 where user_id = $1 and sealed_with = 1", [ada.id]);
  await runJob(JOB);
  assert.equal((await ada.client.call(getDataExport)).data.asked, null);
  assert.equal((await prove(ada.client)).status, 200);
  assert.equal((await ask(ada.client)).status, 200);
});

test("appeals, disputes, favorites, known browsers, holds, and countries are among it, in the order of the modules", async () => {
  const market = await aMarket(app);
  const { seller } = market;
  const hash = await aTrade(market, "paid");
  await owner.query(
    `insert into disputes (trade_hash, round, opened_by, opened_by_id, reason_id, body, usd_cents, opened_at, due_at,
       first_look_due_at, evidence_due_at)
     values ($1, 1, 'seller', $2, 1, 'No money came', 1, market_now(), market_now(), market_now(), market_now())`,
    [hash, seller.id],
  );
  const { rows } = await owner.query(
    `insert into user_restrictions (user_id, state, reason_code, case_number, review_at, since)
     values ($1, 'restricted', 'chargeback', $2, market_now(), market_now()) returning id`,
    [seller.id, ids.hash()],
  );
  await owner.query("insert into restriction_appeals values ($1, 'I have not done it', market_now())", [rows[0].id]);
  await owner.query(
    "insert into offer_favorites (user_id, offer_id, added_at) select $1, min(id), market_now() from offers",
    [seller.id],
  );
  await owner.query("insert into known_devices values ($1, '\\xabcd', market_now())", [seller.id]);
  await owner.query(
    `insert into send_out_holds (user_id, reason, began_at, ends_at)
     values ($1, 'new_device', market_now(), market_now() + interval '1 day')`,
    [seller.id],
  );
  await owner.query("update users set sign_in_country = 'PT' where id = $1", [seller.id]);
  await app.prove(seller.client.token, PROOF);
  assert.equal((await ask(seller.client)).status, 200);
  await runJob(JOB);
  const lines = filesIn((await download(seller.client)).bytes)["others.json"] as Record<string, unknown>[];
  assert.deepEqual(
    lines.map(
      (line) =>
        line.appeal ??
        line.knownBrowser ??
        line.lastSignInFrom ??
        line.dispute ??
        line.transfersHeld ??
        Object.keys(line)[0],
    ),
    ["PT", "abcd", "addedAt", "No money came", "I have not done it", "new_device"],
  );
});
