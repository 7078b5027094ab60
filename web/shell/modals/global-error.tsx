/** The modal over everything: the ledger is busy and we try again by ourselves, or the page must be loaded anew. */
import { useEffect, useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { Translate } from "#sdk/words/t.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Spinner } from "#ui/spinner.tsx";

export type GlobalError = "default" | "page_reload_required";

let root: Root | undefined;

/** null takes it away again. */
export function showGlobalError(error: GlobalError | null, t: Translate): void {
  if (!root) {
    const place = document.createElement("div");
    document.body.append(place);
    root = createRoot(place);
  }
  root.render(error ? <GlobalErrorModal key={error} error={error} t={t} /> : null);
}

function GlobalErrorModal({ error, t }: { error: GlobalError; t: Translate }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  const mustReload = error === "page_reload_required";
  return (
    <Dialog
      isOpen={isOpen}
      isLocked={mustReload}
      onClose={() => setOpen(false)}
      title={t(mustReload ? "shell.modal.reload_title" : "shell.modal.busy_title")}
      closeLabel={t("shell.close")}
      footer={mustReload && <Button onClick={() => location.reload()}>{t("shell.modal.reload")}</Button>}
    >
      <p className="flex items-center gap-3 text-sm">
        {!mustReload && <Spinner size={20} />}
        {t(mustReload ? "shell.modal.reload_text" : "shell.modal.busy_text")}
      </p>
    </Dialog>
  );
}
