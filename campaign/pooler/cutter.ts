/** A way to the pooler that breaks off in the middle of a reply, as when the pooler dies or the network does. */
import { connect, createServer } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { answers } from "../debian-program.ts";

export type Cutter = {
  /** Bytes of replies that were let through so far. */
  passed(): number;
  /** The connection that gets the byte after this one is broken off before it: closed, or reset. */
  cutAt(byte: number, how: "close" | "reset"): void;
  /** Whether it was. From then on nothing is cut. */
  hasCut(): boolean;
  close(): Promise<void>;
};

export async function openCutter({ from, to }: { readonly from: number; readonly to: number }): Promise<Cutter> {
  let count = 0;
  let armed: { readonly byte: number; readonly how: "close" | "reset" } | undefined;
  let isCut = false;
  const server = createServer((client) => {
    const pooler = connect(to, "127.0.0.1");
    for (const socket of [client, pooler]) socket.on("error", () => undefined);
    client.on("close", () => pooler.destroy());
    pooler.on("close", () => client.destroy());
    client.pipe(pooler);
    pooler.on("data", (data: Buffer) => {
      const before = count;
      count += data.length;
      if (!armed || count <= armed.byte) return void client.write(data);
      const { byte, how } = armed;
      armed = undefined;
      isCut = true;
      client.write(data.subarray(0, Math.max(0, byte - before)), () => {
        if (how === "reset") client.resetAndDestroy();
        else client.destroy();
      });
      pooler.destroy();
    });
  });
  server.listen(from, "127.0.0.1");
  await once(server, "listening");
  while (!(await answers(to))) await pause(25);
  return {
    passed: () => count,
    cutAt(byte, how) {
      armed = { byte, how };
      isCut = false;
    },
    hasCut: () => isCut,
    async close() {
      server.close();
    },
  };
}
