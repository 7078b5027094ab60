/** What a call of the facade is: its address, who may make it, what it weighs, and what it answers. */
import type { SpotKey } from "../../../people/api-keys/index.ts";
import type { Db } from "../../../platform/postgres/db.ts";
import type { Params } from "./params.ts";

/**
 * `none` needs no key; `read` what belongs to the key's owner; `trade` places; `leave` cancels, which no restriction takes away;
 * `stream` reads too, and names its key without a signature.
 */
export type Security = "none" | "read" | "trade" | "leave" | "stream";

type Asked = { readonly db: Db; readonly params: Params };
export type OwnAsked = Asked & { readonly key: SpotKey };

type Address = { readonly method: "GET" | "POST" | "PUT" | "DELETE"; readonly path: string };
type Common = Address & {
  readonly weight: number;
  /** The parameters that it knows, beside those of the signature. */
  readonly params: readonly string[];
};

export type OpenCall = Common & { readonly security: "none"; run(asked: Asked): Promise<unknown> };
export type OwnCall = Common & {
  readonly security: Exclude<Security, "none">;
  /** It counts as an order. */
  readonly isOrder?: true;
  run(asked: OwnAsked): Promise<unknown>;
};
export type FacadeCall = OpenCall | OwnCall;
