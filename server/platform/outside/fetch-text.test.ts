// Guards: a plain read takes what answers with 200 and is not too long, from the host that was asked and no other.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { fetchText, OutsideError } from "./fetch-text.ts";

const server = createServer((request, response) => {
  const url = request.url ?? "";
  if (url === "/moved") return response.writeHead(302, { location: "/text" }).end();
  if (url === "/gone") return response.writeHead(404).end("nothing");
  if (url === "/created") return response.writeHead(201).end("made");
  if (url === "/accept") return response.end(request.headers.accept);
  response.end("ü".repeat(Number(url.slice(1)) / 2));
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
after(() => server.close());

test("an answer of four megabytes is read whole, a byte more is too much", async () => {
  const text = await fetchText(`http://${host}/4000000`);
  assert.equal(text, "ü".repeat(2_000_000));
  await assert.rejects(fetchText(`http://${host}/4000002`), { message: `${host} answers too much` });
});

test("what is no plain answer is a fault of the other side that names its host", async () => {
  assert.equal(await fetchText(`http://${host}/accept`), "application/json, application/xml, text/xml");
  await assert.rejects(fetchText(`http://${host}/gone`), { message: `${host} answers 404` });
  await assert.rejects(fetchText(`http://${host}/created`), { message: `${host} answers 201` });
  await assert.rejects(fetchText(`http://${host}/moved`), { message: `${host} does not answer` });
  await assert.rejects(fetchText("http://127.0.0.1:1/x"), OutsideError);
  await assert.rejects(fetchText("no address"), { message: "the address does not answer" });
});
