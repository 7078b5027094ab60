/** With card money: none comes without its owner's proof, none goes back while the program goes on, and no answer to a dispute is made up. */
import { ids } from "../../../server/platform/ids.ts";
import { type Attempt, almost, call, rightful } from "../attempt.ts";

export const OF_CARDS: readonly Attempt[] = [
  {
    as: "web",
    tries: "turns the coins of a user into card money without a proof",
    run: async (stage, ask, now) => {
      const [hash, userId, ...rest] = await almost(stage, "quote_card_top_up", now);
      await call(ask, "quote_card_top_up", [hash, userId, ...rest]);
      return call(ask, "top_up_cards", [[hash], [userId], now]);
    },
  },
  {
    as: "web",
    tries: "approves an online payment of much without its user's proof",
    run: async (stage, ask, now) => {
      const [hash, userId, isYes] = await almost(stage, "answer_card_approval", now);
      await rightful(stage)("update card_approvals set usd_units = 50000 where hash = $1", [hash]);
      return ask("select answer_card_approval($1, $2, $3, $4) as outcome", [hash, userId, isYes, now]);
    },
  },
  {
    as: "web",
    tries: "books what a merchant took with a card",
    run: async (stage, ask, now) => call(ask, "book_card_messages", await almost(stage, "book_card_messages", now)),
  },
  {
    as: "web",
    tries: "ends the program of the cards",
    run: async (_stage, ask, now) =>
      ask("insert into card_program_ends (issuer, at) values ('house_issuer', $1)", [now]),
  },
  {
    as: "worker",
    tries: "gives card money back while the program goes on",
    run: async (stage, ask, now) => {
      const values = await almost(stage, "return_card_money", now);
      await rightful(stage)("delete from card_program_ends");
      return ask(
        "select case when count(*) = 0 then 'nothing' else 'done' end as outcome from return_card_money($1, $2)",
        values,
      );
    },
  },
  {
    as: "worker",
    tries: "credits a dispute that nobody opened",
    run: async (stage, ask, now) => {
      const [messages, entries, outcomes, at] = await almost(stage, "book_card_messages", now);
      const [entry] = entries as Record<string, unknown>[];
      const made = { ...entry, kind: "dispute_won", authorization: null, dispute: ids.hash() };
      await ask("select book_card_messages($1, $2, $3, $4)", [messages, JSON.stringify([made]), outcomes, at]);
      return ask("select outcome from card_messages where id = any($1)", [messages]);
    },
  },
];
