/**
 * Shows a notification that was pushed while no page is open, and opens its page when it is pressed. What is in the push was
 * encrypted to this browser; it reports the result by the mark that came with it.
 */
self.addEventListener("push", (event) => {
  const { id, title, body, link, lang, dir, receipt } = event.data.json();
  const options = { body, lang, dir, tag: id, icon: "/shell/favicon.svg", data: { link, receipt } };
  event.waitUntil(Promise.all([self.registration.showNotification(title, options), confirm(receipt, "delivered")]));
});

self.addEventListener("notificationclick", (event) => {
  const { link, receipt } = event.notification.data;
  event.notification.close();
  event.waitUntil(Promise.allSettled([open(link), confirm(receipt, "opened")]));
});

/** In a page of ours that is open, or in one of its own; never anywhere but on this site. */
async function open(link) {
  const address = new URL(link, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const same = pages.find(({ url }) => new URL(url).pathname === address.pathname);
  await (same ? same.focus() : self.clients.openWindow(address.href));
}

/** Nobody waits for it: the notification is there in any case. */
async function confirm(receipt, state) {
  if (receipt === "") return;
  await fetch("/rest/v1/notifications/receipts", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ receipt, state }),
    credentials: "omit",
  }).catch(() => undefined);
}
