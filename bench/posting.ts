/** Escrow lifecycles through the posting port and the group poster only: how many the ledger can take. */
import * as z from "zod/mini";
import { endpoint } from "#contract/platform/endpoint.ts";
import { accountOf, type Journal, postEach } from "../server/money/ledger/index.ts";
import { makeGroupPoster } from "../server/platform/http/group.ts";
import { route as routeOf } from "../server/platform/http/policy.ts";
import { mayAct, refusalByBlock, standingsOf } from "../server/people/accounts/index.ts";
import { giveCoins } from "../server/testing/index.ts";
import type { Ground } from "./ground.ts";
import { during, interleaved, middle, ratioOf, whole } from "./rounds.ts";
import type { Row } from "./row.ts";
import { openTpcb } from "./tpcb.ts";

const CALLERS = 256;
const ROUNDS = 5;
const SECONDS = 4;
/** People of this bench only; the ledger knows accounts by name and asks nobody else. */
const FIRST_USER = 1_000_000n;

const postJournal = endpoint({
  name: "benchPost",
  method: "POST",
  path: "/bench/post",
  summary: "One journal",
  reply: z.string(),
});

export async function posting(ground: Ground): Promise<Row[]> {
  const { db, say } = ground;
  await db.tx(async (tx) => {
    for (let caller = 0; caller < CALLERS; caller++) {
      await giveCoins(tx, FIRST_USER + BigInt(caller), "BTC", 1_000_000_000n);
    }
  });
  const poster = makeGroupPoster(db, { of: standingsOf, mayAct, refusalByBlock });
  const route = routeOf(
    postJournal,
    { auth: "session", rateLimit: "money" },
    {
      group: { name: "journals", run: postEach },
      command: (context) => (context as unknown as { journal: Journal }).journal,
    },
  );
  const post = async (journal: Journal) => {
    const { body } = await poster.submit(route, { journal } as never, undefined);
    if (!body.includes('"data":"posted"')) throw new Error(`a journal was ${body}`);
  };
  let next = 1_000_000n;
  const life = async (caller: number) => {
    next += 1n;
    for (const journal of journalsOf(next, caller)) await post(journal);
  };
  const tpcb = await openTpcb(ground);
  say(`${ROUNDS} rounds of ${CALLERS} callers of the posting port and of 16 clients of TPC-B (${tpcb.by})`);
  const rounds = await interleaved(
    ROUNDS,
    { limit: tpcb.run, subject: (seconds) => during(seconds, CALLERS, life) },
    SECONDS,
  );
  await tpcb.close();
  return [
    {
      name: `escrow lifecycles through the posting port, ${CALLERS} callers`,
      measured: `${whole(middle(rounds.subject, "perSecond"))}/s`,
      limit: `TPC-B ${whole(middle(rounds.limit, "perSecond"))}/s (${tpcb.by})`,
      ratio: ratioOf(rounds.subject, rounds.limit, "perSecond"),
      target: { atLeast: 1.5 },
    },
  ];
}

/** The seller's coins are locked; then they go to the buyer, and the fee to the operator. */
function journalsOf(tradeId: bigint, caller: number): Journal[] {
  const seller = accountOf.available(FIRST_USER + BigInt(caller), "BTC");
  const buyer = accountOf.available(FIRST_USER + BigInt((caller + 1) % CALLERS), "BTC");
  const escrow = accountOf.escrow(tradeId, "BTC");
  const subject = `${tradeId}:1`;
  return [
    { kind: "trade_lock", subject, postings: [{ from: seller, to: escrow, units: 1010n }] },
    {
      kind: "trade_release",
      subject,
      postings: [
        { from: escrow, to: buyer, units: 1000n },
        { from: escrow, to: accountOf.house("BTC", "fees"), units: 10n },
      ],
    },
  ];
}
