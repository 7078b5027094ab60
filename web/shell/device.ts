/** A random name for this browser: 32 characters in local storage, copied to a cookie of this host. */
import { keep } from "./keep.ts";

const KEY = "device_id";

export function ensureDeviceId(): string {
  let id = localStorage.getItem(KEY);
  if (!id || !/^[a-z0-9]{32}$/.test(id)) {
    id = crypto.randomUUID().replaceAll("-", "");
    keep(KEY, id);
  }
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
  document.cookie = `${KEY}=${id}; Path=/; Max-Age=31536000; SameSite=Lax`;
  return id;
}
