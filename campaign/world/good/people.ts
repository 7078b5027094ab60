/** Right arguments for functions of people: faces, emails, reminders, and what is kept for a time. */
import { createHash } from "node:crypto";
import { ids } from "../../../server/platform/ids.ts";
import { aPerson } from "../../../server/testing/index.ts";
import { type Good, type Ground, prove } from "../ground.ts";

const aFace = ({ app }: Ground, userId: bigint) =>
  app.owner.query("select set_avatar($1, $2, $2)", [userId, ids.secret()]);

async function aKeyOf({ app }: Ground, userId: bigint): Promise<string> {
  const { rows } = await app.owner.query(
    `insert into api_keys (public_id, user_id, name, secret_hash, scopes, networks, created_at, expires_at)
     values ($2, $1, 'Books', sha256($2::text::bytea), array['trades'], array[]::text[], market_now(), market_now() + interval '1 day')
     returning public_id`,
    [userId, ids.hash()],
  );
  return rows[0].public_id;
}

export async function anExport({ app, market }: Ground): Promise<string> {
  await app.owner.query("delete from data_exports");
  const { rows } = await app.owner.query(
    `insert into data_exports (user_id, session_id, asked_at, expires_at)
     select user_id, id, market_now(), market_now() + interval '1 day' from sessions where user_id = $1 limit 1
     returning id`,
    [market.buyer.id],
  );
  return rows[0].id;
}

export function peopleCalls(ground: Ground): Record<string, Good[]> {
  const { market } = ground;
  return {
    begin_email_change: [
      async () => [market.buyer.id, Buffer.from("x"), Buffer.from(ids.secret()), Buffer.from("code")],
    ],
    confirm_email_change: [async () => [market.buyer.id, null, Buffer.from("code"), "a…"]],
    undo_email_change: [async () => [ids.secret()]],
    ...keyCalls(ground),
    set_avatar: [async () => [market.buyer.id, ids.secret(), ids.secret()]],
    remind_of_trades: [async () => [10]],
    remind_of_evidence: [async () => [10]],
    remind_of_dates: [async () => [10]],
    erase_by_age: [async () => ["uploads", 10]],
    files_to_remove: [
      async () => {
        await ground.app.owner.query("insert into retention_files values ('gone') on conflict do nothing");
        return [10];
      },
    ],
    "remove_avatar_by_staff done": [
      async (now) => {
        const [person, staff] = [(await aPerson(ground.app)).id, (await aPerson(ground.app)).id];
        await aFace(ground, person);
        await ground.app.owner.query("insert into user_roles values ($1, 'supermoderator', market_now())", [staff]);
        return [person, staff, "shows somebody else", now];
      },
    ],
  };
}

function keyCalls(ground: Ground): Record<string, Good[]> {
  return {
    create_api_key: [
      async () => {
        const { id: person } = await aPerson(ground.app);
        await prove(ground, `create_api_key:${person}`, person);
        return [person, ids.hash(), "Books", createHash("sha256").update(ids.secret()).digest(), ["trades"], [], 30];
      },
    ],
    create_spot_key: [
      async () => {
        const { id: person } = await aPerson(ground.app);
        await prove(ground, `spot_key:${person}:30d-1000usd`, person);
        const secret = createHash("sha256").update(ids.secret()).digest();
        const sealed = Buffer.alloc(61, 1);
        return [person, ids.hash(), "Bot", secret, sealed, ["203.0.113.7"], ["BTC-USDT"], 1000, 30];
      },
    ],
    check_webhook: [
      async () => {
        const { id: person } = await aPerson(ground.app);
        await prove(ground, `set_webhook:${person}`, person);
        return [person, "https://hooks.example.com/", ["trade.paid"], Buffer.alloc(61, 1), ids.hash()];
      },
    ],
    change_webhook_secret: [
      async () => {
        const person = await aWebhook(ground);
        await prove(ground, `set_webhook:${person}`, person);
        return [person, Buffer.alloc(61, 2)];
      },
    ],
    switch_webhook: [async () => [await aWebhook(ground), "https://hooks.example.com/"]],
    choose_webhook_events: [async () => [await aWebhook(ground), ["trade.paid"], ["trade.started"]]],
    remove_webhook: [async () => [await aWebhook(ground)]],
    end_api_key: [
      async () => {
        const { id: person } = await aPerson(ground.app);
        return [person, await aKeyOf(ground, person)];
      },
    ],
  };
}

/** One whose address was verified. Returns its owner. */
async function aWebhook({ app }: Ground): Promise<bigint> {
  const { id: person } = await aPerson(app);
  await app.owner.query(
    `insert into webhook_endpoints (user_id, url, verified_url, verified_at, why, events, secret_sealed, created_at)
     values ($1, 'https://hooks.example.com/', 'https://hooks.example.com/', market_now(), 'failures', '{trade.paid}', $2, market_now())`,
    [person, Buffer.alloc(61, 1)],
  );
  return person;
}
