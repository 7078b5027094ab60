/** The Lightning node for administrators: as it was seen last, against the books, and what is halted. Sums are bitcoin. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { instant } from "../platform/wire.ts";
import { CHANNEL_STATES, LIGHTNING_HALTS } from "../products/lightning/names.ts";

const signed = z.string();

const nodeChannel = z.strictObject({
  /** The transaction that funded it, and its output. */
  point: z.string(),
  partner: z.string(),
  capacity: signed,
  local: signed,
  remote: signed,
  state: z.enum(CHANNEL_STATES),
});
export type NodeChannel = z.infer<typeof nodeChannel>;

const seenNode = z.strictObject({
  /** Its public key. */
  id: z.string(),
  seenAt: instant,
  isHere: z.boolean(),
  local: signed,
  remote: signed,
  /** Of payments on their way out. */
  inFlight: signed,
  /** Ours in channels whose end is on its way to the chain. */
  closing: signed,
  /** The most that one payment can carry now. */
  canSend: signed,
  canReceive: signed,
  channels: z.array(nodeChannel),
});

const books = z.strictObject({
  /** What the ledger has on the node, for everybody with a balance. */
  owed: signed,
  /** Of users, in payments that have not ended, and in withdrawals that nobody collected yet. */
  held: signed,
  waiting: signed,
  /** Local, in flight and closing, less what is owed: the operator's part, and what it is expected to be at least. */
  own: signed,
  expected: signed,
  /** Above nothing once sending is halted for it. */
  missing: signed,
  fees: signed,
  /** In satoshi, what two administrators can accept as the operator's part; null where nothing differs. */
  acceptable: z.nullable(z.string()),
});

const nodeHalt = z.strictObject({
  name: z.enum(LIGHTNING_HALTS),
  reason: z.nullable(z.string()),
  since: z.nullable(instant),
});

const staffLightning = z.strictObject({
  node: z.nullable(seenNode),
  books: z.nullable(books),
  halts: z.array(nodeHalt),
});
export type StaffLightning = z.infer<typeof staffLightning>;

export const getStaffLightning = endpoint({
  name: "getStaffLightning",
  method: "GET",
  path: "/rest/v1/staff/lightning",
  summary: "The Lightning node: its channels, its balance against the books, and what is halted",
  reply: staffLightning,
});
