/** Right arguments for the functions with which staff read and close reports of messages. */
import { ids } from "../../../server/platform/ids.ts";
import { aPerson } from "../../../server/testing/index.ts";
import type { Good, Ground } from "../ground.ts";

const WHY = "as two people have reported";

export function messengerCalls({ app }: Ground): Record<string, Good[]> {
  const { owner } = app;
  const aModerator = async () => {
    const { id } = await aPerson(app);
    await owner.query("insert into user_roles values ($1, 'moderator', market_now())", [id]);
    return id;
  };
  const aMessageReport = async () => {
    const [ada, ben] = [(await aPerson(app)).id, (await aPerson(app)).id];
    const { rows } = await owner.query(
      `with made as (
         insert into direct_conversations (hash, low_id, high_id, started_by, created_from, last_seq, created_at)
         values ($1, least($2::bigint, $3), greatest($2::bigint, $3), $2, 'profile', 1, market_now())
         returning id),
       report as (
         insert into direct_reports (number, conversation_id, reporter_id, reported_id, reason, reported_at)
         select $1, id, $3, $2, 'spam', market_now() from made
         returning id, number)
       insert into direct_report_messages (report_id, seq, author_id, kind, body_sealed, at)
       select id, 1, $2, 'text', '\\x01', market_now() from report
       returning (select number from report) as number`,
      [ids.hash(), ada, ben],
    );
    return rows[0].number as string;
  };
  return {
    look_at_message_report: [async (now) => [await aMessageReport(), await aModerator(), WHY, now]],
    "close_message_report done": [async (now) => [await aMessageReport(), "upheld", WHY, await aModerator(), now]],
  };
}
