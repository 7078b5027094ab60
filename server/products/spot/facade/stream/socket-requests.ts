/** Requests over the socket `/ws-api/v3`, of which there are those that open a user stream. */
import * as z from "zod";
import type { Db } from "../../../../platform/postgres/db.ts";
import { asFacadeError, FacadeError } from "../facade-error.ts";
import { Params } from "../params.ts";
import { SIGNED_PARAMS, signedCaller } from "../signed-caller.ts";

const request = z.strictObject({
  id: z.union([z.string().max(36), z.number().int(), z.null()]).optional(),
  method: z.string().max(60),
  params: z.record(z.string().max(40), z.union([z.string().max(200), z.number()])).optional(),
});
type Request = z.infer<typeof request>;

type Asked = {
  readonly db: Db;
  readonly ip: string;
  /** The number of the subscription; undefined where the key opens none. */
  readonly enter: (publicId: string) => Promise<number | undefined>;
};

/** The answer, also where it is an error. */
export async function answerTo(text: string, asked: Asked): Promise<object> {
  const parsed = request.safeParse(parseJson(text));
  if (!parsed.success) return failure(null, new FacadeError(-1100, "The request cannot be read."));
  const { id = null } = parsed.data;
  try {
    return { id, status: 200, result: await resultOf(parsed.data, asked) };
  } catch (error) {
    const known = asFacadeError(error);
    if (known instanceof FacadeError) return failure(id, known);
    throw error;
  }
}

const failure = (id: Request["id"], { code, message, status }: FacadeError) => ({
  ...{ id, status },
  error: { code, msg: message },
});

async function resultOf({ method, params = {} }: Request, { db, ip, enter }: Asked): Promise<object> {
  if (method === "ping") return {};
  if (method === "time") return { serverTime: await db.read(async (tx) => tx.now.getTime()) };
  if (method !== "userDataStream.subscribe.signature") throw new FacadeError(-1000, "No such method.", { status: 404 });
  // Signed are all of them but the signature, by name.
  const query = Object.entries(params)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const known = new Params([query], [...SIGNED_PARAMS, "apiKey"]);
  const { publicId } = await signedCaller({ db, ip, key: params.apiKey, raw: { query, form: "" }, params: known });
  const subscriptionId = await enter(publicId);
  if (subscriptionId === undefined) throw new FacadeError(-1003, "Too many streams of this account.", { status: 429 });
  return { subscriptionId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller gets an answer that says so.
    return undefined;
  }
}
