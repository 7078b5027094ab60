/** Tells the page's owner that something broke: to the console, and to the error service where the page names one. */

export function report(error: unknown, facts: object = {}): void {
  // A full local storage is the reader's affair, not a fault of ours.
  if (error instanceof DOMException && error.name === "QuotaExceededError") {
    console.info(error.message);
    return;
  }
  console.error(error, facts);
  const address = document.querySelector<HTMLMetaElement>('meta[name="error-reporting"]')?.content;
  if (!address) return;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  navigator.sendBeacon(address, JSON.stringify({ message, url: location.pathname, ...facts }));
}
