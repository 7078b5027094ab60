/** With the login of the web. */
import { ids } from "../../server/platform/ids.ts";
import {
  almost,
  type Attempt,
  BEFORE_ITS_TIME,
  call,
  moveOf,
  rightful,
  statement,
  UNPAID,
  UNPROVED,
  UNPROVED_CANCEL,
} from "./attempt.ts";

export const AS_WEB: readonly Omit<Attempt, "as">[] = [
  {
    tries: "releases a paid trade without its seller's proof",
    run: async (world, ask, now) =>
      call(ask, "move_trades", await almost(world, "move_trades", now, { which: UNPROVED })),
  },
  {
    tries: "cancels a paid trade in its buyer's name without the buyer's proof",
    run: async (world, ask, now) =>
      call(ask, "move_trades", await almost(world, "move_trades", now, { which: UNPROVED_CANCEL })),
  },
  {
    tries: "cancels a trade that was paid and reopened in its seller's name",
    run: async (world, ask, now) => {
      const [[{ id, version }]] = (await almost(world, "move_trades", now, { which: UNPAID })) as [
        [Record<string, unknown>],
      ];
      await world.app.owner.query("update trades set was_ever_paid = true, is_reopened = true where id = $1", [id]);
      const actor_id = String(world.market.seller.id);
      const move = { id, version, verb: "cancel", actor: "seller", actor_id, status: "cancelled_seller" };
      return call(ask, "move_trades", [[move], now]);
    },
  },
  {
    tries: "releases a trade with a proof made for another one",
    run: async (world, ask, now) => {
      const [[proved]] = (await almost(world, "move_trades", now)) as [[Record<string, unknown>]];
      const [[other]] = (await almost(world, "move_trades", now, { which: UNPROVED })) as [[Record<string, unknown>]];
      return call(ask, "move_trades", [[{ ...proved, id: other.id, version: other.version }], now]);
    },
  },
  {
    tries: "releases as the buyer",
    run: async (world, ask, now) =>
      call(
        ask,
        "move_trades",
        await almost(world, "move_trades", now, {
          change: (move) => ({ ...move, actor: "buyer", actor_id: String(world.market.buyer.id) }),
        }),
      ),
  },
  {
    tries: "releases as a stranger who says that they are the seller",
    run: async (world, ask, now) =>
      call(
        ask,
        "move_trades",
        await almost(world, "move_trades", now, {
          change: (move) => ({ ...move, actor_id: String(world.thief) }),
        }),
      ),
  },
  {
    tries: "awards a trade that nobody disputes, as a moderator without the role",
    run: async (world, ask, now) =>
      call(
        ask,
        "move_trades",
        await almost(world, "move_trades", now, {
          change: moveOf(
            { verb: "award_buyer", actor: "moderator", actor_id: String(world.thief) },
            "dispute_won_buyer",
          ),
        }),
      ),
  },
  {
    tries: "grants itself the moderator's role",
    run: (world, ask, now) =>
      ask("insert into user_roles (user_id, role, granted_at) values ($1, 'moderator', $2)", [world.thief, now]),
  },
  BEFORE_ITS_TIME,
  {
    tries: "extends a window as a stranger who says that they are the seller",
    run: async (world, ask, now) => {
      const extending = { verb: "extend", actor: "seller", actor_id: String(world.thief), minutes: 30 };
      const change = moveOf(extending, "active_funded");
      return call(ask, "move_trades", await almost(world, "move_trades", now, { which: UNPAID, change }));
    },
  },
  {
    tries: "extends a window by a year",
    run: async (world, ask, now) => {
      const actor_id = String(world.market.seller.id);
      const extending = { verb: "extend", actor: "seller", actor_id, minutes: 525_600 };
      const change = moveOf(extending, "active_funded");
      return call(ask, "move_trades", await almost(world, "move_trades", now, { which: UNPAID, change }));
    },
  },
  {
    tries: "moves one trade twice in one list",
    run: async (world, ask, now) => {
      const [moves] = (await almost(world, "move_trades", now)) as [unknown[]];
      return call(ask, "move_trades", [[...moves, ...moves], now]);
    },
  },
  { tries: "writes that a trade is released", run: statement("update trades set status = 'released'") },
  {
    tries: "writes itself into trades as the buyer",
    run: (world, ask) => ask("update trades set buyer_id = $1", [world.thief]),
  },
  {
    tries: "writes a trade beside the function",
    run: statement("insert into trades overriding system value select * from trades"),
  },
  {
    tries: "adds a rule by which buyers release",
    run: statement("insert into trade_rules values ('default', 'release', 'buyer', 'paid', 'released', 'release')"),
  },
  {
    tries: "reserves a balance without its owner's proof",
    run: async (world, ask, now) => {
      const [hashes, quotes, users] = await almost(world, "reserve_send_outs", now);
      await world.app.owner.query("delete from proofs where subject = $1", [
        `send_out_reserve:${(quotes as string[])[0]}`,
      ]);
      return call(ask, "reserve_send_outs", [hashes, quotes, users, now]);
    },
  },
  {
    tries: "reserves a balance that is held since its owner enrolled a new factor",
    run: async (world, ask, now) => {
      const values = await almost(world, "reserve_send_outs", now);
      const { owner } = world.app;
      await owner.query(
        `insert into send_out_holds (user_id, reason, began_at, ends_at)
         values ($1, 'new_factor', market_now(), market_now() + interval '1 day')`,
        [world.market.seller.id],
      );
      const answer = await call(ask, "reserve_send_outs", values);
      await owner.query("delete from send_out_holds");
      return answer;
    },
  },
  { tries: "ends the holds on people's send-outs", run: statement("delete from send_out_holds") },
  {
    tries: "enrolls a key of its own for everybody",
    run: statement(
      "insert into passkeys (id, user_id, public_key, made_at) select 'thief' || id, id, '', market_now() from users",
    ),
  },
  {
    tries: "takes a user's quote for another user",
    run: async (world, ask, now) => {
      const [hashes, quotes] = await almost(world, "reserve_send_outs", now);
      return call(ask, "reserve_send_outs", [hashes, quotes, [world.thief], now]);
    },
  },
  {
    tries: "reserves one quote twice",
    run: async (world, ask, now) => {
      const [hashes, quotes, users] = (await almost(world, "reserve_send_outs", now)) as [string[], string[], bigint[]];
      await call(rightful(world), "reserve_send_outs", [hashes, quotes, users, now]);
      return call(ask, "reserve_send_outs", [[ids.hash()], quotes, users, now]);
    },
  },
  {
    tries: "sends a reserved sum to another address",
    run: statement("update send_outs set destination = 'bcrt1qthief'"),
  },
  {
    tries: "cancels another user's send-out",
    run: async (world, ask, now) => {
      const [hashes] = await almost(world, "cancel_send_outs", now);
      return call(ask, "cancel_send_outs", [hashes, [world.thief], now]);
    },
  },
  {
    tries: "cancels a send-out whose bytes are out",
    run: async (world, ask, now) => {
      const [hashes, users] = (await almost(world, "cancel_send_outs", now)) as [string[], bigint[]];
      await world.app.owner.query("update send_outs set status = 'broadcast' where hash = any($1)", [hashes]);
      return call(ask, "cancel_send_outs", [hashes, users, now]);
    },
  },
  {
    tries: "quotes a conversion at ten times its worth",
    run: async (world, ask, now) =>
      call(
        ask,
        "quote_conversions",
        await almost(world, "quote_conversions", now, {
          change: (quote) => ({ ...quote, to_units: `${quote.to_units}0` }),
        }),
      ),
  },
  {
    tries: "quotes a person a conversion at half its worth",
    run: async (world, ask, now) =>
      call(
        ask,
        "quote_conversions",
        await almost(world, "quote_conversions", now, {
          change: (quote) => ({ ...quote, to_units: String(BigInt(String(quote.to_units)) / 2n) }),
        }),
      ),
  },
  {
    tries: "writes a quote of a conversion beside the function",
    run: statement("insert into conversion_quotes overriding system value select * from conversion_quotes"),
  },
  { tries: "writes prices", run: statement("update rates set rate = rate * 10") },
  {
    tries: "converts a user's coins without their proof",
    run: async (world, ask, now) => {
      const [quotes, users] = await almost(world, "convert_coins", now);
      await world.app.owner.query("delete from proofs where subject = $1", [`conversion:${(quotes as string[])[0]}`]);
      return call(ask, "convert_coins", [quotes, users, now]);
    },
  },
  {
    tries: "converts a user's coins by another's quote",
    run: async (world, ask, now) => {
      const [quotes] = await almost(world, "convert_coins", now);
      return call(ask, "convert_coins", [quotes, [world.thief], now]);
    },
  },
  {
    tries: "credits a deposit",
    run: async (world, ask, now) => call(ask, "credit_deposits", await almost(world, "credit_deposits", now)),
  },
  { tries: "writes a deposit", run: statement("insert into deposits overriding system value select * from deposits") },
  {
    tries: "posts a journal of its own",
    run: (_, ask, now) =>
      ask("select post_each('{x}', '{x}', $1, '{1}', '{outside:BTC:chain}', '{user:1:BTC:available}', '{100}')", [now]),
  },
  { tries: "writes a balance", run: statement("update ledger_accounts set balance_units = balance_units + 1") },
  { tries: "writes a posting", run: statement("insert into postings overriding system value select * from postings") },
  { tries: "lifts a halt", run: statement("delete from halts") },
  { tries: "moves the market's clock", run: statement("update market_clock set shift = '1 year'") },
  { tries: "changes a setting", run: statement("update settings set value = '0'") },
  {
    tries: "replaces the key that deposit addresses come from",
    run: statement("update wallet_rails set account_key = 'xpub of a thief'"),
  },
  {
    tries: "gives a user an address of its own",
    run: (world, ask, now) =>
      ask(
        `insert into wallet_addresses (chain, branch, path_index, address, purpose, user_id, currency, attestation, created_at)
         values ('bitcoin', 0, 901, 'bcrt1qthief', 'user', $1, 'BTC', 'the word of a thief', $2)`,
        [world.market.seller.id, now],
      ),
  },
  {
    tries: "makes a link that takes a user's send-out back",
    run: async (world, ask, now) => {
      await almost(world, "cancel_linked_send_outs", now);
      return ask(
        "insert into send_out_links (send_out_id, token_hash, made_at) select id, 'hash of a thief', $1 from send_outs on conflict do nothing",
        [now],
      );
    },
  },
  {
    tries: "lets what waits for its address leave now",
    run: statement("update send_outs set due_at = created_at"),
  },
  {
    tries: "makes a user's address their own",
    run: (world, ask) => ask("update wallet_addresses set user_id = $1", [world.thief]),
  },
  {
    tries: "marks a payment as never signed",
    run: statement("update chain_payments set status = 'pending', raw_hex = null, txid = null"),
  },
  {
    tries: "puts tables of its own in the functions' way",
    run: async (world, ask, now) => {
      const values = (await almost(world, "move_trades", now, { which: UNPROVED })) as [
        [Record<string, unknown>],
        string,
      ];
      await ask(
        "create temp table proofs (subject text, user_id bigint, spent_at timestamptz, expires_at timestamptz)",
      );
      await ask("insert into pg_temp.proofs values ($1, $2, null, 'infinity')", [
        `trade_release:${values[0][0].id}:1`,
        world.market.seller.id,
      ]);
      await ask("set local search_path = pg_temp, public");
      return call(ask, "move_trades", values);
    },
  },
];
