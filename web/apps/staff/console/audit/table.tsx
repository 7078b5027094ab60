/** Acts in rows; arrow keys move from row to row. */
import type { AuditAct } from "#contract/staff/audit.ts";
import { LocalTime } from "#sdk/words/local-time.tsx";
import { useT } from "#sdk/page-kit.ts";
import { Badge } from "#ui/badge.tsx";
import { Table } from "#ui/table.tsx";
import { useActText } from "./act-text.ts";
import { moveByArrows } from "../queue/move-by-arrows.ts";

type Props = {
  readonly acts: readonly AuditAct[];
  /** Of those that were opened; null where they were erased. */
  readonly words: ReadonlyMap<string, string | null>;
  /** Of all acts about the same. */
  readonly hrefOf: (about: string) => string;
};

export function AuditTable({ acts, words, hrefOf }: Props) {
  const t = useT();
  const head = (["time", "act", "about", "by"] as const).map((key) => t(`audit.head.${key}`));
  return (
    <Table isStacked caption={t("audit.acts")} head={head} wide={[3]}>
      {acts.map((one) => (
        <Row key={one.id} act={one} reason={words.get(one.id)} hrefOf={hrefOf} />
      ))}
    </Table>
  );
}

type RowProps = Pick<Props, "hrefOf"> & { readonly act: AuditAct; readonly reason: string | null | undefined };

function Row({ act: { id, act, by, about, at, isSigned }, reason, hrefOf }: RowProps) {
  const t = useT();
  const actText = useActText();
  const who = <bdi>{by ?? t("audit.operator")}</bdi>;
  const thing = about === null ? undefined : /^[^:= ]+/.exec(about)?.[0];
  return (
    <tr tabIndex={-1} data-act={id} className="align-top focus-within:bg-sunken" onKeyDown={moveByArrows}>
      <td className="text-xs text-muted">
        <span className="block whitespace-nowrap">
          <LocalTime at={at} />
        </span>
        {t("audit.number", { act: id })}
        {!isSigned && (
          <span className="mt-1 block">
            <Badge tone="info">{t("audit.not_signed")}</Badge>
          </span>
        )}
      </td>
      <td>
        <p className="font-medium">{actText(act)}</p>
        <p className="text-xs text-muted sm:hidden">{who}</p>
      </td>
      <td className="max-w-md [overflow-wrap:anywhere]">
        {about === null ? (
          <Badge tone="warn">{t("audit.erased")}</Badge>
        ) : thing === undefined ? (
          <bdi>{about}</bdi>
        ) : (
          <a
            href={hrefOf(thing)}
            title={t("audit.only_about", { name: thing })}
            className="underline underline-offset-2"
          >
            <bdi>{about}</bdi>
          </a>
        )}
        {reason && (
          <p dir="auto" className="mt-1 text-xs whitespace-pre-wrap">
            <span className="sr-only">{t("audit.head.reason")}: </span>
            {reason}
          </p>
        )}
      </td>
      <td className="max-sm:hidden">{who}</td>
    </tr>
  );
}
