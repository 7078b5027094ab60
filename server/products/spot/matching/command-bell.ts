/** Tells a market process that commands were committed, and for which markets. While it has no connection the process looks by itself. */
import { setTimeout as pause } from "node:timers/promises";
import type { Listening } from "../../../platform/bus/bus.ts";
import type { Db } from "../../../platform/postgres/db.ts";

export class CommandBell {
  readonly #db: Db;
  readonly #rung = new Set<string>();
  #wake: () => void = () => undefined;
  #isConnecting = false;
  #listening: Listening | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** The markets for which it rang since the last call. */
  taken(): string[] {
    const markets = [...this.#rung];
    this.#rung.clear();
    return markets;
  }

  /** Whether it rang, before or within this time. Without a connection it waits `blindMs` at most. */
  async rings({ withinMs, blindMs }: { withinMs: number; blindMs: number }): Promise<boolean> {
    if (!this.#listening) void this.#listen();
    if (this.#rung.size > 0) return true;
    const over = new AbortController();
    const rang = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const waitMs = this.#listening?.isUp() ? withinMs : Math.min(withinMs, blindMs);
    await Promise.race([rang, pause(waitMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    return this.#rung.size > 0;
  }

  async #listen(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    try {
      this.#listening = await this.#db.listen(["spot_commands"], {
        heard: (_, market) => {
          this.#rung.add(market);
          this.#wake();
        },
        // The next look reads which markets have commands.
        missed: () => this.#wake(),
      });
    } catch {
      // The process goes on looking by itself; the next wait tries again.
    } finally {
      this.#isConnecting = false;
    }
  }
}
