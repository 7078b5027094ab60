/** Right arguments for each function of money, about things that are made for them. */
import { signInCalls } from "../sign-in-calls.ts";
import { aSentCode, pushCalls } from "../push-calls.ts";
import { ids } from "../../../server/platform/ids.ts";
import { aPerson, aTrade } from "../../../server/testing/index.ts";
import { attachmentCalls } from "./attachments.ts";
import { aDivision, disputeCalls } from "./awards.ts";
import { chargebackCalls } from "./chargebacks.ts";
import { bondCalls } from "./bonds.ts";
import { productCalls } from "./products/products.ts";
import { giftCardCalls } from "./gift-cards.ts";
import { paymentCalls } from "./payments.ts";
import { anExport, peopleCalls } from "./people.ts";
import { aJournal, anAdmin, consoleCalls } from "./console.ts";
import { recoveryCalls } from "./recovery.ts";
import { reachCalls } from "./partners.ts";
import { moderationCalls } from "./moderation.ts";
import { restrictionCalls } from "./restrictions.ts";
import { socialCalls } from "./social.ts";
import { verificationCalls } from "./verification.ts";
import { walletLineCalls } from "./products/wallet.ts";
import { type Good, type Ground, one, prove, tradeId } from "../ground.ts";

export async function aQuote({ app, market }: Pick<Ground, "app" | "market">): Promise<string> {
  const hash = ids.hash();
  await app.owner.query(
    `insert into send_out_quotes
       (hash, user_id, currency, destination, units, fee_units, usd_value, created_at, expires_at)
     values ($1, $2, 'BTC', 'bcrt1qaway', 1000, 10, 1, market_now(), market_now() + interval '1 minute')`,
    [hash, market.seller.id],
  );
  return hash;
}

/** Reserved by its quote and proof, as the web would. */
async function aSendOut(ground: Ground, now: string): Promise<string> {
  const [quote, hash] = [await aQuote(ground), ids.hash()];
  await prove(ground, `send_out_reserve:${quote}`);
  await ground.app.owner.query("select * from reserve_send_outs($1, $2, $3, $4)", [
    [hash],
    [quote],
    [ground.market.seller.id],
    now,
  ]);
  return hash;
}

function heldCalls(ground: Ground): Record<string, Good[]> {
  return {
    send_out_waits_for: [
      async (now) => {
        const hash = await aSendOut(ground, now);
        return [(await one<{ id: string }>(ground, "select id from send_outs where hash = $1", [hash])).id];
      },
    ],
    "stop_send_out stopped": [
      async (now) => {
        const [hash, admin] = [await aSendOut(ground, now), await anAdmin(ground)];
        await prove(ground, `staff_stop_send_out:${hash}`, admin);
        return [hash, "as they asked", admin, now];
      },
    ],
  };
}

export async function aDeposit(ground: Pick<Ground, "app" | "addressId">): Promise<string> {
  const row = await one<{ id: string }>(
    ground,
    `insert into deposits (hash, chain, txid, output_index, currency, address_id, chain_units, units, status,
                           block_height, block_hash, first_seen_at)
     values ($1, 'bitcoin', $1, 0, 'BTC', $2, 500, 500, 'incoming', 90, 'h90', market_now()) returning id`,
    [ids.hash(), ground.addressId],
  );
  return row.id;
}

async function aConversion(ground: Ground, now: string): Promise<Record<string, unknown>> {
  const fair = await one<{ units: string }>(
    ground,
    `select floor(1000000 * usdt.rate * 1e9 / (eth.rate * 1e6) * 0.99)::bigint as units
     from rates usdt, rates eth
     where (usdt.crypto, usdt.fiat, eth.crypto, eth.fiat) = ('USDT', 'USD', 'ETH', 'USD')`,
  );
  return {
    hash: ids.hash(),
    user_id: String(ground.market.seller.id),
    from_currency: "USDT",
    to_currency: "ETH",
    from_units: "1000000",
    to_units: fair.units,
    rate: "0.0003",
    expires_at: new Date(Date.parse(now) + 30_000).toISOString(),
  };
}

/** Like a running trade of the same offer, as it began. */
async function aStart(ground: Ground, now: string): Promise<readonly unknown[]> {
  const { row } = await one<{ row: Record<string, unknown> }>(
    ground,
    "select to_jsonb(trades) as row from trades where hash = $1",
    [ground.running],
  );
  const { id } = await one<{ id: string }>(ground, "select nextval('trades_id_seq') as id");
  const cleared = Object.keys(row).filter((name) => /_at$|_by$|_reason$|_text$/.test(name) && name !== "started_at");
  const made = {
    ...row,
    ...Object.fromEntries(cleared.map((name) => [name, null])),
    ...{ id, hash: ids.hash(), receipt_uuid: ids.uuid(), status: "active_funded", version: 1, round: 1 },
    ...{ was_ever_paid: false, started_at: now, funded_at: now },
    expires_at: new Date(Date.parse(now) + Number(row.window_minutes) * 60_000).toISOString(),
  };
  return [[made], 30, now];
}

async function aRelease(ground: Ground, now: string, { isProved }: { isProved: boolean }): Promise<readonly unknown[]> {
  const trade = await tradeId(ground, await aTrade(ground.market, "paid"));
  if (isProved) await prove(ground, `trade_release:${trade.id}:1`);
  const actor_id = String(ground.market.seller.id);
  return [[{ ...trade, verb: "release", actor: "seller", actor_id, status: "released" }], now];
}

type Cancel = { readonly from: "active_funded" | "paid"; readonly isProved?: false };

async function aCancel(ground: Ground, now: string, { from, isProved }: Cancel): Promise<readonly unknown[]> {
  const trade = await tradeId(ground, await aTrade(ground.market, from));
  if (isProved !== false) await prove(ground, `trade_cancel:${trade.id}:1`, ground.market.buyer.id);
  const actor_id = String(ground.market.buyer.id);
  return [[{ ...trade, verb: "cancel", actor: "buyer", actor_id, status: "cancelled_buyer" }], now];
}

async function anEnd(ground: Ground, now: string, status: "completed" | "failed"): Promise<readonly unknown[]> {
  const hash = await aSendOut(ground, now);
  await ground.app.owner.query("update send_outs set status = $2 where hash = $1", [hash, status]);
  const row = await one<{ id: string }>(
    ground,
    `insert into chain_payments
       (chain, currency, purpose, subject, plan, status, outcome, raw_hex, txid, fee_paid, created_at)
     values ('bitcoin', 'BTC', 'send_out', $1, '{}', $2, $3, '00', $1, 4, market_now()) returning id`,
    [hash, status, status === "failed" ? "conflicted" : null],
  );
  return [[row.id], now];
}

async function aWindow({ market }: Ground, now: string): Promise<readonly unknown[]> {
  await aTrade(market);
  return [60, now];
}

async function aColdEnd(ground: Ground, now: string): Promise<readonly unknown[]> {
  const row = await one<{ id: string }>(
    ground,
    `insert into chain_payments (chain, currency, purpose, subject, plan, status, raw_hex, txid, fee_paid, created_at)
     values ('bitcoin', 'BTC', 'cold', $1, '{}', 'completed', '00', $1, 4, market_now()) returning id`,
    [ids.hash()],
  );
  return [[row.id], now];
}

async function aTakenBack(ground: Ground, now: string): Promise<readonly unknown[]> {
  const id = await aDeposit(ground);
  await ground.app.owner.query("select * from credit_deposits($1, $2, $3)", [[id], [0], now]);
  await ground.app.owner.query("update deposits set block_height = null, block_hash = null where id = $1", [id]);
  return [[id], [1], ["gone"], now];
}

async function aLostCoin({ app, addressId }: Ground, now: string): Promise<readonly unknown[]> {
  const txid = ids.hash();
  await app.owner.query(
    `insert into coins (txid, output_index, address_id, units, is_coinbase, block_height, spent_txid, spent_height)
     values ($1, 0, $2, 700, false, 80, 'a thief', 90)`,
    [txid, addressId],
  );
  return [[txid], [0], now];
}

async function aColdSpend(ground: Ground, now: string): Promise<readonly unknown[]> {
  const { id } = await one<{ id: string }>(
    ground,
    `insert into cold_spends (chain, txid, currency, units, block_height)
     values ('bitcoin', $1, 'BTC', 70, 90) returning id`,
    [ids.hash()],
  );
  return [[id], now];
}

/** For either side, and one that was proved for a unit more. */
const DIVISIONS = [{ percent: 30n }, { percent: 70n }, { percent: 30n, isProved: false }] as const;

/** A number that nobody has, asked for the first time today. */
async function aPhone({ app }: Ground): Promise<(string | Buffer)[]> {
  await app.owner.query("delete from phone_messages");
  await app.owner.query("delete from phones");
  await app.owner.query(
    `insert into phone_carrier (kind, seen_at) values ('outbox', market_now())
     on conflict (id) do update set seen_at = excluded.seen_at`,
  );
  const [sealed, mark] = [Buffer.from("sealed"), Buffer.from("mark")];
  return [sealed, mark, "DE", "49", "67", "sms", mark, sealed, "198.51.100.1"];
}

async function askedPhone(ground: Ground, userId: bigint = ground.market.seller.id): Promise<string> {
  const asked = [userId, ...(await aPhone(ground))];
  await ground.app.owner.query("select ask_phone_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", asked);
  return String(userId);
}

async function aConfirmedPhone(ground: Ground): Promise<string> {
  const owner = await askedPhone(ground);
  await ground.app.owner.query("update phones set confirmed_at = market_now() where user_id = $1", [owner]);
  return owner;
}

function closingCalls(ground: Ground): Record<string, Good[]> {
  const { market } = ground;
  return {
    ...peopleCalls(ground),
    ...giftCardCalls(ground),
    ...bondCalls(ground),
    ...productCalls(ground),
    ...walletLineCalls(),
    ...paymentCalls(ground),
    ...socialCalls(ground),
    closing_obstacles: [async () => [market.seller.id]],
    ask_to_close: [async () => [market.buyer.id, "other", null]],
    take_back_closing: [async () => [market.buyer.id]],
    ask_for_data: [async () => [market.buyer.id, "1"]],
    export_part: [async () => [await anExport(ground), "sessions", "0", 10]],
    begin_export: [async () => [await anExport(ground)]],
    keep_export_piece: [async () => [await anExport(ground), 0, 0, "\\x00"]],
    finish_export: [async () => [await anExport(ground), 0, "1"]],
    forget_exports: [async () => [[1]]],
    ask_phone_code: [async () => [market.seller.id, ...(await aPhone(ground))]],
    try_phone_code: [
      async () => {
        await askedPhone(ground);
        return [market.seller.id, Buffer.from("mark")];
      },
    ],
    ...pushCalls(ground),
    write_factor_text: [
      async () => [
        await aConfirmedPhone(ground),
        "sms",
        Buffer.from("sealed"),
        "release the coins",
        await aSentCode(ground),
      ],
    ],
    reset_phone: [async () => [await askedPhone(ground)]],
    shown_phones: [async () => [[await aConfirmedPhone(ground)]]],
    texts_stopped: [async () => [await aConfirmedPhone(ground)]],
    ...signInCalls(ground),
    factor_uses: [async () => [market.buyer.id]],
    close_account: [async () => ["1", "closed-nobody", "nobody", "00", "00", "00", "00", "00"]],
  };
}

/**
 * By the name of the function, followed by the outcomes that its calls must have where it returns one: each must occur once.
 * Several calls for a function that may end in several ways. Of move_trades: a release, one without its proof, a paid trade's cancel, an unpaid one's, a paid one's without its proof; then divisions.
 */
export function goodCalls(ground: Ground): Record<string, Good[]> {
  const { app, market } = ground;
  return {
    "open_trades locked": [(now) => aStart(ground, now)],
    "move_trades moved unproved": [
      (now) => aRelease(ground, now, { isProved: true }),
      (now) => aRelease(ground, now, { isProved: false }),
      (now) => aCancel(ground, now, { from: "paid" }),
      (now) => aCancel(ground, now, { from: "active_funded" }),
      (now) => aCancel(ground, now, { from: "paid", isProved: false }),
      ...DIVISIONS.map((one) => (now: string) => aDivision(ground, now, one)),
    ],
    extend_deadlines: [(now) => aWindow(ground, now)],
    keep_parts: [async () => ["events"]],
    ...sellerCalls(ground),
    lock_conversations: [async () => [[await aTrade(market, "paid")]]],
    begin_password_reset: [async (now) => ["0".repeat(64), market.buyer.id, now]],
    password_reset_user: [async () => ["0".repeat(64)]],
    password_stands: [async (now) => [market.buyer.id, now]],
    ...closingCalls(ground),
    count_endings: [async () => [[(await tradeId(ground, await aTrade(market, "released"))).id]]],
    ...{ ...heldCalls(ground), ...disputeCalls(ground), ...attachmentCalls(ground), ...chargebackCalls(ground) },
    "reserve_send_outs reserved": [
      async (now) => {
        const quote = await aQuote(ground);
        await prove(ground, `send_out_reserve:${quote}`);
        return [[ids.hash()], [quote], [market.seller.id], now];
      },
    ],
    "cancel_send_outs canceled": [async (now) => [[await aSendOut(ground, now)], [market.seller.id], now]],
    "cancel_linked_send_outs canceled": [
      async (now) => {
        const hash = await aSendOut(ground, now);
        await app.owner.query(
          `insert into send_out_links (send_out_id, token_hash, made_at)
           select id, 'hash of ' || hash, $2 from send_outs where hash = $1`,
          [hash, now],
        );
        return [[`hash of ${hash}`], now];
      },
    ],
    quote_conversions: [async (now) => [[await aConversion(ground, now)], now]],
    "convert_coins converted": [
      async (now) => {
        const quote = await aConversion(ground, now);
        await prove(ground, `conversion:${quote.hash}`);
        await app.owner.query("select quote_conversions($1, $2)", [JSON.stringify([quote]), now]);
        return [[quote.hash], [market.seller.id], now];
      },
    ],
    "credit_deposits credited": [async (now) => [[await aDeposit(ground)], [0], now]],
    "take_back_deposits taken_back": [(now) => aTakenBack(ground, now)],
    post_payment_ends: [
      (now) => anEnd(ground, now, "completed"),
      (now) => anEnd(ground, now, "failed"),
      (now) => aColdEnd(ground, now),
    ],
    return_send_outs: [
      async (now) => {
        const hash = await aSendOut(ground, now);
        await app.owner.query("update send_outs set status = 'failed' where hash = $1", [hash]);
        return [[hash], now];
      },
    ],
    lose_coins: [(now) => aLostCoin(ground, now)],
    post_cold_spends: [(now) => aColdSpend(ground, now)],
    ...{ ...staffCalls(ground), ...consoleCalls(ground), ...moderationCalls(ground), ...reachCalls(ground) },
    ...{ ...restrictionCalls(ground), ...verificationCalls(ground), ...recoveryCalls(ground) },
  };
}

/** About a user who has offers. */
const sellerCalls = ({ market }: Ground): Record<string, Good[]> => ({
  base_fee_bp: [async () => [14]],
  talk_is_over: [async (now) => [now]],
  least_manual_fee_bp: [async () => [14]],
  flag_is_on: [async () => ["isFeeDiscountEnabled", market.seller.id]],
  flags_of: [async () => [market.seller.id]],
  fee_bp_of: [async (now) => [market.seller.id, 14, 90, now]],
  settle_method_fees: [async () => [[14, 197]]],
  special_partner: [async () => [market.seller.id, await aTrade(market), "nobody_of_it"]],
  ...Object.fromEntries(
    ["note_owners", "settle_badges", "badge_facts"].map((name) => [name, [async () => [[market.seller.id]]]]),
  ),
});

/** By administrators who are made for them, about a user's level. */
function staffCalls(ground: Ground): Record<string, Good[]> {
  /** Proved by both, for a user of level 1. */
  const change = async (level: number) => {
    const [person, admin, other] = [(await aPerson(ground.app)).id, await anAdmin(ground), await anAdmin(ground)];
    const from = level > 1 ? 1 : 4;
    await ground.app.owner.query("update users set granted_level = $2 where id = $1", [person, from]);
    for (const id of [admin, other]) await prove(ground, `staff_set_level:${person}:${level}`, id);
    return { asked: [ids.hash(), "set_level", person, String(level), "as they asked", admin], other };
  };
  return {
    "change_by_staff done proposed": [
      async (now) => [...(await change(3)).asked, now],
      async (now) => [...(await change(1)).asked, now],
    ],
    "confirm_staff_change done": [
      async (now) => {
        const { asked, other } = await change(3);
        await ground.app.owner.query("select change_by_staff($1, $2, $3, $4, $5, $6, $7)", [...asked, now]);
        return [asked[0], other, now];
      },
      (now) => aJournal(ground, now),
    ],
    hold_judge: [async () => [await anAdmin(ground)]],
    close_audit_batch: [async (now) => [now]],
    note_audit_signature: [async () => [1, "a signature"]],
    note_staff_act: [async (now) => [await anAdmin(ground), "dispute.take", "a trade", "case", now]],
  };
}
