/** Questions whose answers fold out. */
import { chevronDown } from "./icons/shapes.ts";
import { Icon } from "./icon.tsx";

type Question = { readonly key: string; readonly question: string; readonly answer: string };

export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="divide-y divide-line rounded-xl border border-line bg-raised">
      {questions.map(({ key, question, answer }) => (
        <details key={key} className="group px-5 py-2">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-medium">
            {question}
            <Icon shape={chevronDown} className="text-muted transition-transform group-open:rotate-180" />
          </summary>
          <p className="pt-1 pb-2 text-sm text-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
