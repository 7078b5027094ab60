/** Endpoints of the account itself; the whole current user is composed in site/profiles. */
import * as calls from "#contract/people/accounts.ts";
import { noteCaller } from "../../platform/postgres/caller-rows.ts";
import { route } from "../../platform/http/policy.ts";
import { levelNameOf } from "#contract/compliance/level-names.ts";
import { nameUser } from "./name-user.ts";
import { completeTour, findUserById } from "./rows.ts";
import { setUsername } from "./set-username.ts";

export const routes = [
  route(
    calls.setUsername,
    { auth: "session", rateLimit: "write", action: "account" },
    async ({ tx, viewer, caller, body }) => {
      await noteCaller(tx, caller);
      await setUsername(tx, { userId: viewer.userId, username: body.username });
      return { username: body.username };
    },
  ),
  route(
    calls.giveName,
    { auth: "session", rateLimit: "write", action: "own_account" },
    async ({ tx, viewer, caller, body }) => {
      await noteCaller(tx, caller);
      await nameUser(tx, { userId: viewer.userId, form: body });
      return { level: levelNameOf((await findUserById(tx, viewer.userId))?.level ?? 0) };
    },
  ),
  route(
    calls.completeTour,
    { auth: "session", rateLimit: "write", unrestricted: true },
    async ({ tx, viewer, body }) => ({
      completedTourGuides: await completeTour(tx, { userId: viewer.userId, tourName: body.tourName }),
    }),
  ),
];
