/** A part of a page that few readers see: its script comes when the part is shown, not with the page. */
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";

type LateProps<Props> = {
  /** A function of the module: the part is loaded once. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
  /** Drawn until the script is there, also by the server. */
  readonly loading: ReactNode;
  /** Drawn where the script did not come. */
  readonly failed: (again: () => void) => ReactNode;
};

type State<Props> = { readonly Part: ComponentType<Props> | null; readonly hasFailed: boolean };

export function Late<Props extends object>({ load, props, loading, failed }: LateProps<Props>) {
  const [{ Part, hasFailed }, setState] = useState<State<Props>>({ Part: null, hasFailed: false });
  const begin = useCallback(() => {
    setState({ Part: null, hasFailed: false });
    load().then(
      (loaded) => setState({ Part: loaded, hasFailed: false }),
      (error: unknown) => {
        reportError(error);
        setState({ Part: null, hasFailed: true });
      },
    );
  }, [load]);
  useEffect(begin, [begin]);
  if (Part) return <Part {...props} />;
  return hasFailed ? failed(begin) : loading;
}
