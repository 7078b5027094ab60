/** A link to send to others, as text and as a code for cameras. */
import { useT } from "#sdk/page-kit.ts";
import { Card } from "#ui/card.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Qr } from "#ui/pictures/qr.tsx";

type Props = {
  readonly title: string;
  readonly link: string;
  /** Of the picture. */
  readonly label: string;
  readonly note?: string;
  readonly hint?: string;
};

export function LinkCard({ title, link, label, note, hint }: Props) {
  const t = useT();
  return (
    <Card className="grid gap-4 p-5">
      <h2 className="font-semibold">{title}</h2>
      <div className="flex flex-wrap items-start gap-5">
        <Qr text={link} label={label} size={148} />
        <div className="grid min-w-0 flex-1 basis-52 gap-2">
          <p dir="ltr" className="rounded-lg bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]">
            {link}
          </p>
          <div>
            <CopyButton text={link} label={t("partners.link.copy")} doneLabel={t("partners.link.copied")} />
          </div>
          {note && <p className="text-sm">{note}</p>}
        </div>
      </div>
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </Card>
  );
}
