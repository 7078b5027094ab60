/** A message when the toasts themselves cannot be loaded, as where the line is cut: plain, and gone after a while. */

const SHOWN_MS = 8000;

export function showPlainToast(text: string): void {
  const toast = document.createElement("div");
  toast.setAttribute("role", "alert");
  toast.className =
    "fixed inset-x-4 top-4 z-50 ms-auto max-w-sm rounded-lg border border-line bg-raised p-4 text-sm font-medium text-ink shadow-float";
  toast.textContent = text;
  document.body.append(toast);
  setTimeout(() => toast.remove(), SHOWN_MS);
}
