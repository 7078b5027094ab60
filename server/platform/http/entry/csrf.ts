/**
 * Against forged requests: a token bound to the session (or, before sign-in, to a random cookie), and the browser's
 * own word about where the request comes from. Both must be right.
 */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import { ids } from "../../ids.ts";

export type Forgery = {
  tokenOf(seed: string): string;
  /**
   * Refuses `request.forged` unless token, origin and fetch metadata all say that our own page asks, and
   * `request.token_missing` where the headers of a page are not there: a program that has not read the API's rules.
   */
  check(request: FastifyRequest, seed: string | undefined): void;
  newSeed(): string;
};

export function makeForgery({ secret, publicUrl }: { secret: Uint8Array; publicUrl: URL }): Forgery {
  const key = createSecretKey(secret);
  // Of a session the name counts, not the secret behind it: open pages go on when the secret is exchanged.
  const tokenOf = (seed: string) =>
    createHmac("sha256", key)
      .update(`csrf:${seed.split(".", 1)[0]}`)
      .digest("base64url");
  const origins = allowedOrigins(publicUrl);
  return {
    tokenOf,
    newSeed: () => ids.secret(),
    check(request, seed) {
      const { origin, "sec-fetch-site": site, "x-csrf-token": token, "x-requested-with": marker } = request.headers;
      const isFromElsewhere =
        (origin !== undefined && !origins.has(origin)) ||
        (site !== undefined && site !== "same-origin" && site !== "none");
      if (isFromElsewhere) throw new Refusal("request.forged");
      if (marker === undefined || token === undefined) throw new Refusal("request.token_missing");
      const isRight =
        marker === "XMLHttpRequest" &&
        seed !== undefined &&
        typeof token === "string" &&
        sameText(token, tokenOf(seed));
      if (!isRight) throw new Refusal("request.forged");
    },
  };
}

/** The public address; on a developer's machine also its other spelling. */
export function allowedOrigins(publicUrl: URL): Set<string> {
  const origins = new Set([publicUrl.origin]);
  if (["localhost", "127.0.0.1"].includes(publicUrl.hostname)) {
    for (const hostname of ["localhost", "127.0.0.1"]) {
      const other = new URL(publicUrl);
      other.hostname = hostname;
      origins.add(other.origin);
    }
  }
  return origins;
}

export function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}
