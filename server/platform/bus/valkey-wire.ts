/** Pub/sub of Valkey or Redis. A connection that subscribes does nothing else, so there are two. */
import { setTimeout as pause } from "node:timers/promises";
import { Redis, type RedisOptions } from "ioredis";
import type { OpenWire } from "./wire.ts";

const MOST_WAIT_MS = 1000;
const LEAVE_MS = 500;

export const openValkey: OpenWire = ({ url, subject, log, received }) => {
  const options: RedisOptions = {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 6379),
    ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
    ...(url.protocol === "rediss:" || url.protocol === "valkeys:" ? { tls: { servername: url.hostname } } : {}),
    connectTimeout: 5000,
    retryStrategy: (times) => Math.min(times * 100, MOST_WAIT_MS),
    // What cannot be sent now is lost: listeners notice a gap, and read the rows.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // The command INFO may be denied to the login.
    enableReadyCheck: false,
  };
  const publisher = new Redis(options);
  const subscriber = new Redis({ ...options, autoResubscribe: false });
  for (const client of [publisher, subscriber])
    client.on("error", (error) => log.debug({ err: error }, "the bus has no connection"));
  subscriber.on("ready", () => {
    subscriber.subscribe(subject).catch((error: unknown) => {
      log.warn({ err: error }, "the bus refuses to subscribe");
      subscriber.disconnect(true);
    });
  });
  subscriber.on("message", (_, text) => received(text));
  return {
    publish: (text) => void publisher.publish(subject, text).catch(() => undefined),
    async close() {
      subscriber.disconnect();
      // What was published just before leaves with it.
      const late = pause(LEAVE_MS, undefined, { ref: false });
      await Promise.race([publisher.quit().catch(() => undefined), late]);
      publisher.disconnect();
    },
  };
};
