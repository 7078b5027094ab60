/** What a route demands of its caller. A route without a policy stops the boot. */
import type { KeyScope } from "#contract/people/api-key-names.ts";
import type { BodyOf, EndpointShape, MetaOf, ParamsOf, QueryOf, ReplyOf } from "#contract/platform/endpoint.ts";
import type { Refusal } from "#contract/platform/errors/refusals.ts";
import { STAFF_RIGHTS, type StaffRight } from "#contract/staff/rights.ts";
import type { WalletBlock } from "#contract/products/wallet/blocks.ts";
import type { Visitor } from "./entry/visitor.ts";
import type { MarketFacts } from "../settings/market-facts.ts";
import type { Position } from "../postgres/replicas.ts";
import type { Db, ReadTx, Tx } from "../postgres/db.ts";
import type { Files } from "../files/files.ts";
import type { Keeping } from "../events/kept.ts";
import type { Verifier } from "../outside/signer/signer.ts";
import type { LiveHub } from "./live/hub.ts";

export type Role = "admin" | "supermoderator" | "moderator";

/** How often one caller may call, by class; the numbers are in http/entry/rate-limits.ts. */
export type RateLimit = "read" | "write" | "money" | "auth" | "code" | "upload" | "translation";

/** Which object an id in the path names, and who may reach it: the words of the modules, checked at the start. */
export type ObjectRule = { readonly kind: string; readonly relations: readonly string[] };

export type Policy = Demands & (OfAnybody | OfStaff);

type OfAnybody = {
  readonly roles?: never;
  /** What a restriction of the account can take away; people/accounts knows the actions. */
  readonly action?: string;
};
/** For who of the staff holds a right: made by `staffMay`. Any restriction takes it away. */
type OfStaff = { readonly auth: "session"; readonly roles: readonly Role[]; readonly action: "staff" };

export const staffMay = <R extends StaffRight, Limit extends RateLimit>(right: R, rateLimit: Limit) =>
  ({ auth: "session", rateLimit, roles: STAFF_RIGHTS[right], action: "staff" }) as const;

type Demands = {
  readonly auth: "public" | "session";
  readonly rateLimit: RateLimit;
  /** Accounts of the staff may not: they would see, and judge, what they take part in. */
  readonly closedToStaff?: true;
  /** Open in every restriction. A call that changes something says this, or the action. */
  readonly unrestricted?: true;
  /** A page calls it by itself: that says nothing of whether its person is here, and prolongs no session. */
  readonly byItself?: true;
  /** A step of signing in: a browser that the account knows is bounded by the account, and not by its network. */
  readonly signsIn?: true;
  /** The level that the caller has to have. */
  readonly level?: 1 | 2;
  /** By name of the path parameter. */
  readonly objects?: Readonly<Record<string, ObjectRule>>;
  /** A GET that does something (sends a code): needs the anti-forgery token as well. */
  readonly guardedGet?: boolean;
  /** The permission is in a link that we signed, so a caller without an open page, such as a mail program, may call it. */
  readonly bySignature?: true;
  /** The answer has a secret in it: it is kept under no request key. */
  readonly keepsNoAnswer?: true;
  /** Also to visitors from a country that the operator has closed; what is signed is open there anyway. */
  readonly openEverywhere?: true;
  /** What of a key for programs opens it beside a session; only what reads has one. */
  readonly keyScope?: KeyScope;
  /**
   * What it reads may be some seconds old: it is read from a replica that has replayed what the caller's browser wrote. Not for balances, proofs,
   * limits, steps of trades, staff, or who may do what.
   */
  readonly mayLag?: true;
  /** In any other market the route does not exist. */
  readonly openWhen?: keyof MarketFacts;
};

/** The caller, by the session. */
export type Viewer = {
  readonly userId: bigint;
  readonly externalId: string;
  readonly username: string;
  readonly sessionId: bigint;
  /** Of the session's present token, in hexadecimal. */
  readonly tokenHash: string;
  readonly roles: readonly Role[];
  readonly restrictions: readonly string[];
  /** Why their wallet is blocked. */
  readonly blocks: readonly WalletBlock[];
  /** 0 until the email is confirmed and the name is given. */
  readonly level: number;
  /** The first that level 1 still asks of them; null where a level below has another reason. */
  readonly lacks: "email" | "name" | null;
  readonly countryIso: string;
  readonly isDemo: boolean;
  /** Signed in with an authenticator app or a passkey, which rights of staff require. In a play-money market always true. */
  readonly isStrong: boolean;
};

/** Whether what they do here they may do as staff: a role counts in a session that an app or a passkey began, and nothing may restrict them. */
export const actsAsStaff = ({
  isStrong,
  roles,
  restrictions,
}: Pick<Viewer, "isStrong" | "roles" | "restrictions">): boolean =>
  isStrong && roles.length > 0 && restrictions.length === 0;

export type Caller = {
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The token that a browser received at a sign-in; it grants no access. */
  readonly device: string | undefined;
  /** Work that their computer has done for this call. */
  readonly puzzle?: string | undefined;
  /** The token of a sign-in that waits for its second step. */
  readonly signIn: string | undefined;
  /** A replica that answers them has replayed this; without it the primary answers. */
  readonly readsAfter?: Position | undefined;
};

export type UploadedFile = { readonly name: string; readonly mimeType: string; readonly bytes: Uint8Array };

/** A GET reads; it gets a transaction that can do nothing else, unless its policy says that it acts. */
type TxOf<E extends EndpointShape, P extends Policy> = E["method"] extends "GET"
  ? P extends { readonly guardedGet: true }
    ? Tx
    : ReadTx
  : Tx;

/** What a call asks for, without the transaction. */
export type CallContext<E extends EndpointShape = EndpointShape, P extends Policy = Policy> = {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly caller: Caller;
  /** Where they seem to come from; looked up when it is asked. */
  visitor(): Visitor;
  readonly viewer: P extends { readonly auth: "session" } ? Viewer : Viewer | undefined;
  /** The file of a multipart call. */
  readonly file: UploadedFile | undefined;
  readonly files: Files;
  /** Grants tokens for channels of the live connection. */
  readonly live: Pick<LiveHub, "grant">;
  /** Gives the caller a session, or takes it away, once the transaction has committed; and names their browser. */
  setSession(token: string | undefined, device?: string): void;
  /** Names a sign-in that waits for its second step to the browser, once the transaction has committed. */
  setSignIn(token: string): void;
};

export type Context<E extends EndpointShape, P extends Policy> = CallContext<E, P> & { readonly tx: TxOf<E, P> };

type Data<E extends EndpointShape> =
  MetaOf<E> extends undefined ? ReplyOf<E> : { readonly data: ReplyOf<E>; readonly meta: MetaOf<E> };

/**
 * A verb that takes lists: the calls that arrive while a group commits are decided together in the next one. Each
 * command gives its result, or the Refusal that is its answer. Routes that name the same group share its queue.
 */
export type CommitGroup<Command, Result> = {
  readonly name: string;
  run(tx: Tx, commands: readonly Command[]): Promise<readonly (Result | Error)[]>;
};

/** What slow work may use that a transaction may not wait for. */
export type Preparing = { readonly db: Db; readonly verifier: Verifier };

/**
 * How a call is answered: by a function in its own transaction, which returns the data, or a Refusal if earlier
 * writes must be committed; the same after slow work that must not hold a connection; as one command of a commit
 * group; as a response for all visitors, cached until its data changes; or from the query alone, each response built
 * once.
 */
export type Handling<E extends EndpointShape, P extends Policy, Command, Prepared = never> =
  | ((context: Context<E, P>) => Promise<Data<E> | Refusal>)
  | {
      /** Before the transaction begins, and not if the response is known. Its own writes stay committed. */
      prepare(context: CallContext<E, P> & Preparing): Promise<Prepared>;
      /** The response, where that work was all: it is kept together with others, and `run` has nothing to do. */
      settled?(prepared: Prepared): Data<E> | undefined;
      run(context: Context<E, P> & { readonly prepared: Prepared }): Promise<Data<E> | Refusal>;
    }
  | {
      readonly group: CommitGroup<Command, Data<E>>;
      command(context: CallContext<E, P>): Command;
    }
  | {
      read(context: Context<E, P>): Promise<Data<E>>;
      /** Until when all visitors may get the same response. */
      keeping(data: Data<E>, asked: Pick<CallContext<E, P>, "query">): Keeping;
    }
  | { fixed(query: QueryOf<E>): Data<E> };

export type Route = {
  readonly endpoint: EndpointShape;
  readonly policy: Policy;
  readonly handling: AnyHandling;
};

/** The same without the endpoint's types: methods, so that the parameters of each route fit. */
export type AnyHandling = {
  prepare?(context: CallContext & Preparing): Promise<unknown>;
  settled?(prepared: unknown): unknown;
  run?(context: CallContext & { readonly tx: Tx; readonly prepared?: unknown }): Promise<unknown>;
  readonly group?: CommitGroup<never, unknown>;
  command?(context: CallContext): unknown;
  fixed?(query: unknown): unknown;
  keeping?(data: unknown, asked: Pick<CallContext, "query">): Keeping;
};

export function route<E extends EndpointShape, const P extends Policy, Command = never, Prepared = never>(
  endpoint: E,
  policy: P,
  handling: Handling<E, P, Command, Prepared>,
): Route {
  return { endpoint, policy, handling: erased(handling) as AnyHandling };
}

function erased(handling: object): object {
  if (typeof handling === "function") return { run: handling };
  return "read" in handling ? { ...handling, run: handling.read } : handling;
}

/** What the platform gets from the domains above it. */
export type Viewers = {
  /** The viewer of this token less than a second ago; undefined where it must be looked up. */
  kept(token: string): Viewer | undefined;
  /** Undefined for an unknown, ended or expired one. */
  find(token: string): Promise<Viewer | undefined>;
  /** As the tables say it now. */
  findAnew(token: string): Promise<Viewer | undefined>;
  /** The same without a trace: it is not recorded as activity. */
  findUnseen(token: string): Promise<Viewer | undefined>;
};
/** The owner of an API key, its scopes, and whether it is valid from the caller's address. */
export type HeldBy = {
  readonly viewer: Viewer;
  readonly scopes: readonly KeyScope[];
  readonly isHere: boolean;
  /** For its owner, once a minute. */
  noteUse(): Promise<void>;
};
export type Keys = {
  /** As the tables say it now; undefined for an unknown key, or one that has ended. */
  holderOf(secret: string, ip: string): Promise<HeldBy | undefined>;
};
/** Why missing verification or the location of a user forbids an action. */
export type RefusalByBlock = (viewer: Viewer, action: string) => Refusal | undefined;
export type MayAct = (viewer: Viewer, action: string) => boolean;
