/** Endpoints of the current user, of profiles, and of tokens for the live channel. */
import * as calls from "#contract/people/accounts.ts";
import { avatarUrl } from "#contract/people/avatar.ts";
import { reAuthPush } from "#contract/platform/live-tokens.ts";
import { isPublicChannel } from "#contract/platform/live-channels.ts";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { actsAsStaff, route, staffMay } from "../../platform/http/policy.ts";
import { TOKEN_SECONDS } from "../../platform/http/live/token.ts";
import { findUserById, findUserIdByUsername, isRouteWord, saveSettings } from "../../people/accounts/index.ts";
import { chooseChannels } from "../../reach/notifications/index.ts";
import { drawAvatar, takeAvatarAway } from "./avatar/avatar.ts";
import { setAvatar } from "./avatar/rows.ts";
import { viewCurrentUser } from "./current-user.ts";
import { viewProfile } from "./profile.ts";

const NAMED = { username: { kind: "user", relations: ["anybody"] } } as const;

export const routes = [
  route(calls.getCurrentUser, { auth: "session", rateLimit: "read", keyScope: "account" }, ({ tx, viewer }) =>
    viewCurrentUser(tx, viewer),
  ),
  route(
    calls.saveSettings,
    { auth: "session", rateLimit: "write", action: "account" },
    async ({ tx, viewer, body }) => {
      await saveSettings(tx, {
        userId: viewer.userId,
        settings: {
          bio: body.bio,
          notifyIntervalMin: body.notify_trade_messages_interval?.toString(),
          locale: body.locale,
          currencyCode: body.currency_code,
          timezone: body.timezone,
          fullNameVisibility: body.full_name_visibility,
          isBalanceHidden: body.is_balance_hidden,
          mailPhrase: body.mail_phrase,
        },
      });
      await chooseChannels(tx, { userId: viewer.userId, chosen: body.notifications ?? {} });
      return viewCurrentUser(tx, viewer);
    },
  ),
  // An active restriction prevents changes of the picture.
  route(calls.processAvatar, { auth: "session", rateLimit: "upload", action: "account" } as const, {
    prepare: ({ db, viewer, body, files }) => drawAvatar(db, { files, ownerId: viewer.userId, fileUrl: body.fileUrl }),
    async run({ tx, viewer, prepared }) {
      await setAvatar(tx, viewer.userId, prepared);
      return { url: avatarUrl(viewer.username, prepared.name) };
    },
  }),
  route(calls.removeAvatar, { auth: "session", rateLimit: "write", action: "own_account" }, async ({ tx, viewer }) => {
    await setAvatar(tx, viewer.userId, null);
    return { url: avatarUrl(viewer.username, null) };
  }),
  route(
    calls.removeAvatarByStaff,
    { ...staffMay("people", "write"), objects: NAMED },
    async ({ tx, viewer, params: { username }, body: { reason } }) => {
      await takeAvatarAway(tx, { username, staffId: viewer.userId, reason });
      return { url: avatarUrl(username, null) };
    },
  ),
  route(
    calls.getUser,
    { auth: "public", rateLimit: "read", objects: NAMED, mayLag: true },
    ({ tx, viewer, params, query }) => {
      if (isRouteWord(params.username)) throw new Refusal("account.not_found");
      return viewProfile(tx, { username: params.username, viewer, locale: query?.locale });
    },
  ),
  route(calls.getExternalId, { auth: "session", rateLimit: "read", objects: NAMED }, async ({ tx, params }) => {
    const userId = await findUserIdByUsername(tx, params.username);
    const user = userId === undefined ? undefined : await findUserById(tx, userId);
    if (!user) throw new Refusal("account.not_found");
    return { externalId: user.external_id };
  }),
  route(reAuthPush, { auth: "session", rateLimit: "read", unrestricted: true }, async ({ tx, viewer, body, live }) => {
    const own = `user:${viewer.externalId}`;
    // What staff read comes on it as well: a session that the password began listens to public channels alone.
    const isClosed = viewer.roles.length > 0 && !actsAsStaff(viewer);
    const channels = body.channels.flatMap((name) => {
      // A user's own channel by its short name; otherwise only the public ones.
      const channel = name === "user" || name === own ? own : name;
      if (channel !== own && !isPublicChannel(channel)) throw new Refusal("auth.forbidden");
      if (channel === own && isClosed) return [];
      const token = live.grant({ channel, sessionId: viewer.sessionId, now: tx.now });
      return [{ channel, name, token, expireIn: TOKEN_SECONDS }];
    });
    return { channels };
  }),
];
