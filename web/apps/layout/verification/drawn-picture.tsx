/** A picture that the server draws for staff. One that does not come is asked for again, by the page first and then by its reader. */
import { useEffect, useState } from "react";
import { useT } from "#sdk/page-kit.ts";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { nextLook, reasonOf } from "./look-again.ts";

type Props = {
  readonly url: string;
  readonly alt: string;
  readonly loading?: "eager" | "lazy";
  readonly className: string;
  /** Its file is damaged. */
  readonly onLost?: () => void;
};

type Look = { readonly count: number; readonly key: number; readonly afterMs?: number; readonly isOver?: true };

export function DrawnPicture({ url, alt, loading = "eager", className, onLost }: Props) {
  const t = useT();
  const [look, setLook] = useState<Look>({ count: 0, key: 0 });
  const { afterMs } = look;
  useEffect(() => {
    if (afterMs === undefined) return;
    const timer = setTimeout(() => setLook(({ count, key }) => ({ count: count + 1, key: key + 1 })), afterMs);
    return () => clearTimeout(timer);
  }, [afterMs]);
  const ask = async () => {
    const next = nextLook(await reasonOf(url), look.count);
    if (next === "lost" && onLost) onLost();
    else setLook((now) => ({ ...now, ...(typeof next === "string" ? { isOver: true } : next) }));
  };
  if (look.isOver)
    return (
      <div className="grid justify-items-start gap-2">
        <Alert kind="warning" size="sm">
          {t("verification.staff.not_shown")}
        </Alert>
        <Button look="secondary" size="sm" onClick={() => setLook(({ key }) => ({ count: 0, key: key + 1 }))}>
          {t("verification.staff.try_again")}
        </Button>
      </div>
    );
  return (
    <a href={url} target="_blank" rel="noreferrer" aria-busy={afterMs !== undefined}>
      <img key={look.key} src={url} alt={alt} loading={loading} className={className} onError={() => void ask()} />
      {afterMs !== undefined && (
        <span role="status" className="text-xs text-muted">
          {t("verification.staff.waiting_picture")}
        </span>
      )}
    </a>
  );
}
