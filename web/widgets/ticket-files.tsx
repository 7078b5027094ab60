/** Files for a message: each is sent at once, and the message names them. */
import { useRef } from "react";
import { MOST_FILES } from "#contract/reach/support/names.ts";
import type { UploadedTicketFile } from "#contract/reach/support/support.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { useAction } from "#sdk/state/use-action.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { close, paperclip } from "#ui/icons/shapes.ts";

type Props = {
  readonly files: readonly UploadedTicketFile[];
  readonly onChange: (files: readonly UploadedTicketFile[]) => void;
  readonly error?: string | undefined;
  /** Of a guest, who has a link and no session. */
  readonly token?: string;
};

export function TicketFiles({ files, onChange, error, token }: Props) {
  const page = usePage();
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const send = useAction(
    async (file: File, before: readonly UploadedTicketFile[]) => {
      const calls = await import("#contract/reach/support/support.ts");
      const sent =
        token === undefined
          ? await page.call(calls.uploadTicketFile, { file })
          : await page.call(calls.uploadGuestFile, {
              file,
              params: (await page.call(calls.planGuestFile, { body: { token } })).data,
            });
      onChange([...before, sent.data]);
    },
    { fields: ["file"] },
  );
  const fault = send.refusal?.fault("file") ?? error;
  return (
    <div className="grid gap-2">
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,application/pdf"
        className="sr-only"
        tabIndex={-1}
        aria-label={t("support.thread.files")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = "";
          if (file) void send.run(file, files);
        }}
      />
      <Button
        look="secondary"
        className="justify-self-start"
        disabled={files.length >= MOST_FILES}
        isBusy={send.isRunning}
        onClick={() => input.current?.click()}
      >
        <Icon shape={paperclip} size={16} />
        {t(send.isRunning ? "support.thread.sending" : "support.thread.files")}
      </Button>
      <p className="text-xs text-muted">{t("support.thread.files_hint", { most: MOST_FILES })}</p>
      {fault && (
        <p role="alert" className="text-xs font-medium text-bad">
          {fault}
        </p>
      )}
      {files.length > 0 && (
        <ul className="grid gap-1">
          {files.map((file) => (
            <li key={file.id} className="flex items-center justify-between gap-2 rounded-lg bg-sunken ps-3 text-sm">
              <bdi className="min-w-0 truncate">{file.name}</bdi>
              <IconButton
                label={t("support.thread.remove_file", { name: file.name })}
                onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
              >
                <Icon shape={close} size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
