/** The shape of an attempt, and its parts. */
import type { MoneyWorld } from "../world/money-world.ts";
import type { Stage } from "./stage.ts";

export type Ask = (text: string, values?: readonly unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

export type TakenOver = "web" | "worker" | "chain" | "lightning";
/** The users who may lose by their own acts meanwhile. A user who does nothing loses nothing. */
export type Acting = "seller" | "buyer" | "operator";

export type Attempt = {
  readonly as: TakenOver;
  readonly tries: string;
  readonly acting?: readonly Acting[];
  /**
   * With the login of the process and its way to the signer. Throws where they refuse; an outcome may say no as well.
   * `paidUsd` is the sum that a user paid outside, and got nothing for.
   */
  readonly run: (stage: Stage, ask: Ask, now: string) => Promise<unknown>;
};

export const call = (ask: Ask, name: string, values: readonly unknown[]) =>
  ask(
    `select * from ${name}(${values.map((_, index) => `$${index + 1}`).join(", ")})`,
    values.map((value) => (isDocument(value) ? JSON.stringify(value) : value)),
  );
const isDocument = (value: unknown) => Array.isArray(value) && typeof value[0] === "object" && value[0] !== null;

/** Right arguments for a function, about something new, but for what the thief changes. */
export async function almost(
  { pool }: MoneyWorld,
  name: string,
  now: string,
  {
    which = 0,
    change,
  }: { which?: number; change?: (document: Record<string, unknown>) => Record<string, unknown> } = {},
): Promise<unknown[]> {
  const values = [...((await pool.good[name]?.[which]?.(now)) ?? [])];
  const [documents] = values;
  if (change && Array.isArray(documents)) values[0] = documents.map((one: Record<string, unknown>) => change(one));
  return values;
}

/** Legitimate acts before the attempt. */
export const rightful =
  ({ app }: MoneyWorld): Ask =>
  (text, values = []) =>
    app.owner.query(text, [...values]);

/** Moves of a paid trade without its proof, of a trade whose window runs, and a paid trade's cancel without its proof. */
export const UNPROVED = 1;
export const UNPAID = 3;
export const UNPROVED_CANCEL = 4;

export const moveOf = (more: Record<string, unknown>, status: string) => (move: Record<string, unknown>) => ({
  ...move,
  ...more,
  status,
});

export const statement = (text: string) => (_: MoneyWorld, ask: Ask) => ask(text);

export const BEFORE_ITS_TIME: Omit<Attempt, "as"> = {
  tries: "lets a window end before its time",
  run: async (world, ask, now) =>
    call(
      ask,
      "move_trades",
      await almost(world, "move_trades", now, {
        which: UNPAID,
        change: moveOf({ verb: "expire", actor: "clock", actor_id: null }, "expired"),
      }),
    ),
};
