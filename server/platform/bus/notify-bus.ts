/** The bus over PostgreSQL's NOTIFY: it loses nothing while the connection lasts, and costs every commit that rings a common lock. */
import type pg from "pg";
import { type Bus, isTopic } from "./bus.ts";

const REOPEN_MS = 250;
const AGAIN_MS = 500;

/** Each listener has a connection of its own, past a pooler. */
export function notifyBus(connect: () => Promise<pg.Client>): Bus {
  return {
    async listen(topics, { heard, missed }) {
      let isStopped = false;
      let client: pg.Client | undefined;
      let timer: NodeJS.Timeout | undefined;
      const open = async () => {
        const fresh = await connect();
        fresh.on("notification", ({ channel, payload = "" }) => {
          if (isTopic(channel)) heard(channel, payload);
        });
        try {
          await fresh.query(topics.map((topic) => `listen ${topic}`).join("; "));
        } catch (error) {
          await fresh.end();
          throw error;
        }
        client = fresh;
        // Only from here on: an earlier failure is thrown to the caller, who retries it.
        fresh.once("end", () => {
          client = undefined;
          if (!isStopped) timer = setTimeout(() => void reopen(), REOPEN_MS);
        });
      };
      const reopen = async () => {
        if (isStopped) return;
        try {
          await open();
          missed();
        } catch {
          // The database is not back yet: try again in a moment.
          if (!isStopped) timer = setTimeout(() => void reopen(), AGAIN_MS);
        }
      };
      await open();
      return {
        isUp: () => client !== undefined,
        async stop() {
          isStopped = true;
          clearTimeout(timer);
          await client?.end();
        },
      };
    },
  };
}
