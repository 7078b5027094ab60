// Guards: each banner above a page is shown while its cause lasts, names its subject, and its end is pushed to open pages.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Banner } from "#contract/platform/page.ts";
import { makeApp } from "../../app.ts";
import { testApp } from "../../testing/index.ts";
import { readPlainPage, writePlainWeb } from "../../testing/plain-web.ts";
import { type NamedUser, aNamedUser } from "../../testing/people/restrictions.ts";
import { pushAccount } from "./people/push-account.ts";

const app = await testApp({ config: { demo: false } });
const { owner } = app;
const folder = mkdtempSync(join(tmpdir(), "parley-banners-"));
const distDir = writePlainWeb(folder);
const real = await makeApp({ ...app.ports, distDir });
const demo = await makeApp({ ...app.ports, config: { ...app.config, demo: true }, distDir });
after(async () => {
  for (const one of [real, demo]) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

async function shownTo({ client }: Pick<NamedUser, "client">, of = real): Promise<Banner[]> {
  const headers = { accept: "text/html", cookie: `parley=${client.token}` };
  const answer = await of.fastify.inject({ url: "/terms-of-service", headers });
  return (readPlainPage(answer.body) as { banners: Banner[] }).banners.filter(({ kind }) => kind !== "recorded_rates");
}
const kindsOf = async (...asked: Parameters<typeof shownTo>) =>
  (await shownTo(...asked)).map(({ kind, proof }) => (proof ? `${kind} ${proof}` : kind));

/** Of a real market, with a verified identity. */
async function aReader(set = ""): Promise<NamedUser> {
  const person = await aNamedUser(app);
  await owner.query(
    "update users set is_demo = false, granted_level = 2, email_confirmed_at = market_now() where id = $1",
    [person.id],
  );
  if (set) await owner.query(`update users set ${set} where id = $1`, [person.id]);
  return person;
}
const setting = (name: string, value: unknown) =>
  owner.query(
    "insert into settings values ($1, $2, null, market_now()) on conflict (name) do update set value = excluded.value",
    [name, JSON.stringify(value)],
  );
const demand = (who: NamedUser, kind: string, staff: NamedUser) =>
  owner.query(
    "insert into verification_demands (user_id, kind, asked_by, asked_at) values ($1, $2, $3, market_now())",
    [who.id, kind, staff.id],
  );
const showed = (who: NamedUser, kind: string, status: string) =>
  owner.query(
    `insert into verifications (reference, user_id, kind, status, country_iso3, document_type, details_sealed, started_at,
       submitted_at, decided_at, reasons)
     values ($1, $2, $3, $4, 'DEU', $5, '', market_now(), market_now(), market_now(), $6)`,
    [
      `reference${who.id}${kind}`,
      who.id,
      kind,
      status,
      kind === "company" ? "limited_company" : "passport",
      status === "rejected" ? ["unreadable"] : [],
    ],
  );
/** What an open page receives, by the login of the process that sends it. */
async function received(who: NamedUser): Promise<unknown> {
  return app.dbs.worker.tx(async (tx) => {
    const event = { id: 1n, type: "account.level_set", subject: String(who.id), payload: { detail: "2" }, at: tx.now };
    const [post] = await pushAccount(tx, [event as never]);
    return (await post?.bodies(tx))?.[0];
  });
}

test("each of the twelve banners is shown while its cause lasts", async () => {
  const staff = await aNamedUser(app, "moderator");
  for (const state of ["banned", "frozen", "restricted"]) {
    const person = await aReader();
    assert.deepEqual(await kindsOf(person), []);
    await owner.query(
      `insert into user_restrictions (user_id, state, reason_code, case_number, since, review_at)
       values ($1, $2, 'chargeback', $3, market_now(), market_now() + interval '1 day')`,
      [person.id, state, `CASE-${state}`],
    );
    assert.deepEqual(await kindsOf(person), [state]);
  }

  assert.deepEqual(await shownTo(await aReader("is_demo = true"), real), [{ kind: "demo_mode", isOfAccount: true }]);
  assert.deepEqual(await kindsOf(await aReader(), demo), ["demo_mode"]);
  assert.deepEqual(await kindsOf(await aReader("granted_level = null, email_confirmed_at = null")), ["verify_email"]);
  assert.deepEqual(await kindsOf(await aReader("registration_group = 1")), ["kyc_id_required"]);
  assert.deepEqual(await kindsOf(await aReader("country_iso = 'CU'")), ["blocked_in_location"]);

  const asked = await aReader();
  await demand(asked, "id", staff);
  await demand(asked, "video", staff);
  await showed(asked, "id", "ended");
  assert.deepEqual(await kindsOf(asked), ["kyc_forced id", "id_requested video"]);

  const company = await aReader("corporate_since = market_now() - interval '1 day'");
  assert.deepEqual(await kindsOf(company), ["company_unverified"]);
  await showed(company, "company", "rejected");
  assert.deepEqual(await kindsOf(company), ["company_application"]);

  const ngozi = await aReader("country_iso = 'NG'");
  assert.deepEqual(await kindsOf(ngozi), []);
  await setting("catalog.disabled_countries", ["NG"]);
  await owner.query("insert into settings values ('catalog.gray_countries', '[]', null, market_now())");
  await real.changes.look();
  assert.deepEqual(await kindsOf(ngozi), ["nigeria_block"]);
  await setting("catalog.disabled_countries", []);

  for (const kind of ["admin_alert", "maintenance"]) {
    await owner.query(
      `insert into announcements (kind, texts, starts_at, ends_at, made_by, made_at)
       values ($1, '{"en": "Slow.", "es": "Lento."}', market_now(), market_now() + interval '1 hour', $2, market_now())`,
      [kind, staff.id],
    );
  }
  await real.changes.look();
  assert.deepEqual((await kindsOf(await aReader())).sort(), ["admin_alert", "maintenance"]);
});

test("open pages get the current banners of the account, and what blocks its wallet", async () => {
  const staff = await aNamedUser(app, "moderator");
  const person = await aReader("registration_group = 1");
  await demand(person, "address", staff);
  await showed(person, "id", "approved");
  const said = JSON.stringify(await received(person));
  assert.match(said, /"liveBanners":\["id_requested:address","kyc_id_required"\]/);
  assert.match(said, /"liveBlocks":\["ID_REQUIRED"\],"liveMissing":\["phone","address"\]/);
  await owner.query("update verification_demands set met_at = market_now() where user_id = $1", [person.id]);
  await owner.query("update users set registration_group = 2 where id = $1", [person.id]);
  assert.match(JSON.stringify(await received(person)), /"liveBanners":\[\],"liveBlocks":\[\],"liveMissing":\[\]/);
});
