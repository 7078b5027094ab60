/** Presses and inputs from before the mount: they are replayed in order afterwards. */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

declare global {
  interface Document {
    /** Kept by the document's first script. */
    early?: { readonly target: HTMLElement; readonly atMs: number }[];
  }
}

/** Older presses are dropped, because the user no longer expects them. */
const PATIENCE_MS = 10_000;

/**
 * Call it before the screen is mounted on the element, and what it returns after. Fields are put back to what the server
 * drew: React would otherwise take what was typed for what it drew itself. ui/form.tsx reports those of a form.
 */
export function takeEarly(element: HTMLElement): () => void {
  const now = performance.now();
  const replays = (document.early ?? [])
    .filter(({ target, atMs }) => element.contains(target) && now - atMs < PATIENCE_MS)
    .map(({ target }) => ({ target, replay: replayOf(target) }));
  return () => {
    for (const { target, replay } of replays) {
      // React takes a part over at once when something happens in it. What follows of that is drawn before the replay.
      target.dispatchEvent(new Event("keyup", { bubbles: true }));
      setTimeout(replay);
    }
  };
}

function replayOf(target: HTMLElement): () => void {
  if (!isField(target)) return () => target.click();
  if (target.form) return () => undefined;
  if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)) {
    target.checked = target.defaultChecked;
    return () => target.click();
  }
  const typed = target.value;
  target.value = drawnValue(target);
  return () => {
    // Past React's own property on the element, by which it knows what it set itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), "value")?.set?.call(target, typed);
    const kind = target instanceof HTMLSelectElement ? "change" : "input";
    target.dispatchEvent(new Event(kind, { bubbles: true }));
  };
}

function isField(target: HTMLElement): target is Field {
  return target.matches("input,textarea,select");
}

function drawnValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const drawn = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return drawn?.value ?? "";
}
