/** What every way to start is given. */
import type { Config } from "../platform/settings/config.ts";
import type { Log } from "../platform/log.ts";

export type Start = {
  readonly config: Config;
  readonly log: Log;
  /** Prints a line for the operator who started it. */
  readonly say: (text: string) => void;
  /** Ended in the opposite order. */
  readonly stops: (() => Promise<void>)[];
};
