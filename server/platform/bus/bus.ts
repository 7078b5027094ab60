/**
 * The bus wakes other processes after a commit. A ring carries a topic and a name, id or number of rows, never their contents: a
 * listener reads the rows, so a carrier may lose rings and deliver them twice. Transactions ring with the function `ring` of the database.
 */

/** Names of live channels; a family of public states; a session that may have ended; a market with commands; new events. */
export const TOPICS = ["live", "live_states", "live_end", "spot_commands", "events"] as const;
export type Topic = (typeof TOPICS)[number];

export const CARRIERS = ["notify", "valkey", "nats"] as const;
export type Carrier = (typeof CARRIERS)[number];

/** How messages of other processes arrive. */
export type BusState = {
  readonly carrier: Carrier;
  /** Undefined where nothing listens and nothing but NOTIFY carries. */
  readonly isUp: boolean | undefined;
  /** How long ago rings may have been lost; undefined where none were. */
  readonly sinceGapSec: number | undefined;
};

export type Ring = { readonly topic: Topic; readonly note: string };

export type Listener = {
  /** Any login of the database can ring with any text: it only causes rows to be read, and is never trusted by itself. */
  heard(topic: Topic, note: string): void;
  /** Rings may have been lost: everything is to be read again. */
  missed(): void;
};

export type Listening = {
  /** Whether rings arrive, as far as is known. While they do not, the caller looks by itself. */
  isUp(): boolean;
  stop(): Promise<void>;
};

export type Bus = {
  /** Calls the listener for rings from now on. Throws where the database cannot be reached; later it reconnects by itself. */
  listen(topics: readonly Topic[], listener: Listener): Promise<Listening>;
};

/** A carrier beside the database. It never delays or fails a transaction. */
export type OutsideBus = {
  readonly carrier: Exclude<Carrier, "notify">;
  /** Sends after a commit, without waiting. */
  ring(rings: readonly Ring[]): void;
  listen(topics: readonly Topic[], listener: Listener): Listening;
  /** Whether this process receives its own rings. */
  isUp(): boolean;
  close(): Promise<void>;
};

export const isTopic = (text: unknown): text is Topic => TOPICS.some((topic) => topic === text);
