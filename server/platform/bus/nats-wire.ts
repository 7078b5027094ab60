/** NATS core: one connection publishes and subscribes. */
import { setTimeout as pause } from "node:timers/promises";
import { connect, type ConnectionOptions, type NatsConnection } from "@nats-io/transport-node";
import type { OpenWire } from "./wire.ts";

const AGAIN_MS = 500;
const LEAVE_MS = 500;

export const openNats: OpenWire = ({ url, subject, log, received }) => {
  let connection: NatsConnection | undefined;
  let isAway = true;
  let isClosed = false;
  const open = async (): Promise<void> => {
    const opened = await connect(optionsOf(url));
    connection = opened;
    if (isClosed) return opened.close();
    isAway = false;
    // It is subscribed again after each reconnect.
    opened.subscribe(subject, {
      callback(fault, message) {
        if (!fault) received(message.string());
      },
    });
    for await (const { type } of opened.status()) {
      if (type === "disconnect") isAway = true;
      if (type === "reconnect") isAway = false;
    }
  };
  const openAgain = async () => {
    while (!isClosed) {
      await open().catch((error: unknown) => log.debug({ err: error }, "the bus has no connection"));
      isAway = true;
      await pause(AGAIN_MS, undefined, { ref: false });
    }
  };
  void openAgain();
  return {
    publish(text) {
      // The client would keep all of it until the server is back.
      if (!isAway) connection?.publish(subject, text);
    },
    async close() {
      isClosed = true;
      // What was published just before leaves with it.
      const late = pause(LEAVE_MS, undefined, { ref: false });
      if (connection && !isAway) await Promise.race([connection.flush().catch(() => undefined), late]);
      await connection?.close();
    },
  };
};

function optionsOf(url: URL): ConnectionOptions {
  const { host, username, password, protocol } = url;
  const user = decodeURIComponent(username);
  return {
    servers: host,
    ...(password ? { user, pass: decodeURIComponent(password) } : user ? { token: user } : {}),
    ...(protocol === "tls:" ? { tls: {} } : {}),
    name: "parley",
    maxReconnectAttempts: -1,
    reconnectTimeWait: AGAIN_MS,
    pingInterval: 5000,
    maxPingOut: 2,
  };
}
