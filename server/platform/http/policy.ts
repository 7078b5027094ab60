/** What a route demands of its caller. A route without a policy stops the boot. */
import type { BodyOf, EndpointShape, MetaOf, ParamsOf, QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { Refusal } from "#contract/refusals.ts";
import type { MarketFacts } from "../app-ports.ts";
import type { Db, Tx } from "../db.ts";
import type { Files } from "../files.ts";
import type { LiveHub } from "./live-hub.ts";

export type Role = "admin" | "supermoderator" | "moderator";

/** Things that a restriction of an account can take away; the table is in people/accounts. */
export type Action =
  | "start_trade"
  | "pay"
  | "release"
  | "dispute"
  | "offers"
  | "receive"
  | "send_out"
  | "convert"
  | "trade_chat"
  | "new_chat"
  | "account";

/** How often one caller may call, by class; the numbers are in http/rates.ts. */
export type RateClass = "read" | "write" | "money" | "auth" | "code" | "upload";

/** Which object an id in the path names, and who may reach it. Tests build the authorization matrix from this. */
export type ObjectRule = {
  readonly kind: "offer" | "trade" | "user" | "upload" | "session" | "receipt" | "quote" | "send_out";
  readonly relations: readonly ("anybody" | "owner" | "buyer" | "seller" | "staff" | "self")[];
};

export type Policy = {
  readonly auth: "public" | "session";
  readonly rate: RateClass;
  /** Who of the staff may call it; absent means everybody signed in. */
  readonly roles?: readonly Role[];
  readonly action?: Action;
  /** Needs a confirmed e-mail: level 1. */
  readonly level?: 1 | 2;
  /** By name of the path parameter. */
  readonly objects?: Readonly<Record<string, ObjectRule>>;
  /** A GET that does something (sends a code): needs the anti-forgery token as well. */
  readonly guardedGet?: boolean;
  /** Anywhere else the call does not exist. */
  readonly openWhen?: keyof MarketFacts;
};

/** Who calls, as the session says. */
export type Viewer = {
  readonly userId: bigint;
  readonly externalId: string;
  readonly username: string;
  readonly sessionId: bigint;
  readonly roles: readonly Role[];
  readonly restrictions: readonly string[];
  /** 0 until the e-mail is confirmed. */
  readonly level: number;
  readonly countryIso: string;
  readonly isDemo: boolean;
};

export type Caller = {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The referral, device and locale cookies as sent; never an authenticator. */
  readonly cookies: Readonly<Record<string, string | undefined>>;
};

export type UploadedFile = { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array };

export type Context<E extends EndpointShape> = {
  readonly tx: Tx;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: Caller;
  readonly viewer: Viewer | undefined;
  /** The file of a multipart call. */
  readonly file: UploadedFile | undefined;
  readonly files: Files;
  /** Grants tokens for channels of the live connection. */
  readonly live: Pick<LiveHub, "grant">;
  /** Gives the caller a session, or takes it away, once the transaction has committed. */
  setSession(token: string | undefined): void;
};

type Data<E extends EndpointShape> =
  MetaOf<E> extends undefined ? ReplyOf<E> : { readonly data: ReplyOf<E>; readonly meta: MetaOf<E> };

/** Answers the data; or a Refusal, when what was written before it must be kept. */
export type Handler<E extends EndpointShape> = (context: Context<E>) => Promise<Data<E> | Refusal>;

/** A handler whose caller is known: for policies with auth "session". */
export type SignedHandler<E extends EndpointShape> = (
  context: Context<E> & { readonly viewer: Viewer },
) => Promise<Data<E> | Refusal>;

/** What a call asks for, without the transaction that it will share. */
export type GroupContext<E extends EndpointShape> = Omit<Context<E>, "tx"> & { readonly viewer: Viewer };

/**
 * A verb that takes lists: the calls that arrive while a group commits are decided together in the next one. Routes
 * that name the same `run` share its lists. Each command gives its reply, or the Refusal that is its answer.
 */
export type Grouping<E extends EndpointShape, Command> = {
  /** Routes of one lane share a queue. */
  readonly lane: string;
  readonly command: (context: GroupContext<E>) => Command;
  readonly run: (tx: Tx, commands: readonly Command[]) => Promise<(Data<E> | Error)[]>;
};

export type Route = {
  readonly endpoint: EndpointShape;
  readonly policy: Policy;
  readonly run: (context: Context<EndpointShape>) => Promise<unknown>;
  /** Present for grouped verbs; then `run` is not used. */
  readonly group?: Grouping<EndpointShape, unknown>;
  /** The answer follows from the query alone: each one is made once. */
  readonly isFixed?: boolean;
};

export function route<E extends EndpointShape, P extends Policy>(
  endpoint: E,
  policy: P,
  run: P["auth"] extends "session" ? SignedHandler<E> : Handler<E>,
): Route {
  return { endpoint, policy, run: run as unknown as Route["run"] };
}

/** For answers that follow from the query alone until another version of the program runs. */
export function fixedRoute<E extends EndpointShape>(
  endpoint: E,
  policy: Policy & { auth: "public" },
  answer: (query: QueryOf<E>) => Data<E>,
): Route {
  const run = async ({ query }: { query: unknown }) => answer(query as QueryOf<E>);
  return { endpoint, policy, run: run as unknown as Route["run"], isFixed: true };
}

export function groupRoute<E extends EndpointShape, Command>(
  endpoint: E,
  policy: Policy & { auth: "session" },
  grouping: Grouping<E, Command>,
): Route {
  const group = grouping as unknown as Grouping<EndpointShape, unknown>;
  return { endpoint, policy, group, run: () => Promise.reject(new Error("a grouped route has no single run")) };
}

/** What the platform must be told by the rooms above it. */
export type Identify = (db: Db, token: string) => Promise<Viewer | undefined>;
export type MayAct = (viewer: Viewer, action: Action) => boolean;
