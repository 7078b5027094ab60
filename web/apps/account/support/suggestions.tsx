/** Articles for a ticket, once its writer has said what it is about. */
import type { SupportTopic } from "#contract/reach/support/names.ts";
import { Late } from "#sdk/late.tsx";

const load = async () => (await import("./suggested-articles.tsx")).SuggestedArticles;
const nothing = () => null;

type Props = { readonly topic: SupportTopic | ""; readonly text: string };

export function Suggestions(props: Props) {
  if (props.topic === "" && props.text.trim() === "") return null;
  return <Late load={load} props={props} loading={null} failed={nothing} />;
}
