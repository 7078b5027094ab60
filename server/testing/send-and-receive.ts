/**
 * Run by reach/webhooks/webhook-sender.test.ts in a network of its own, where this machine has a public address: sends with the real sender to a real
 * server there, and prints what came of it.
 */
import { createServer } from "node:http";
import type { LookupFunction } from "node:net";
import { openSender, type Sent } from "../reach/webhooks/webhook-sender.ts";

const [, , address = ""] = process.argv;
const requests: { url: string | undefined; body: string; type: string | undefined; host: string | undefined }[] = [];
const server = createServer((request, answer) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { host, "content-type": type } = request.headers;
    requests.push({ url: request.url, body: Buffer.concat(chunks).toString(), type, host });
    if (request.url === "/redirect") return answer.writeHead(302, { location: "http://127.0.0.1/hidden" }).end();
    if (request.url === "/large") return answer.end("x".repeat(1_000_000));
    if (request.url === "/upgrade") return answer.writeHead(101, { connection: "upgrade", upgrade: "other" }).end();
    if (request.url === "/wrong") return answer.writeHead(500).end("no");
    if (request.url === "/slow") {
      answer.write(" ");
      const timer = setInterval(() => answer.write(" "), 1000);
      return answer.on("close", () => clearInterval(timer));
    }
    return answer.writeHead(200, { "x-parley-request-challenge": "echo" }).end("thanks");
  });
});
await new Promise<void>((done) => server.listen(80, "0.0.0.0", done));

const asked = { headers: { "content-type": "application/json" }, body: '{"a":"ü"}' };
const at = (path: string) => openSender()(`http://${address}${path}`, asked);
const named = (lookup: LookupFunction) => openSender({ lookup })("http://hooks.example.com/name", asked);
/** The first answer is public, and every later one is this machine: what is connected to is what was looked at. */
let looks = 0;
const rebinding: LookupFunction = (_, __, done) =>
  done(null, [{ address: looks++ === 0 ? address : "127.0.0.1", family: 4 }]);
const own: LookupFunction = (_, __, done) => done(null, [{ address: "127.0.0.1", family: 4 }]);
const mixed: LookupFunction = (_, __, done) =>
  done(null, [
    { address, family: 4 },
    { address: "::ffff:10.0.0.1", family: 6 },
  ]);
const begun = performance.now();
const slow = await Promise.all(Array.from({ length: 20 }, () => at("/slow")));
const slowMs = performance.now() - begun;
const sent: Record<string, Sent | undefined> = {
  good: await at("/good"),
  wrong: await at("/wrong"),
  redirect: await at("/redirect"),
  large: await at("/large"),
  upgrade: await at("/upgrade"),
  slow: slow[0],
  rebinding: await named(rebinding),
  again: await named(rebinding),
  own: await named(own),
  mixed: await named(mixed),
  closed: await openSender()("https://93.184.216.35/", asked),
};
process.stdout.write(JSON.stringify({ sent, requests, slowMs }));
process.exit(0);
