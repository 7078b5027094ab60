/** The routes of WebSockets: the live channel of pages, and those that modules declare for programs. */
import fastifyWebsocket from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Config } from "../../settings/config.ts";
import { callerIp } from "../entry/caller-ip.ts";
import { allowedOrigins } from "../entry/csrf.ts";
import type { Policy } from "../policy.ts";
import type { LiveHub } from "./hub.ts";
import { makeSocketPlaces, type SocketPlaces, SOCKET_RETRY_SEC } from "./socket-places.ts";

/** A socket for programs: no cookie opens it, so a page of another site may try. */
export type SocketRoute = {
  /** As the router writes it. */
  readonly path: string;
  isAt(path: string): boolean;
  /** Takes over the socket. */
  open(socket: WebSocket, request: FastifyRequest): void;
};

type Serving = { readonly config: Config; readonly hub: LiveHub; readonly sockets?: readonly SocketRoute[] };

const LIVE_PATH = "/live";
const POLICY: Policy = { auth: "public", rateLimit: "read", openEverywhere: true };
/** Sockets of programs say who they are after they are open. */
const OF_PROGRAM: Policy = { auth: "public", rateLimit: "read" };

export function isSocketPath(url: string, sockets: readonly SocketRoute[] = []): boolean {
  const path = url.split("?", 1)[0] ?? "";
  return path === LIVE_PATH || sockets.some((one) => one.isAt(path));
}

/** The handshake has the origin; another site's page may not open the live channel. Refuses `request.too_many`. */
export function socketRoutes(fastify: FastifyInstance, { config, hub, sockets = [] }: Serving): void {
  const origins = allowedOrigins(config.publicUrl);
  const places = config.rateLimits ? makeSocketPlaces() : undefined;
  // In a scope of its own: what the plugin hooks into each request is for these routes.
  fastify.register(async (scope) => {
    // A client that leaves during the upgrade gets no answer: its socket would stay open, and the shutdown would wait for it.
    scope.server.on("upgrade", (_request, socket) => socket.once("end", () => socket.end()));
    await scope.register(fastifyWebsocket, {
      options: { maxPayload: 4096, perMessageDeflate: false },
      // What a visitor sends over a socket is no fault of ours, and would fill the log.
      errorHandler: (_error, socket) => socket.terminate(),
    });
    scope.get(
      LIVE_PATH,
      {
        websocket: true,
        config: { policy: POLICY },
        preValidation: async (request) => {
          if (!request.headers.origin || !origins.has(request.headers.origin)) throw new Refusal("auth.forbidden");
          takePlace(places, request);
        },
      },
      (socket) => hub.accept(socket),
    );
    for (const { path, open } of sockets)
      scope.get(
        path,
        {
          websocket: true,
          config: { policy: OF_PROGRAM },
          preValidation: async (request) => takePlace(places, request),
        },
        open,
      );
  });
}

function takePlace(places: SocketPlaces | undefined, request: FastifyRequest): void {
  if (!places) return;
  const giveBack = places.take({ userId: request.viewer?.userId, ip: callerIp(request) });
  if (!giveBack) throw new Refusal("request.too_many", { retryAfterSec: SOCKET_RETRY_SEC });
  // Also when the handshake fails, or the other side never answers our close.
  if (request.raw.socket.destroyed) giveBack();
  else request.raw.socket.once("close", giveBack);
}
