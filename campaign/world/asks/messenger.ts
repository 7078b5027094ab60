/** Right calls about conversations outside trades, each in a conversation of its own, and about translations. */
import { sealBody, sealWords } from "../../../server/reach/messenger/body.ts";
import { ids } from "../../../server/platform/ids.ts";
import { aPerson } from "../../../server/testing/index.ts";
import { translationAsks } from "./translation.ts";
import type { World } from "../open-world.ts";

export function messengerAsks(world: World) {
  const { app, tokens } = world;
  const nameOf = async (id: bigint) =>
    (await app.owner.query("select username from users where id = $1", [id])).rows[0].username as string;
  /** Ada wrote to Ben, who has not answered; `answered`: he has. */
  const aConversation = async ({ isAnswered = true } = {}) => {
    const [ada, ben] = [await aPerson(app), await aPerson(app)];
    return { ada, ben, hash: await conversationOf(app, { from: ada.id, to: ben.id, isAnswered }) };
  };
  const byBen = async (body?: unknown, isAnswered = true) => {
    const { ben, hash } = await aConversation({ isAnswered });
    return { by: ben.client.token, other: tokens.stranger, params: { id: hash }, ...(body ? { body } : {}) };
  };
  const aReport = async () => {
    const { ada, ben, hash } = await aConversation();
    const number = ids.hash();
    await app.owner.query(
      `with made as (
         insert into direct_reports (number, conversation_id, reporter_id, reported_id, reason, words_sealed, reported_at)
         select $2, id, $3, $4, 'spam', $5, market_now() from direct_conversations where hash = $1
         returning id, conversation_id)
       insert into direct_report_messages (report_id, seq, author_id, kind, body_sealed, at)
       select made.id, message.seq, message.author_id, message.kind, message.body_sealed, message.at
       from made
       join direct_messages message on message.conversation_id = made.conversation_id`,
      [hash, number, ben.id, ada.id, sealWords("Advertising", number)],
    );
    return { by: tokens.moderator, other: tokens.stranger, params: { number } };
  };
  return {
    ...translationAsks(world),
    startConversation: async () => {
      const [ada, ben] = [await aPerson(app), await aPerson(app)];
      const body = { username: await nameOf(ben.id), created_from: "offer", text: "Do you trade larger amounts?" };
      return { by: ada.client.token, body };
    },
    getConversation: () => byBen(),
    listDirectMessages: () => byBen(),
    postDirectMessage: () => byBen({ text: "Yes, up to five thousand." }),
    acceptConversation: () => byBen(undefined, false),
    declineConversation: () => byBen(undefined, false),
    changeConversation: () => byBen({ is_muted: true, is_archived: true }),
    readConversation: () => byBen({ seq: 1 }),
    reportConversation: () => byBen({ seq: 1, reason: "spam" }),
    lookAtMessageReport: async () => ({ ...(await aReport()), body: { reason: "two users asked for help" } }),
    closeMessageReport: async () => ({
      ...(await aReport()),
      body: { outcome: "upheld", reason: "It is advertising" },
    }),
  };
}

type Pair = { readonly from: bigint; readonly to: bigint; readonly isAnswered: boolean };

/** One message of the first to the second; its hash. */
export async function conversationOf({ owner }: World["app"], { from, to, isAnswered }: Pair): Promise<string> {
  const hash = ids.hash();
  const { rows } = await owner.query(
    `with made as (
       insert into direct_conversations (hash, low_id, high_id, started_by, created_from, last_seq, is_answered, created_at)
       values ($1, least($2::bigint, $3), greatest($2::bigint, $3), $2, 'profile', 1, $4, market_now())
       returning id)
     insert into direct_members (conversation_id, user_id, other_id, state, read_seq, unread, last_at)
     select id, $2, $3, 'accepted', 1, 0, market_now() from made
     union all
     select id, $3, $2, case when $4 then 'accepted' else 'request' end, 0, 1, market_now() from made
     returning conversation_id`,
    [hash, from, to, isAnswered],
  );
  const conversationId = BigInt(rows[0].conversation_id);
  await owner.query(
    `insert into direct_messages (conversation_id, seq, author_id, kind, body_sealed, at)
     values ($1, 1, $2, 'text', $3, market_now())`,
    [conversationId, from, sealBody("Hello", { conversationId, seq: 1 })],
  );
  return hash;
}
