/**
 * Limits callers from a country that the operator has closed: a guest sees only routes that are open everywhere; a signed-in
 * user reads and withdraws and starts nothing. This is decided before any stored answer is looked up.
 */
import type { FastifyRequest } from "fastify";
import type { Config } from "../../settings/config.ts";
import { countryOf } from "../../words/places.ts";
import { callerIp } from "./caller-ip.ts";
import type { Policy, Viewer } from "../policy.ts";

/** Codes of countries, of two letters. */
export type ClosedCountries = {
  /** As they were known less than two seconds ago; undefined where they have to be asked for. */
  kept(): readonly string[] | undefined;
  find(): Promise<readonly string[]>;
};

export type IsFromClosed = (request: FastifyRequest) => boolean | Promise<boolean>;

/** An address without a known country is allowed, and a demo market is open to all countries. */
export function fromClosed(config: Pick<Config, "demo">, countries: ClosedCountries): IsFromClosed {
  return (request) => {
    const country = config.demo ? undefined : countryOf(callerIp(request));
    if (country === undefined) return false;
    const kept = countries.kept();
    return kept ? kept.includes(country) : countries.find().then((closed) => closed.includes(country));
  };
}

/** Whether a caller from a closed country meets a closed door: without a session, or where an account would be opened. */
export function isClosedTo(request: FastifyRequest, policy: Policy, viewer: Viewer | undefined): boolean {
  if (policy.auth !== "public" || isOpenEverywhere(policy)) return false;
  return !viewer || request.method !== "GET";
}

export const isOpenEverywhere = (policy: Policy) => policy.openEverywhere === true || policy.bySignature === true;

/** The same person, with what a closed country takes away from them. */
export function blockedHere(viewer: Viewer): Viewer {
  return viewer.blocks.includes(PLACE) ? viewer : { ...viewer, blocks: [...viewer.blocks, PLACE] };
}

/** What the tables say now, and what the address of this request says. */
export function withPlace(asked: Pick<Viewer, "blocks">, now: Viewer["blocks"]): Viewer["blocks"] {
  const isBlocked = asked.blocks.includes(PLACE) && !now.includes(PLACE);
  return isBlocked ? [...now, PLACE] : now;
}

const PLACE = "BLOCKED_IN_LOCATION";
