/** Tells the page's owner that something broke: to the console, and to the error service where the page names one. */

export function report(error: unknown, facts: object = {}): void {
  const message = String(error);
  // A full local storage is the reader's affair, not a fault of ours.
  const level = message.startsWith("QuotaExceededError") ? "info" : "error";
  console[level](error, facts);
  sendReport({ level, message, ...facts });
}

export function sendReport(facts: object): void {
  const service = document.querySelector<HTMLMetaElement>('meta[name="error-reporting"]');
  if (!service) return;
  const { key } = service.dataset;
  navigator.sendBeacon(service.content, JSON.stringify({ key, url: location.pathname, ...facts }));
}
