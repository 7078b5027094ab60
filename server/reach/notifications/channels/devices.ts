/** A browser begins or ceases to take notifications: as long as the session lasts that it was signed in with. */
import { Refusal } from "#contract/platform/errors/refusals.ts";
import type { Tx } from "../../../platform/postgres/db.ts";
import type { Viewer } from "../../../platform/http/policy.ts";
import { isThisMachine } from "../../../platform/words/networks.ts";
import { areKeys, type PushTarget, whyNotAsked } from "../../../platform/outside/providers/push-service.ts";
import { countDevices, dropOldDevices, putDevice, removeDevice } from "./device-rows.ts";

const MOST_DEVICES = 10;

type Subscribing = { readonly viewer: Pick<Viewer, "userId" | "sessionId">; readonly target: PushTarget };

/** A browser belongs to the last account that signed in in it. Refuses notification.push_unusable. */
export async function subscribe(tx: Tx, { viewer, target }: Subscribing): Promise<{ devices: number }> {
  // Whether a service of this machine is asked, the worker decides by its settings.
  const isHere = isThisMachine(new URL(target.endpoint).hostname);
  if (!areKeys(target) || (!isHere && whyNotAsked(target.endpoint))) throw new Refusal("notification.push_unusable");
  await putDevice(tx, { ...viewer, ...target });
  await dropOldDevices(tx, viewer.userId, MOST_DEVICES);
  return { devices: await countDevices(tx, viewer.userId) };
}

/** A device that does not exist, or belongs to another user, is left as it is. */
export async function unsubscribe(
  tx: Tx,
  { viewer, endpoint }: { viewer: Pick<Viewer, "userId">; endpoint: string },
): Promise<{ devices: number }> {
  await removeDevice(tx, { userId: viewer.userId, endpoint });
  return { devices: await countDevices(tx, viewer.userId) };
}
