/**
 * This browser takes notifications while no page is open: a service worker, and a subscription at the browser's own push
 * service that is sent to the server. Begun with the reader's permission, renewed at later visits, ended in the settings.
 */
import type { PageKit } from "./page-kit.ts";

export type PushState = "unsupported" | "denied" | "off" | "on";

const WORKER = "/shell/push-worker.js";
/** The last endpoint that this browser sent, so that not every page sends it again. */
const SENT = "push_told";
/** The reader ended it here: no page begins it again. */
const ENDED = "push_ended";

export async function pushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis))
    return "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await subscriptionHere()) ? "on" : "off";
}

/** Asks for the permission if the user has not decided yet. Throws if the browser's push service cannot be used. */
export async function startPush(page: PageKit): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return pushState();
  localStorage.removeItem(ENDED);
  await navigator.serviceWorker.register(WORKER, { scope: "/" });
  const { pushManager } = await navigator.serviceWorker.ready;
  const { getNotificationSettings, subscribePush } = await import("#contract/reach/notifications.ts");
  const { pushKey } = (await page.call(getNotificationSettings, {})).data;
  const { endpoint, keys } = (await subscribed(pushManager, pushKey)).toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error("a subscription without keys");
  await page.call(subscribePush, { body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } });
  localStorage.setItem(SENT, markOf(endpoint));
  return "on";
}

/** At a visit: nothing where the reader ended it, or where the server knows of this browser already. */
export async function renewPush(page: PageKit): Promise<void> {
  if (localStorage.getItem(ENDED)) return;
  const known = await subscriptionHere();
  if (known && localStorage.getItem(SENT) === markOf(known.endpoint)) return;
  await startPush(page);
}

export async function stopPush(page: PageKit): Promise<PushState> {
  localStorage.setItem(ENDED, "1");
  localStorage.removeItem(SENT);
  const known = await subscriptionHere();
  if (known) {
    const { unsubscribePush } = await import("#contract/reach/notifications.ts");
    await page.call(unsubscribePush, { body: { endpoint: known.endpoint } });
    await known.unsubscribe();
  }
  return "off";
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** With the server's present key: one of another key is of no use any more. */
async function subscribed(manager: PushManager, pushKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  if (known && base64url(known.options.applicationServerKey) === pushKey) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
}

function base64url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Of this browser in this session: another session is sent again. */
function markOf(endpoint: string): string {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "";
  return `${token.slice(-8)} ${endpoint}`;
}
