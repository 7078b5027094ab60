/** How much waits for the staff, and for how long. */
import * as z from "zod/mini";
import { endpoint } from "../platform/endpoint.ts";
import { count, instant } from "../platform/wire.ts";
import { QUEUE_PLACES } from "./queue-names.ts";

const staffQueue = z.strictObject({
  place: z.enum(QUEUE_PLACES),
  /** Up to a thousand. */
  waiting: count,
  /** Of the longest waiting one; null where nothing waits. */
  oldestAt: z.nullable(instant),
});
export type StaffQueue = z.infer<typeof staffQueue>;

export const listStaffQueues = endpoint({
  name: "listStaffQueues",
  method: "GET",
  path: "/rest/v1/staff/queues",
  summary: "How many cases wait in each queue that the caller may read, and since when the oldest does",
  reply: z.array(staffQueue),
});
