/** Pages of conversations outside trades: the folders, one conversation, and a first message to somebody. */
import { PATHS, routeOf } from "#contract/platform/paths.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { queuePlace } from "#contract/platform/wire.ts";
import { CHAT_FOLDERS, CHAT_ORIGINS } from "#contract/reach/messenger/names.ts";
import { avatarUrl } from "#contract/people/avatar.ts";
import { needViewer, type PageContext, type PageRoute, type Shown } from "../../../platform/http/pages/page-route.ts";
import { findUserIdByUsername, findUsersById } from "../../../people/accounts/index.ts";
import { chatStandingOf, readMessages, viewFolder } from "../../../reach/messenger/index.ts";
import { oneOf, saidAll } from "../query.ts";

const OWN = { auth: "session", rateLimit: "read" } as const;

async function loadMessages({ tx, viewer, query }: PageContext): Promise<Shown> {
  const folder = oneOf(CHAT_FOLDERS, query.folder) ?? "conversations";
  const { asked, shown } = saidAll({ after: queuePlace }, query);
  const { data, meta } = await viewFolder(tx, { userId: needViewer(viewer).userId, folder, ...asked });
  return { page: "messages", props: { folder, found: data, counts: meta, after: shown.after } };
}

async function loadConversation({ tx, viewer, params, locale }: PageContext): Promise<Shown> {
  const { data, meta } = await readMessages(tx, { hash: params.hash ?? "", userId: needViewer(viewer).userId, locale });
  return {
    page: "conversation",
    props: { conversation: meta.conversation, messages: data, hasMore: meta.hasMore },
  };
}

/** Two users who have a conversation already go on in it. Refuses account.not_found. */
async function loadNewMessage({ tx, viewer: known, query }: PageContext): Promise<Shown> {
  const viewer = needViewer(known);
  const userId = await findUserIdByUsername(tx, query.to ?? "");
  if (userId === undefined || userId === viewer.userId) throw new Refusal("account.not_found");
  const standing = await chatStandingOf(tx, { viewer, userId });
  if (standing.conversationId !== null)
    return { redirectTo: PATHS.viewConversation.replace(":hash", standing.conversationId) };
  if (standing.tradeHash !== null) return { redirectTo: PATHS.viewTrade.replace(":hash", standing.tradeHash) };
  const user = (await findUsersById(tx, [userId])).get(userId);
  if (!user) throw new Refusal("account.not_found");
  return {
    page: "new-message",
    props: {
      username: user.username,
      avatarUrl: avatarUrl(user.username, user.avatar),
      origin: oneOf(CHAT_ORIGINS, query.from) ?? "profile",
      standing,
    },
  };
}

export const messagePages: readonly PageRoute[] = [
  { path: PATHS.messages, policy: OWN, load: loadMessages },
  { path: PATHS.messenger, policy: OWN, load: async () => ({ redirectTo: PATHS.messages }) },
  { path: routeOf(PATHS.newMessage), policy: OWN, load: loadNewMessage },
  {
    path: PATHS.viewConversation,
    policy: { ...OWN, objects: { hash: { kind: "conversation", relations: ["member"] } } },
    load: loadConversation,
  },
];
