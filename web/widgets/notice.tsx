/** What happened, or what the reader has to know, by its kind. */
import type { ComponentProps } from "react";
import { Alert, type AlertKind } from "#ui/alert.tsx";
import type { MessageKind } from "#ui/message-kind.ts";

const alertOf = (kind: MessageKind): AlertKind => (kind === "error" ? "danger" : kind === "alert" ? "warning" : kind);

type Props = Omit<ComponentProps<typeof Alert>, "kind"> & { readonly kind: MessageKind };

/** An error is spoken at once, the others when a screen reader has time. */
export function Notice({ kind, ...rest }: Props) {
  return <Alert {...rest} kind={alertOf(kind)} />;
}
