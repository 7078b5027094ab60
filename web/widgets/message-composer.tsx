/** The box in which somebody writes in a conversation: text, or a file. */
import { type ReactNode, useRef, useState } from "react";
import { trimmed } from "#contract/platform/plain-text.ts";
import { uploadFile } from "#sdk/calls/upload-file.ts";
import { isDeclined } from "#sdk/declined.ts";
import { usePage, useT } from "#sdk/page-kit.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Form } from "#ui/forms/form.tsx";
import { TextArea } from "#ui/forms/input.tsx";
import { Icon } from "#ui/icon.tsx";
import { paperclip, send as paperPlane } from "#ui/icons/shapes.ts";
import { Spinner } from "#ui/spinner.tsx";

type Props = {
  /** Rejects with what was declined. */
  readonly onSend: (text: string, uploadId?: string) => Promise<void>;
  readonly canAttach: boolean;
  readonly texts: Readonly<Record<"write" | "send" | "attach" | "uploading", string>>;
  /** Shown below it. */
  readonly children?: ReactNode;
};

export function MessageComposer({ onSend, canAttach, texts, children }: Props) {
  const t = useT();
  const page = usePage();
  const [text, setText] = useState("");
  const [underWay, setUnderWay] = useState(0);
  const [progress, setProgress] = useState<number | null>(null);
  const file = useRef<HTMLInputElement>(null);
  // The box is free at once for the next words; what could not be sent comes back to it.
  const submit = async () => {
    const words = trimmed(text);
    if (words === "") return;
    setText("");
    setUnderWay((count) => count + 1);
    try {
      await onSend(words);
    } catch (error) {
      setText((typed) => [words, typed].filter(Boolean).join("\n"));
      page.toast("error", isDeclined(error) && error.message ? error.message : t("shell.error.generic"));
    } finally {
      setUnderWay((count) => count - 1);
    }
  };
  const attach = async (chosen: File) => {
    setProgress(0);
    try {
      const upload = await uploadFile(page, chosen, setProgress);
      await onSend("", upload.id);
    } catch (error) {
      page.toast("error", isDeclined(error) && error.message ? error.message : t("shell.error.generic"));
    } finally {
      setProgress(null);
    }
  };
  return (
    <Form className="grid gap-2 border-t border-line p-3" onSubmit={() => void submit()}>
      {progress !== null && <progress value={progress} max={1} className="w-full" aria-label={texts.uploading} />}
      <div className="flex items-end gap-2">
        {canAttach && (
          <>
            <input
              ref={file}
              type="file"
              accept="image/jpeg,image/png,application/pdf"
              className="sr-only"
              tabIndex={-1}
              aria-label={texts.attach}
              onChange={(event) => {
                const [chosen] = event.target.files ?? [];
                if (chosen) void attach(chosen);
                event.target.value = "";
              }}
            />
            <IconButton label={texts.attach} onClick={() => file.current?.click()}>
              <Icon shape={paperclip} />
            </IconButton>
          </>
        )}
        <TextArea
          aria-label={texts.write}
          placeholder={texts.write}
          value={text}
          rows={1}
          maxLength={5000}
          className="min-h-11! grow"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void submit();
          }}
        />
        <Button type="submit" aria-busy={underWay > 0 || undefined} aria-label={texts.send}>
          {underWay > 0 ? <Spinner /> : <Icon shape={paperPlane} className="rtl:-scale-x-100" />}
        </Button>
      </div>
      {children}
    </Form>
  );
}
