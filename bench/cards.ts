/** Payments with virtual cards: questions of merchants that are decided, one call a question, beside a durable insert. */
import pg from "pg";
import { together } from "../server/platform/together.ts";
import { decideAll, type Question } from "../server/products/cards/rows.ts";
import { aUser } from "../server/testing/index.ts";
import type { Ground } from "./ground.ts";
import { during, interleaved, middle, ms, ratioOf, type Timed, whole } from "./rounds.ts";
import type { Row } from "./row.ts";

const CALLERS = 16;
const ROUNDS = 5;
const SECONDS = 4;
/** Of each caller: a card has the payments of a month, not of a bench. */
const CARDS = 25;

export async function cards(ground: Ground): Promise<Row[]> {
  await openCards(ground);
  ground.say(`${ROUNDS} rounds of ${CALLERS} callers that ask cards for money and of ${CALLERS} that insert a row`);
  const insert = await openInsert(ground);
  const decided = await interleaved(ROUNDS, { limit: insert.run, subject: decider(ground) }, SECONDS).finally(
    insert.close,
  );
  return [
    {
      name: `card authorizations decided, p99 at ${CALLERS} callers (${whole(middle(decided.subject, "perSecond"))}/s)`,
      measured: ms(middle(decided.subject, "p99")),
      limit: `a durable insert ${ms(middle(decided.limit, "p99"))} (p99, ${whole(middle(decided.limit, "perSecond"))}/s)`,
      ratio: ratioOf(decided.subject, decided.limit, "p99"),
      target: { atMost: 5 },
    },
  ];
}

const hashOf = (caller: number, card: number) => `benchcard${String(caller * CARDS + card).padStart(5, "0")}`;

/** Users with a card and four thousand dollars each. */
async function openCards({ db, owner, say }: Ground): Promise<void> {
  say(`${CALLERS * CARDS} users with a card`);
  for (let caller = 0; caller < CALLERS; caller++)
    for (let card = 0; card < CARDS; card++) {
      const userId = await db.tx((tx) => aUser(tx, { username: `bench_card_${caller * CARDS + card}` }));
      await owner.query(
        `with account as (insert into card_accounts (user_id, opened_at) values ($1, market_now()) returning user_id)
         insert into cards (hash, user_id, label, last4, number_sealed, number_index, expires_on, is_single_use, created_at, issuer, sent_version,
           send_at)
         select $2, user_id, 'Bench', '1234', '\\x00', sha256(convert_to($2, 'UTF8')), '2040-01-01', false, market_now(), 'house_issuer', 1, market_now() from account`,
        [userId, hashOf(caller, card)],
      );
      await owner.query(
        `select post_each(array['test'], array['money of ' || $1], market_now(), array[1], array['outside:USD:issuer'],
           array['user:' || $2 || ':USD:card'], array[400000::bigint])`,
        [hashOf(caller, card), userId],
      );
    }
}

/** As a real issuer's callback asks. */
function decider({ db }: Ground): (seconds: number) => Promise<Timed> {
  let asked = 0;
  const decide = together((questions: readonly Question[]) => db.tx((tx) => decideAll(tx, questions)));
  return (seconds) =>
    during(seconds, CALLERS, async (caller, round) => {
      const question = {
        ...{
          id: `bench_question_${asked++}`,
          card: hashOf(caller, round % CARDS),
          merchant: "Bench",
          merchant_group: "shop",
        },
        ...{ country: "US", currency: "USD", amount_units: "100" },
      } satisfies Question;
      const outcome = await decide(question);
      if (outcome !== "approved") throw new Error(`a payment was declined: ${outcome}`);
    });
}

async function openInsert({
  cluster,
}: Ground): Promise<{ run(seconds: number): Promise<Timed>; close(): Promise<void> }> {
  const clients = await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      const client = new pg.Client({ connectionString: cluster.adminUrl("tpcb") });
      await client.connect();
      return client;
    }),
  );
  await clients[0]?.query("create table if not exists durable (n bigint)");
  return {
    run: (seconds) =>
      during(seconds, CALLERS, async (caller) => clients[caller]?.query("insert into durable values ($1)", [caller])),
    close: async () => void (await Promise.all(clients.map((client) => client.end()))),
  };
}
