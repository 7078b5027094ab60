/** Tells the page's owner that something broke: to the console, and to the error service where the page names one. */

export function report(error: unknown, facts: object = {}): void {
  // A full local storage is the reader's affair, not a fault of ours.
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    console.info(error.message);
    return;
  }
  console.error(error, facts);
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  sendReport({ message, ...facts });
}

export function sendReport(facts: object): void {
  const service = document.querySelector<HTMLMetaElement>('meta[name="error-reporting"]');
  if (!service) return;
  const { key } = service.dataset;
  navigator.sendBeacon(service.content, JSON.stringify({ key, url: location.pathname, ...facts }));
}
