/** Starts notifications of this browser automatically if they are allowed, and asks on the dashboard otherwise. */
import { splitLocale } from "#contract/platform/localized.ts";
import type { PageKit } from "#sdk/page-kit.ts";

export function beginPush(kit: PageKit): void {
  const user = kit.session.get();
  if (!user || user.isBanned || !("Notification" in globalThis) || !("serviceWorker" in navigator)) return;
  const { permission } = Notification;
  const isAsking = permission === "default" && splitLocale(location.pathname).rest === "/dashboard";
  if (permission !== "granted" && !isAsking) return;
  // A browser whose push service is away, or that has none, does without.
  void import("#sdk/web-push.ts").then(({ renewPush }) => renewPush(kit)).catch(() => undefined);
}
