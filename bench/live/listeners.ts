/**
 * Listening pages in a separate process: each has a socket on its user's channel. On the message
 * `listen` it opens them and answers when all have subscribed; on `received` it answers the messages with their times.
 */
/** A public channel needs no token. */
export type Channel = { readonly channel: string; readonly token?: string };
export type Listening = { readonly url: string; readonly channels: readonly Channel[] };
/** A received message about a trade, by the machine's clock; of a spot market, its number is the hash. */
export type Received = {
  readonly listener: number;
  readonly hash: string;
  readonly version: number;
  readonly atMs: number;
};

let received: Received[] = [];

process.on("message", async (message: { readonly listen?: Listening; readonly received?: true }) => {
  if (message.listen) {
    const { url, channels } = message.listen;
    await Promise.all(channels.map((one, listener) => enter(url, { ...one, listener })));
    process.send?.("listening");
  } else {
    process.send?.(received);
    received = [];
  }
});

type Entering = Channel & { readonly listener: number };

async function enter(url: string, { channel, token, listener }: Entering): Promise<void> {
  const options = { headers: { origin: url } } as unknown as string[];
  const socket = new WebSocket(`${url.replace("http", "ws").replace("localhost", "127.0.0.1")}/live`, options);
  await new Promise<void>((settle, fail) => {
    socket.addEventListener("error", () => fail(new Error(`no live connection to ${url}`)));
    socket.addEventListener("open", () => socket.send(JSON.stringify({ op: "subscribe", channel, token })));
    socket.addEventListener("message", ({ data }) => {
      const atMs = Date.now();
      const text = String(data);
      if (text.startsWith('{"op":"subscribed"')) return settle();
      if (text.startsWith('{"op":"denied"')) return fail(new Error(text));
      if (channel.startsWith("spot:")) {
        // Not read further: thousands of these sockets share this process.
        const seq = /^\{"op":"message","channel":"[^"]+","seq":"(\d+)"/.exec(text)?.[1];
        if (seq !== undefined) received.push({ listener, hash: seq, version: 0, atMs });
        return;
      }
      const { body } = JSON.parse(text);
      if (body?.type === "trade.changed")
        received.push({ listener, hash: body.tradeHash, version: body.change.version, atMs });
    });
  });
}

process.send?.(0);
