/**
 * An HTTP call, declared once: the server validates and serialises by it, the client calls by it, OpenAPI and the
 * fuzzing tests read it.
 */
import type * as z from "zod/mini";
import { REFUSALS, type RefusalCode } from "./errors/refusals.ts";

type Schema = z.ZodMiniType;
type Method = "GET" | "POST" | "PUT" | "DELETE";

export type EndpointShape = {
  /** The operation's name: verb and noun, unique. */
  readonly name: string;
  readonly method: Method;
  /** Fastify's form: /rest/v1/trade/:id/paid */
  readonly path: string;
  readonly summary: string;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The shape of `data`. Other fields do not leave the server. */
  readonly reply: Schema;
  /** The shape of `meta`, if the call has one. */
  readonly meta?: Schema;
  /** Fields of `data` that are also at the top level, because the given API has them there (docs/words.md). */
  readonly top?: readonly string[];
  /** The codes of refusals that this call adds to the general ones. */
  readonly refusals?: readonly RefusalCode[];
  /** Codes that this call answers with another status than the general one, because the given API has it so. */
  readonly statuses?: Readonly<Partial<Record<RefusalCode, number>>>;
  /** About the caller alone: the header `sub`, if it is sent, must be their external id. The client sends it. */
  readonly isOfSubject?: true;
  /** multipart: the body is a form with one file, not JSON. */
  readonly multipart?: boolean;
};

type InputOf<S> = S extends Schema ? z.infer<S> : undefined;

export type ParamsOf<E extends EndpointShape> = InputOf<E["params"]>;
export type QueryOf<E extends EndpointShape> = InputOf<E["query"]>;
export type BodyOf<E extends EndpointShape> = InputOf<E["body"]>;
export type ReplyOf<E extends EndpointShape> = z.infer<E["reply"]>;
export type MetaOf<E extends EndpointShape> = InputOf<E["meta"]>;

export function endpoint<const E extends EndpointShape>(shape: E): E {
  return shape;
}

/** The status with which a call answers a refusal. */
export function statusOf(code: RefusalCode, shape: Pick<EndpointShape, "statuses"> | undefined): number {
  return shape?.statuses?.[code] ?? REFUSALS[code];
}

/** Everything that is not a plain read is unsafe: it needs the anti-forgery token and carries an idempotency key. */
export function isUnsafe(shape: EndpointShape): boolean {
  return shape.method !== "GET";
}
