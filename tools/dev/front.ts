/**
 * What the browser talks to during development: pages and calls go through to the server, the screens of the embedded
 * apps come from Vite as sources, so that a changed one is replaced in the open page.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { createServer as createVite, type Plugin, type ViteDevServer } from "vite";
import { APP_NAMES, baseConfig, DIST } from "../../web/build/place.ts";

export const BASE = "/@dev/";

export type Front = { readonly server: Server; readonly vite: ViteDevServer };

/** `backPort` is where Parley's own server listens. */
export async function openFront({ port, backPort }: { port: number; backPort: () => number }): Promise<Front> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith(BASE)) vite.middlewares(incoming, outgoing);
    else passOn(incoming, outgoing, backPort());
  });
  const vite = await createVite({
    ...baseConfig({ plugins: [appEntries()] }),
    mode: "development",
    base: BASE,
    appType: "custom",
    cacheDir: join(DIST, "vite"),
    server: { middlewareMode: true, cors: false, hmr: { server }, ws: { server } },
  } as Parameters<typeof createVite>[0]);
  server.on("upgrade", (incoming, socket: Socket, head) => {
    if (!incoming.url?.startsWith(BASE)) passSocketOn(incoming, socket, head, backPort());
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return { server, vite };
}

/** One module for each app: React's hot replacement first, then the styles, which grow with the sources, and its own entry. */
function appEntries(): Plugin {
  const preamble = react.preambleCode.replace("__BASE__", "/");
  return {
    name: "parley:app-entries",
    enforce: "pre",
    resolveId: (id) => (id.startsWith("virtual:app/") ? id : undefined),
    load(id) {
      const name = APP_NAMES.find((one) => id === `virtual:app/${one}`);
      if (!name) return undefined;
      return `${preamble}\nexport const mount = async (...given) => {
  await import("/shell/shell.css");
  return (await import("/apps/${name}/main.tsx")).mount(...given);
};`;
    },
  };
}

/** A document says here that its apps are the sources. Every other answer goes through as it is. */
export function withSources(html: string, appNames: readonly string[] = APP_NAMES): string {
  const nonce = /<script nonce="([^"]+)"/.exec(html)?.[1] ?? "";
  const apps = Object.fromEntries(appNames.map((name) => [name, { js: `${BASE}@id/virtual:app/${name}`, css: [] }]));
  const word = `<script type="application/json" id="page-apps">${JSON.stringify(apps)}</script>`;
  return html.replace("</head>", `${word}<meta property="csp-nonce" nonce="${nonce}"></head>`);
}

const PATIENCE_MS = 10_000;

/** A reading that meets the server while it starts again waits for it. */
function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  backPort: number,
  until = performance.now() + PATIENCE_MS,
): void {
  const { "accept-encoding": _packed, ...headers } = incoming.headers;
  const back = request(
    { host: "127.0.0.1", port: backPort, method: incoming.method, path: incoming.url, headers },
    (answer) => {
      if (!answer.headers["content-type"]?.startsWith("text/html")) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const { "content-length": _length, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, kept);
        outgoing.end(withSources(Buffer.concat(parts).toString("utf8")));
      });
    },
  );
  back.on("error", () => {
    if (incoming.method === "GET" && !outgoing.headersSent && performance.now() < until) {
      setTimeout(() => passOn(incoming, outgoing, backPort, until), 200);
      return;
    }
    outgoing.writeHead(503, { "content-type": "text/plain", "retry-after": "1" });
    outgoing.end("The server is starting again; reload in a second.\n");
  });
  incoming.pipe(back);
}

function passSocketOn(incoming: IncomingMessage, socket: Socket, head: Buffer, backPort: number): void {
  const back = connect(backPort, "127.0.0.1", () => {
    const lines = incoming.rawHeaders.flatMap((text, at, all) => (at % 2 === 0 ? [`${text}: ${all[at + 1]}`] : []));
    back.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    back.write(head);
    back.pipe(socket).pipe(back);
  });
  back.on("error", () => socket.destroy());
  socket.on("error", () => back.destroy());
}
