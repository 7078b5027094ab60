/** A small server of this process: it listens, returns its address, and closes open connections when it stops. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export type Listening = { readonly port: number; stop(): Promise<void> };

/** Port 0 takes a free one. Throws what keeps it from listening there. */
export async function listenAt(
  server: Pick<Server, "once" | "listen" | "address" | "close" | "closeAllConnections">,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<Listening> {
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(port, host, done);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
