/**
 * With the login of the web and the signer's socket, while people are there: what they type or touch is asked for
 * something else than they see. Users who act may lose by it; the others must not.
 */
import { openDisputeAndTake } from "../../../server/testing/market/disputes.ts";
import { aPerson, aTrade, start, TEST_PASSWORD } from "../../../server/testing/index.ts";
import { type Ask, type Attempt, call } from "../attempt.ts";
import { commit, passkeyOver, proveAs, quoteFor, sendAway, TEN_BITCOIN, word } from "../send-away.ts";
import { FAR, type Stage } from "../stage.ts";

const TYPED = { password: TEST_PASSWORD };
/** About a hundred dollars, fee and all: what goes to a new address without a wait. */
const SMALL = 115_000n;

/** The seller has enrolled nothing: the password is what they prove by. */
async function byPassword<T>({ app, market }: Stage, work: () => Promise<T>): Promise<T> {
  const { rows } = await app.owner.query("delete from passkeys where user_id = $1 returning *", [market.seller.id]);
  try {
    return await work();
  } finally {
    for (const row of rows)
      await app.owner.query("insert into passkeys select * from jsonb_populate_record(null::passkeys, $1)", [
        JSON.stringify({ ...row, public_key: `\\x${row.public_key.toString("hex")}` }),
      ]);
  }
}

/** The web has seen the trade and its version, so it loads no page. */
export async function moveTrade(
  { app }: Stage,
  ask: Ask,
  {
    hash,
    now,
    ...move
  }: { hash: string; now: string; verb: string; actor: string; actor_id: string; status: string; share?: string },
) {
  const { rows } = await app.owner.query("select id, version from trades where hash = $1", [hash]);
  return call(ask, "move_trades", [[{ ...rows[0], ...move }], now]);
}

function release(stage: Stage, ask: Ask, { hash, now }: { hash: string; now: string }) {
  const actor_id = String(stage.market.seller.id);
  return moveTrade(stage, ask, { hash, now, verb: "release", actor: "seller", actor_id, status: "released" });
}

/** The buyer works for the thief, and pays nothing. */
async function unpaidTrade({ market }: Stage, fiat: string): Promise<string> {
  const started = await start(market, { fiat });
  if (started.code) throw new Error(`the trade did not start: ${started.code}`);
  return started.data.tradeHash;
}

export async function aModerator({ app }: Stage) {
  const { id, client } = await aPerson(app);
  await app.owner.query("insert into user_roles values ($1, 'moderator', market_now() - interval '1 day')", [id]);
  return { id, client };
}

/** A moderator's word about another dispute, as their own page would have it said. */
async function awardBy(stage: Stage, ask: Ask, { hash, now, id }: { hash: string; now: string; id: bigint }) {
  const wanted = { kind: "award", id: hash, winner: "buyer" } as const;
  await proveAs(stage, id, { wanted, shown: passkeyOver(stage, id, { wanted, now }) });
  const moderator = { actor: "moderator", actor_id: String(id) };
  return moveTrade(stage, ask, { hash, now, verb: "award_buyer", ...moderator, status: "dispute_won_buyer" });
}

/** Says that a release of the seller's trade is proved by what is shown. */
const proving = (
  tries: string,
  shownBy: (
    stage: Stage,
    hash: string,
    now: string,
  ) => ReturnType<typeof passkeyOver> | Promise<ReturnType<typeof passkeyOver>>,
): Attempt => ({
  as: "web",
  tries,
  run: async (stage, _, now) => {
    const hash = await aTrade(stage.market, "paid");
    const shown = await shownBy(stage, hash, now);
    return word(await proveAs(stage, stage.market.seller.id, { wanted: { kind: "release", id: hash }, shown }));
  },
});

const ASKED_FOR_SOMETHING_ELSE: readonly Attempt[] = [
  {
    as: "web",
    tries: "has a password that was typed for one trade prove another one",
    acting: ["seller"],
    run: (stage, ask, now) =>
      byPassword(stage, async () => {
        const hash = await unpaidTrade(stage, "400");
        await proveAs(stage, stage.market.seller.id, { wanted: { kind: "release", id: hash }, shown: TYPED });
        return release(stage, ask, { hash, now });
      }),
  },
  {
    as: "web",
    tries: "has a password that was typed for a small trade prove a large one",
    run: (stage, ask, now) =>
      byPassword(stage, async () => {
        const hash = await unpaidTrade(stage, "600");
        await proveAs(stage, stage.market.seller.id, { wanted: { kind: "release", id: hash }, shown: TYPED });
        return release(stage, ask, { hash, now });
      }),
  },
  {
    as: "web",
    tries: "has a password that was typed for a trade prove a send-out of ten bitcoin to somewhere else",
    run: (stage, ask, now) =>
      byPassword(stage, () =>
        sendAway(stage, ask, { userId: stage.market.seller.id, units: TEN_BITCOIN, now, shown: TYPED }),
      ),
  },
  {
    as: "web",
    tries: "keeps a password that was typed, and sends small sums out until the day's are gone",
    acting: ["seller"],
    run: (stage, ask, now) =>
      byPassword(stage, async () => {
        const wish = { userId: stage.market.seller.id, units: SMALL, now, shown: TYPED };
        for (let times = 0; times < 11; times++) await sendAway(stage, ask, wish);
        return sendAway(stage, ask, wish);
      }),
  },
  {
    as: "web",
    tries: "asks for a passkey's word about a release, and has it say yes to a send-out",
    acting: ["seller"],
    run: (stage, ask, now) => sendAway(stage, ask, { userId: stage.market.seller.id, units: TEN_BITCOIN, now }),
  },
  {
    as: "web",
    tries: "asks for a passkey's word about one trade, and has it say yes to another one",
    acting: ["seller"],
    run: async (stage, ask, now) => {
      const { market } = stage;
      const hash = await unpaidTrade(stage, "900");
      const wanted = { kind: "release", id: hash } as const;
      await proveAs(stage, market.seller.id, { wanted, shown: passkeyOver(stage, market.seller.id, { wanted, now }) });
      return release(stage, ask, { hash, now });
    },
  },
  {
    as: "web",
    tries: "turns a moderator's word about one dispute into one about another",
    acting: ["seller"],
    run: async (stage, ask, now) => {
      const { id, client } = await aModerator(stage);
      const hash = await openDisputeAndTake(stage.market, { moderator: client });
      return awardBy(stage, ask, { hash, now, id });
    },
  },
  {
    as: "web",
    tries: "decides a dispute above a thousand dollars by the word of one moderator",
    run: async (stage, ask, now) => {
      const { id } = await aModerator(stage);
      const hash = await unpaidTrade(stage, "1100");
      await stage.app.owner.query("update trades set status = 'dispute_open', expires_at = null where hash = $1", [
        hash,
      ]);
      return awardBy(stage, ask, { hash, now, id });
    },
  },
  {
    as: "web",
    tries: "shows a user another user's address to send coins to",
    acting: ["seller"],
    run: async ({ market }, ask, now) => {
      const written = await ask(
        `insert into wallet_addresses (chain, branch, path_index, address, purpose, user_id, currency, created_at)
         values ('bitcoin', 0, 7777, $1, 'user', $2, 'BTC', $3)`,
        [FAR, market.seller.id, now],
      );
      return { ...written, paidUsd: SENT_IN_USD };
    },
  },
];

/** The deposits of the attempt's user, which no limit bounds. */
const SENT_IN_USD = 1000;

const SHOWN_WRONGLY: readonly Attempt[] = [
  proving("proves a release with the passkey's word about another trade", async (stage, _, now) => {
    const wanted = { kind: "release", id: await aTrade(stage.market, "paid") } as const;
    return passkeyOver(stage, stage.market.seller.id, { wanted, now });
  }),
  proving("proves a release with another user's passkey", (stage, id, now) =>
    passkeyOver(stage, stage.market.buyer.id, { wanted: { kind: "release", id }, now }),
  ),
  proving("proves a release with a passkey's word that is six minutes old", (stage, id, now) => {
    const before = new Date(Date.parse(now) - 6 * 60_000).toISOString();
    return passkeyOver(stage, stage.market.seller.id, { wanted: { kind: "release", id }, now: before });
  }),
  proving("guesses a seller's password at the signer", () => ({ password: "password12345" })),
  {
    as: "web",
    tries: "proves a send-out with the passkey's word about a trade",
    run: async (stage, ask, now) => {
      const userId = stage.market.seller.id;
      const wanted = { kind: "release", id: await aTrade(stage.market, "paid") } as const;
      const shown = passkeyOver(stage, userId, { wanted, now });
      return sendAway(stage, ask, { userId, units: TEN_BITCOIN, now, shown });
    },
  },
  {
    as: "web",
    tries: "proves a release with its buyer's password",
    run: async (stage) => {
      const wanted = { kind: "release", id: await aTrade(stage.market, "paid") } as const;
      return word(await proveAs(stage, stage.market.buyer.id, { wanted, shown: TYPED }));
    },
  },
  {
    as: "web",
    tries: "gives a seller a password of its own",
    run: async (stage, ask) => {
      const { id } = stage.market.seller;
      const wanted = { kind: "release", id: await aTrade(stage.market, "paid") } as const;
      const password = "thieves keep many keys";
      const reference = await stage.verifier.prepareCredential(password);
      await ask("update users set credential = $1 where id = $2", [reference, id]);
      await commit(ask);
      return word(await proveAs(stage, id, { wanted, shown: { password } }));
    },
  },
  {
    as: "worker",
    tries: "proves a person's release with another one's key",
    run: async (stage, _, now) => {
      const wanted = { kind: "release", id: await aTrade(stage.market, "paid") } as const;
      const shown = passkeyOver(stage, stage.thief, { wanted, now });
      return word(await proveAs(stage, stage.market.seller.id, { wanted, shown }));
    },
  },
];

const OF_THE_SIGNER: readonly Attempt[] = [
  { as: "web", tries: "reads the hashes of passwords", run: (_, ask) => ask("select password_hash from credentials") },
  {
    as: "web",
    tries: "enrolls a passkey of its own for a seller",
    run: ({ market }, ask, now) =>
      ask("insert into passkeys (id, user_id, public_key, made_at) values ('thief', $1, '', $2)", [
        market.seller.id,
        now,
      ]),
  },
  {
    as: "web",
    tries: "writes a proof",
    run: ({ market }, ask, now) =>
      ask(
        `insert into public.proofs (subject, user_id, method, proved_at, expires_at)
         values ('trade_release:1:1', $1, 'passkey', $2, 'infinity')`,
        [market.seller.id, now],
      ),
  },
  {
    as: "web",
    tries: "makes a quote larger after it was proved",
    run: async ({ market }, ask, now) => {
      const quote = await quoteFor(ask, { userId: market.seller.id, units: 1000n, now });
      return ask("update send_out_quotes set units = 1000000000 where hash = $1", [quote]);
    },
  },
];

export const OF_PEOPLE: readonly Attempt[] = [...ASKED_FOR_SOMETHING_ELSE, ...SHOWN_WRONGLY, ...OF_THE_SIGNER];
