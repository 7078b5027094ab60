/** A market with something of every kind for the functions of money: what they may be called with, and what is right. */
import {
  aMarket,
  aPerson,
  aTrade,
  giveCoins,
  type TestApp,
  type TestMarket,
  testApp,
} from "../../server/testing/index.ts";
import { accountOf, post } from "../../server/money/ledger/index.ts";
import { aDeposit, aQuote, goodCalls } from "./good/calls.ts";
import { type Ground, one, tradeId } from "./ground.ts";

export type MoneyWorld = Awaited<ReturnType<typeof moneyWorld>>;

/** The effect that each function must have had once in a meaningful run. */
export const MUST_HAPPEN = [
  ...[
    "open_trades locked",
    "move_trades moved",
    "move_trades unproved",
    "extend_deadlines",
    "propose_award proposed",
    "awards_in_day",
  ],
  ...["submit_evidence", "ask_for_evidence", "moderator_is_here"],
  ...["make_dispute_appeal", "take_dispute_appeal", "decide_dispute_appeal"],
  ...["appeal_is_paid", "appeal_worth"],
  ...["report_chargeback", "take_chargeback", "decide_chargeback", "make_chargeback_good", "chargeback_time"],
  ...["may_judge_chargeback"],
  ...[
    "attach_to_trade",
    "judge_attachment",
    "remove_attachment",
    "ask_requirement",

    "end_promotions",
  ],
  ...["change_by_staff done", "change_by_staff proposed", "confirm_staff_change done", "note_staff_act"],
  ...["close_audit_batch", "note_audit_signature", "note_audit_reading noted"],
  ...["announce done", "end_announcement done", "note_announcements", "note_error", "resolve_error done"],
  ...["restrict_user done", "lift_restriction done", "keep_restriction done", "appeal_restriction done"],
  ...["look_at_message_report", "close_message_report done"],
  ...["report_offer done", "approve_offer done", "reject_offer done", "appeal_offer done"],
  ...["feature_offer done", "unfeature_offer done", "add_missed_trades", "forget_missed_trades"],
  ...["deposit_bond deposited", "return_bond returned", "bond_holdings", "bond_standings", "bond_lock", "bond_units"],
  ...["promotions_of", "promote_offer promoted"],
  ...["flag_is_on", "flags_of"],
  ...["base_fee_bp", "least_manual_fee_bp", "fee_bp_of", "settle_method_fees", "special_partner"],
  ...["note_look_up noted", "note_missed_look noted", "block_trade_view done", "allow_last_send_out done"],
  ...["start_verification started", "add_verification_picture added", "submit_verification submitted"],
  ...[
    "mark_picture_corrupted marked",
    "counted_approvals",
    "look_at_verification noted",
    "decide_verification done",
    "demand_verification done",
  ],
  ...["convert_to_corporate converted", "convert_to_personal converted", "postpone_company_verification"],
  ...["show_company_name", "wallet_blocks_of"],
  ...[
    "decide_by_provider done",

    "has_confirmed_phone",
    "shown_phones",
    "texts_stopped",
    "talk_is_over",
  ],
  ...[],
  "count_endings",
  "keep_parts",
  ...["settle_badges", "badge_facts", "note_owners", "decide_screening done", "hold_judge", "lock_conversations"],
  ...["begin_password_reset", "password_reset_user", "password_stands"],
  ...["closing_obstacles", "ask_to_close", "take_back_closing", "close_account"],
  ...["begin_export", "keep_export_piece", "finish_export", "forget_exports"],
  ...["erase_by_age", "files_to_remove", "remind_of_trades", "remind_of_evidence", "remind_of_dates"],
  ...["set_avatar", "remove_avatar_by_staff done"],
  ...["begin_email_change", "confirm_email_change", "undo_email_change"],
  ...["create_api_key", "end_api_key"],
  ...["check_webhook", "change_webhook_secret", "switch_webhook", "choose_webhook_events", "remove_webhook"],
  ...["add_gift_card", "delete_gift_card", "place_gift_card", "use_gift_card"],
  ...["may_check_gift_card", "note_gift_card_check"],
  ...["save_payment_account", "delete_payment_account", "share_payment_account", "declare_payer"],

  ...["return_social_attempt", "use_social_sign_in", "connect_social_account", "register_social_account"],
  ...["disconnect_social_account"],
  ...["ask_for_data", "export_part"],
  ...["start_recovery", "take_recovery_upload", "add_recovery_picture", "submit_recovery", "confirm_recovery"],
  ...[
    "look_at_recovery noted",
    "approve_recovery approved_first",
    "reject_recovery done",
    "stop_recovery",
    "stop_own_recovery",
  ],
  ...["note_recovery_link", "open_recovery", "recovery_state", "recovery_faults", "recovery_identity", "recovery_user"],
  ...["finish_recovery"],
  "factor_uses",
  ...["ask_sign_in_approval", "deny_sign_in", "tell_unfinished_sign_ins"],
  ...["ask_phone_code", "try_phone_code", "reset_phone", "write_factor_text", "take_factor_codes"],
  ...["note_sent_code", "sent_code_of", "code_address"],
  ...["devices_for_code", "device_for_first_code", "take_push_codes"],
  ...[
    "reserve_send_outs reserved",
    "cancel_send_outs canceled",
    "cancel_linked_send_outs canceled",
    ...["stop_send_out stopped", "send_out_waits_for"],
    "quote_conversions",
    "convert_coins converted",
  ],
  ...[
    "credit_deposits credited",
    "take_back_deposits taken_back",
    "post_payment_ends",
    "return_send_outs",
    "lose_coins",
    "post_cold_spends",
  ],
];

export async function moneyWorld() {
  const app = await testApp();
  const market = await aMarket(app, { range_max: "100000" });
  await giveStock(app, market.seller.id);
  await openRails(app);
  const [running, released] = [await aTrade(market, "paid"), await aTrade(market, "released")];
  const ground = await groundOf(app, market, running);
  const trades = [await tradeId(ground, running), await tradeId(ground, released)];
  const deposit = await aDeposit(ground);
  return {
    app,
    market,
    /** A user of the market like others. */
    thief: (await aPerson(app)).id,
    pool: {
      ids: [...trades.map(({ id }) => id), String(market.seller.id), String(market.buyer.id), deposit],
      names: [
        ...[await aQuote(ground), running, released, `trade_release:${trades[0]?.id}:1`],
        `user:${market.seller.id}:BTC:available`,
      ],
      documents: trades.flatMap((trade) => oddMoves(market, trade)),
      good: goodCalls(ground),
      ground,
    },
  };
}

async function groundOf(app: TestApp, market: TestMarket, running: string): Promise<Ground> {
  const address = await one<{ id: string }>(
    { app },
    `insert into wallet_addresses (chain, branch, path_index, address, purpose, user_id, currency, attestation, created_at)
     values ('bitcoin', 0, 900, 'bcrt1qours', 'user', $1, 'BTC', 'the word of the signer', market_now()) returning id`,
    [market.buyer.id],
  );
  return { app, market, running, addressId: address.id };
}

async function giveStock({ db }: TestApp, userId: bigint): Promise<void> {
  await db.tx(async (tx) => {
    for (const code of ["BTC", "ETH", "USDT"] as const) {
      await giveCoins(tx, userId, code, 1_000_000_000_000n);
      const postings = [{ from: accountOf.chain(code), to: accountOf.house(code, "inventory"), units: 10n ** 13n }];
      await post(tx, [{ kind: "test_stock", subject: code, postings }]);
    }
  });
}

async function openRails({ owner }: TestApp): Promise<void> {
  for (const [chain, network] of [
    ["bitcoin", "regtest"],
    ["ethereum", "31337"],
  ])
    await owner.query(
      `insert into wallet_rails (chain, is_available, network, is_test, scanned_height, final_height)
       values ($1, true, $2, true, 100, 99)
       on conflict (chain) do update set is_available = true, scanned_height = 100, final_height = 99`,
      [chain, network],
    );
}

const STATUSES = ["released", "cancelled_buyer", "active_funded", "dispute_won_buyer", "expired", "paid"];

/** Moves of a real trade that are wrong in who, when or what, and some that are right. */
function oddMoves({ seller, buyer }: TestMarket, { id, version }: { id: string; version: number }): unknown[] {
  return STATUSES.flatMap((status) =>
    (["buyer", "seller", "clock", "platform", "moderator"] as const).map((actor) => [
      {
        ...{ id, version, actor, status, minutes: 20 },
        verb: { released: "release", expired: "expire", paid: "mark_paid" }[status] ?? "cancel",
        actor_id: actor === "clock" || actor === "platform" ? null : String(actor === "buyer" ? buyer.id : seller.id),
      },
    ]),
  );
}
