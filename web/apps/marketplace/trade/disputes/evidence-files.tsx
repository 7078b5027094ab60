/** Files of evidence: choosing up to three, and the link to a submitted one. */
import { type ReactNode, useRef } from "react";
import type { Upload } from "#contract/market/trades/chat.ts";
import { EVIDENCE_FILES_MAX } from "#contract/market/disputes/evidence-names.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { uploadFile } from "#sdk/calls/upload-file.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { paperclip } from "#ui/icons/shapes.ts";

export function FileLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-11 items-center gap-2 font-medium text-brand underline"
    >
      <Icon shape={paperclip} size={16} />
      <bdi>{children}</bdi>
    </a>
  );
}

export function EvidenceFiles({
  files,
  onFiles,
}: {
  files: readonly Upload[];
  onFiles: (files: readonly Upload[]) => void;
}) {
  const page = usePage();
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const upload = useAction(
    async (chosen: File) => {
      const made = await uploadFile(page, chosen);
      onFiles([...files, made]);
    },
    { quiet: true },
  );
  return (
    <div className="grid gap-2">
      {files.map((file) => (
        <p key={file.id} className="flex items-center justify-between gap-3 text-sm">
          <bdi className="[overflow-wrap:anywhere]">{file.name}</bdi>
          <Button look="quiet" size="sm" onClick={() => onFiles(files.filter((one) => one.id !== file.id))}>
            {t("trade.room.remove")}
          </Button>
        </p>
      ))}
      {upload.refusal && <Alert kind="danger">{upload.refusal.message || t("shell.error.generic")}</Alert>}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,application/pdf"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("trade.room.attach")}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) void upload.run(chosen);
          event.target.value = "";
        }}
      />
      {files.length < EVIDENCE_FILES_MAX && (
        <Button
          look="secondary"
          size="sm"
          isBusy={upload.isRunning}
          className="justify-self-start"
          onClick={() => input.current?.click()}
        >
          {t("trade.room.attach")}
        </Button>
      )}
    </div>
  );
}
