/** The live connection in /openapi.json. OpenAPI has no words for a WebSocket: its messages are schemas of their own. */
type Json = Record<string, unknown>;

const channel = {
  type: "string",
  maxLength: 120,
  description: "`user`, `rates:BTC/USD` and others of POST /account/re-auth-push-subscription",
};
const seq = {
  type: "string",
  pattern: "^\\d{1,18}$",
  description: "The number of the message in its channel; it grows.",
};
const op = (name: string, rest: Json = {}, optional: readonly string[] = []): Json => ({
  type: "object",
  required: ["op", ...Object.keys(rest).filter((field) => !optional.includes(field))],
  properties: { op: { const: name }, ...rest },
  additionalProperties: false,
});

export const LIVE_SCHEMAS: Json = {
  LiveRequest: {
    description: "What a client sends over /live, as JSON text.",
    oneOf: [
      op(
        "subscribe",
        {
          channel,
          token: {
            type: "string",
            maxLength: 400,
            description: "Not needed for public channels, such as those of rates.",
          },
          after: { ...seq, description: "Messages after this number are sent again; without it only new ones." },
        },
        ["token", "after"],
      ),
      op("ping"),
    ],
  },
  LiveMessage: {
    description: "What the server sends over /live, as JSON text.",
    oneOf: [
      op("subscribed", { channel, seq }),
      op(
        "message",
        {
          channel,
          seq,
          prev: { ...seq, description: "Of a change: the number of the message that it changes." },
          body: { type: "object", description: "The message; `type` says which." },
        },
        ["prev"],
      ),
      {
        ...op("at", { channel, seq }),
        description:
          "The last number of a channel of changes: subscribe without `after` for the whole state if it was missed.",
      },
      {
        ...op("gap", { channel }),
        description: "Messages after the given number are no longer kept: read the page anew.",
      },
      op("denied", { channel, reason: { enum: ["access", "expired"] } }),
      op("pong"),
    ],
  },
};

export const LIVE_PATH_ITEM: Json = {
  get: {
    operationId: "openLive",
    summary: "A WebSocket with what changes: trades, chat, wallet, notifications, rates",
    description:
      "The handshake needs the Origin of this site. Send `subscribe` with a token of POST /account/re-auth-push-subscription within 20 " +
      "seconds; `rates:` channels need none. At most 20 channels and 5000 messages a connection. Messages of a channel are " +
      "numbered and kept for two days: after an interruption subscribe with `after`.",
    parameters: [{ name: "Origin", in: "header", required: true, schema: { type: "string" } }],
    responses: {
      101: {
        description: "Switching to WebSocket. Frames are LiveRequest from the client and LiveMessage from the server.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/LiveMessage" } } },
      },
      403: { $ref: "#/components/responses/Refused" },
      429: { $ref: "#/components/responses/Refused" },
    },
  },
};
