/** The cookies of ours: those that only the server reads, and how those are read that a page has written. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { cookieName } from "#contract/platform/cookie-name.ts";

const DAY_SEC = 24 * 3600;

/** Read by no script. With how long each is kept, in seconds. */
const KEPT = {
  /** The session's token. */
  parley: 30 * DAY_SEC,
  /** What the anti-forgery token hangs on before there is a session. */
  parley_seed: 30 * DAY_SEC,
  /** Names the browser to the accounts that were signed in to in it; it opens nothing by itself. */
  parley_device: 365 * DAY_SEC,
  /** A sign-in that waits for its second step. */
  parley_sign_in: 15 * 60,
  /** The position of the last write; see last-write.ts. No replica that lags for longer is used. */
  parley_wrote: 3600,
} as const;

export type Cookies = {
  read(request: FastifyRequest, name: string): string | undefined;
  /** Undefined takes it away. */
  write(reply: FastifyReply, name: keyof typeof KEPT, value: string | undefined): void;
};

export function makeCookies(publicUrl: URL): Cookies {
  const secure = publicUrl.protocol === "https:";
  const flags = { path: "/", httpOnly: true, sameSite: "lax" as const, secure };
  return {
    read: (request, name) => request.cookies[cookieName(name, secure)],
    write(reply, name, value) {
      const own = cookieName(name, secure);
      if (value === undefined) reply.clearCookie(own, flags);
      else reply.setCookie(own, value, { ...flags, maxAge: KEPT[name] });
    },
  };
}
