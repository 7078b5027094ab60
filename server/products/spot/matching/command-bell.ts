/** Tells a market process that commands were committed, and for which markets. While it has no connection the process looks by itself. */
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../../../platform/postgres/db.ts";

export class CommandBell {
  readonly #db: Db;
  readonly #rung = new Set<string>();
  #wake: () => void = () => undefined;
  #isConnecting = false;
  #isListening = false;

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
    if (!this.#isListening) void this.#listen();
    if (this.#rung.size > 0) return true;
    const over = new AbortController();
    const rang = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const waitMs = this.#isListening ? withinMs : Math.min(withinMs, blindMs);
    await Promise.race([rang, pause(waitMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    return this.#rung.size > 0;
  }

  async #listen(): Promise<void> {
    if (this.#isConnecting) return;
    this.#isConnecting = true;
    try {
      const client = await this.#db.connect();
      client.once("end", () => {
        this.#isListening = false;
      });
      client.on("notification", ({ payload }) => {
        this.#rung.add(payload ?? "");
        this.#wake();
      });
      await client.query("listen spot_commands");
      this.#isListening = true;
    } catch {
      // The process goes on looking by itself; the next wait tries again.
    } finally {
      this.#isConnecting = false;
    }
  }
}
