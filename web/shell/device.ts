/** A random name for this browser: 32 characters in local storage, copied to a cookie of this host. */
import { remember } from "#sdk/state/remember.ts";
import { keep } from "./keep.ts";

const KEY = "device_id";

export function ensureDeviceId(): string {
  let id = localStorage.getItem(KEY);
  if (!id || !/^[a-z0-9]{32}$/.test(id)) {
    id = crypto.randomUUID().replaceAll("-", "");
    keep(KEY, id);
  }
  remember(KEY, id, 31_536_000);
  return id;
}
