/** The choices of a story that was played to a safe end, for the questions below it, in this tab. */
const keyOf = (lesson: string) => `story:${lesson}`;

export function keepStory(lesson: string, choices: readonly string[]): void {
  sessionStorage.setItem(keyOf(lesson), choices.join("."));
}

export function keptStory(lesson: string): string[] {
  return (sessionStorage.getItem(keyOf(lesson)) ?? "").split(".").filter(Boolean);
}
