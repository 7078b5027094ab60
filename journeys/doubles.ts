/**
 * The surroundings of a real market: the proxy that terminates TLS, and an outgoing proxy at whose end every
 * source of rates answers the same. Both have a certificate of a test CA, made for a hundred years with openssl for
 * localhost and the sources' names; the CA's key was thrown away.
 */
import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, request } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect } from "node:net";
import { join } from "node:path";
import { type Listening, listenAt } from "../server/platform/http/listen-at.ts";

const pem = (name: string) => readFileSync(join(import.meta.dirname, "tls", name), "utf8");
const IDENTITY = { key: pem("leaf-key.pem"), cert: pem("leaf.pem") };

/** For NODE_EXTRA_CA_CERTS. */
export const TEST_CA = join(import.meta.dirname, "tls", "ca.pem");

/** A browser that starts with this takes the certificate for a good one, and nothing else. */
export const TRUSTS_TEST_SITE = `--ignore-certificate-errors-spki-list=${createHash("sha256")
  .update(new X509Certificate(IDENTITY.cert).publicKey.export({ type: "spki", format: "der" }))
  .digest("base64")}`;

const LOOPBACK = { port: 0, host: "127.0.0.1" };

/** Ends TLS and passes on, pages and sockets, with the caller's address as a proxy names it. */
export function startTlsProxy(portOf: () => number): Promise<Listening> {
  const passOn = (asked: IncomingMessage) => ({
    host: "127.0.0.1",
    port: portOf(),
    method: asked.method,
    path: asked.url,
    headers: { ...asked.headers, "x-forwarded-for": asked.socket.remoteAddress, "x-forwarded-proto": "https" },
  });
  const server = createHttpsServer(IDENTITY, (asked, answer) => {
    const inner = request(passOn(asked), (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    inner.on("error", () => answer.destroy());
    asked.pipe(inner);
  });
  server.on("upgrade", (asked: IncomingMessage, socket, head) => {
    const inner = connect(portOf(), "127.0.0.1", () => {
      const { headers } = passOn(asked);
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      inner.write([`${asked.method} ${asked.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
      inner.write(head);
      inner.pipe(socket).pipe(inner);
    });
    for (const end of [inner, socket]) end.on("error", () => inner.destroy());
  });
  return listenAt(server, LOOPBACK);
}

const PRICES = { BTC: "80000", ETH: "3000", USDT: "1" } as const;

/** As each exchange says it; the others are not there. */
function ratesAt(host: string, path: string): unknown {
  if (host.startsWith("api.kraken.com"))
    return {
      result: {
        XXBTZUSD: { c: [PRICES.BTC] },
        XETHZUSD: { c: [PRICES.ETH] },
        USDTZUSD: { c: [PRICES.USDT] },
      },
    };
  const asked = new URL(path, `https://${host}`);
  const base = asked.searchParams.get("currency");
  if (host.startsWith("api.coinbase.com"))
    return { data: { rates: base === "USD" ? { EUR: "0.9" } : { USD: PRICES[base as keyof typeof PRICES] } } };
  if (host.startsWith("api.binance.com"))
    return [
      { symbol: "BTCUSDT", price: PRICES.BTC },
      { symbol: "ETHUSDT", price: PRICES.ETH },
    ];
  return undefined;
}

/** For HTTPS_PROXY: requests to a source of rates get these. */
export function startRatesDouble(): Promise<Listening> {
  const inside = createHttpsServer(IDENTITY, (asked, answer) => {
    const said = ratesAt(asked.headers.host ?? "", asked.url ?? "/");
    answer.writeHead(said === undefined ? 404 : 200, { "content-type": "application/json" });
    answer.end(JSON.stringify(said ?? {}));
  });
  const server = createHttpServer((_, answer) => answer.writeHead(404).end());
  server.on("connect", (_, socket) => {
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    inside.emit("connection", socket);
  });
  return listenAt(server, LOOPBACK);
}
