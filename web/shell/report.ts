/** Tells the page's owner that something broke: to the console, and to where the page says that reports go. */

export function report(error: unknown, facts: object = {}): void {
  const message = String(error).slice(0, 500).toWellFormed();
  // A full local storage is the reader's affair, not a fault of ours.
  const level = message.startsWith("QuotaExceededError") ? "info" : "error";
  console[level](error, facts);
  const stack = error instanceof Error ? error.stack?.slice(0, 4000).toWellFormed() : undefined;
  sendReport({ level, message, stack, release: metaOf("application-hash"), ...facts });
}

/** Also while the page goes away; what does not arrive is lost. */
export function sendReport(facts: object): void {
  const service = reportService();
  if (!service) return;
  void fetch(service.path, {
    method: "POST",
    keepalive: true,
    headers: {
      "content-type": "application/json",
      "x-requested-with": "XMLHttpRequest",
      "x-csrf-token": metaOf("csrf-token") ?? "",
    },
    body: JSON.stringify({ key: service.key || undefined, url: location.pathname, ...facts }),
  }).catch(() => undefined);
}

/** Where reports go; a key belongs to a service of the operator's. */
export function reportService(): { readonly path: string; readonly key: string } | null {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="error-reporting"]');
  return meta && { path: meta.content, key: meta.dataset.key ?? "" };
}

const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
