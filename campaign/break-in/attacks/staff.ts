/** With the login of the web: roles, levels and halts, with the words of administrators and without them. */
import type { StaffChange } from "#contract/staff/changes.ts";
import { ids } from "../../../server/platform/ids.ts";
import { aPerson, TEST_PASSWORD } from "../../../server/testing/index.ts";
import { type Ask, type Attempt, call, statement } from "../attempt.ts";
import { commit, passkeyOver, proveAs, word } from "../send-away.ts";
import type { Stage } from "../stage.ts";

async function anAdmin({ app }: Stage): Promise<bigint> {
  const { id } = await aPerson(app);
  await app.owner.query("insert into user_roles values ($1, 'admin', market_now() - interval '1 day')", [id]);
  return id;
}

async function nameOf({ app, thief }: Stage): Promise<string> {
  return (await app.owner.query("select username from users where id = $1", [thief])).rows[0].username;
}

async function proves(stage: Stage, id: bigint, wanted: StaffChange, now: string): Promise<string> {
  return proveAs(stage, id, { wanted, shown: passkeyOver(stage, id, { wanted, now }) });
}

type Grant = { readonly now: string; readonly by: bigint; readonly role?: string };

/** A role for the thief, as an administrator's page would ask for it. */
function grant({ thief }: Stage, ask: Ask, { now, by, role = "admin" }: Grant) {
  return call(ask, "change_by_staff", [ids.hash(), "grant_role", thief, role, "they said so", by, now]);
}

const WITH_WORDS: readonly Omit<Attempt, "as">[] = [
  {
    tries: "has a role granted in the name of an administrator who has proved nothing",
    run: async (stage, ask, now) => grant(stage, ask, { now, by: await anAdmin(stage) }),
  },
  {
    tries: "turns an administrator's word about one role into another",
    run: async (stage, ask, now) => {
      const by = await anAdmin(stage);
      await proves(stage, by, { kind: "grant_role", id: await nameOf(stage), role: "moderator" }, now);
      return grant(stage, ask, { now, by });
    },
  },
  {
    tries: "has one administrator's word grant a role, and the same one's confirm it",
    run: async (stage, ask, now) => {
      const by = await anAdmin(stage);
      const wanted = { kind: "grant_role", id: await nameOf(stage), role: "admin" } as const;
      await proves(stage, by, wanted, now);
      await grant(stage, ask, { now, by });
      await commit(ask);
      await proves(stage, by, wanted, now);
      const { rows } = await ask("select hash from staff_changes where proposed_by = $1", [by]);
      return call(ask, "confirm_staff_change", [rows[0]?.hash, by, now]);
    },
  },
  {
    tries: "confirms what one administrator has proposed in the name of another, who has proved nothing",
    run: async (stage, ask, now) => {
      const [by, other] = [await anAdmin(stage), await anAdmin(stage)];
      const role = "supermoderator";
      await proves(stage, by, { kind: "grant_role", id: await nameOf(stage), role }, now);
      await grant(stage, ask, { now, by, role });
      const { rows } = await ask("select hash from staff_changes where proposed_by = $1", [by]);
      return call(ask, "confirm_staff_change", [rows[0]?.hash, other, now]);
    },
  },
  {
    tries: "has an administrator's password, which was typed in, grant a role",
    run: async (stage, _, __) => {
      const id = await anAdmin(stage);
      const reference = await stage.app.ports.verifier.prepareCredential(TEST_PASSWORD);
      await stage.app.owner.query("update credentials set user_id = $2 where reference = $1", [reference, id]);
      await stage.app.owner.query("delete from passkeys where user_id = $1", [id]);
      const wanted = { kind: "grant_role", id: await nameOf(stage), role: "admin" } as const;
      return word(await proveAs(stage, id, { wanted, shown: { password: TEST_PASSWORD } }));
    },
  },
  {
    tries: "decides by a role that two administrators gave it today",
    run: async (stage, _, now) => {
      const { id } = await aPerson(stage.app);
      await stage.app.owner.query(
        "insert into user_roles values ($1, 'moderator', market_now(), market_now() + interval '1 day')",
        [id],
      );
      const wanted = { kind: "award", id: "SomeTradeHash1", winner: "buyer" } as const;
      return word(await proveAs(stage, id, { wanted, shown: passkeyOver(stage, id, { wanted, now }) }));
    },
  },
  {
    tries: "lifts the halt of a broken invariant by one administrator's word",
    run: async (stage, ask, now) => {
      const by = await anAdmin(stage);
      await stage.app.owner.query("insert into halts values ('releases', 'I1: broken', market_now(), true)");
      await proves(stage, by, { kind: "lift_halt", id: "releases" }, now);
      const lift = ["lift_halt", null, "releases", "all is well", by, now];
      await call(ask, "change_by_staff", [ids.hash(), ...lift]);
      return call(ask, "change_by_staff", [ids.hash(), ...lift]);
    },
  },
];

const WITHOUT: readonly Omit<Attempt, "as">[] = [
  {
    tries: "raises its own level",
    run: ({ thief }, ask) => ask("update users set granted_level = 4 where id = $1", [thief]),
  },
  {
    tries: "makes an account that has every level",
    run: statement("insert into users (granted_level) values (4)"),
  },
  {
    tries: "has moderators approve its offer",
    run: statement("update offers set moderation = 'approved'"),
  },
  {
    tries: "writes that an administrator has confirmed",
    run: statement("update staff_changes set confirmed_by = proposed_by, confirmed_at = market_now()"),
  },
  {
    tries: "writes an act of staff into the chain",
    run: statement("insert into staff_acts overriding system value select * from staff_acts"),
  },
  {
    tries: "has the chain say that an administrator granted a role",
    run: async (stage, ask, now) =>
      call(ask, "note_staff_act", [await anAdmin(stage), "role.grant", "thief: admin", "never", now]),
  },
];

/** The public data of a trader, and their rights. */
const OF_REPUTATION: readonly Omit<Attempt, "as">[] = [
  {
    tries: "lifts the restrictions of everybody",
    run: statement("update user_restrictions set lifted_at = market_now()"),
  },
  { tries: "writes itself a badge", run: statement("update user_reputation set badge = 'vendor'") },
  { tries: "writes trades into a reputation", run: statement("update user_reputation set trades_successful = 9999") },
  { tries: "writes feedback into a reputation", run: statement("update user_reputation set feedback_positive = 9999") },
  { tries: "writes volumes", run: statement("update user_volumes set units = units * 10") },
  {
    tries: "writes a trade that never was into a reputation",
    run: statement("insert into reputation_trades select * from reputation_trades"),
  },
  {
    tries: "writes trades with a partner into a reputation",
    run: statement("update trading_pairs set successful = trades"),
  },
  { tries: "says how many offers there are", run: statement("update offer_totals set active_count = 0") },
  { tries: "lowers the fee of its offers", run: statement("update offers set fee_bp = 0") },
  {
    tries: "has administrators give it a discount",
    run: async (stage, ask, now) =>
      call(ask, "change_by_staff", [
        "perkofthief1",
        "give_perk",
        stage.thief,
        "0:0:365",
        "for nothing",
        await anAdmin(stage),
        now,
      ]),
  },
  {
    tries: "has an administrator propose cashback",
    run: async (stage, ask, now) => {
      const { app, market } = stage;
      await app.owner.query(
        "update offers set is_featured = true, featured_until = market_now() + interval '1 day' where hash = $1",
        [market.offer],
      );
      const by = await anAdmin(stage);
      const what = `${market.offer}:10:100000`;
      return call(ask, "change_by_staff", [
        "cashbackthief",
        "give_cashback",
        market.seller.id,
        what,
        "for it",
        by,
        now,
      ]);
    },
  },
  {
    tries: "gives cashback of what is not its own",
    run: statement("update offers set cashback_bp = 100, cashback_max_cents = 100"),
  },
  {
    tries: "gives itself a discount",
    run: ({ thief }, ask) => ask("insert into offer_perks values ($1, 0, 0)", [thief]),
  },
  {
    tries: "writes feedback about itself, of a trade that was another's",
    run: ({ market, thief }, ask, now) =>
      ask(
        `insert into feedback (giver_id, receiver_id, payment_method_id, crypto, trade_hash, offer_hash, giver_role,
           rating, message, counts, created_at, updated_at)
         select $1, $2, payment_method_id, crypto, hash, offer_hash, 'buyer', 1, 'splendid', true, $3, $3
         from trades
         where status = 'released'
         limit 1`,
        [market.buyer.id, thief, now],
      ),
  },
  {
    tries: "has feedback of a trade that is not over counted",
    run: ({ market }, ask, now) =>
      ask(
        `insert into feedback (giver_id, receiver_id, payment_method_id, crypto, trade_hash, offer_hash, giver_role,
           rating, message, counts, created_at, updated_at)
         select $1, $2, payment_method_id, crypto, hash, offer_hash, 'buyer', -1, 'never again', true, $3, $3
         from trades
         where status = 'paid'
         limit 1`,
        [market.buyer.id, market.seller.id, now],
      ),
  },
];

export const OF_STAFF: readonly Attempt[] = [...WITH_WORDS, ...WITHOUT, ...OF_REPUTATION].map(
  (one) => ({ as: "web", ...one }) as const,
);
