/** The letters of the interface, for the next page: the first script of a document asks for those that are known here. */

/** In `localStorage`: the files that the browser has, the newest last. */
const KNOWN = "letters";
const MOST_KNOWN = 8;

export async function bringLetters(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[as="font"]')];
  for (const { href } of links)
    if (performance.getEntriesByName(href).length === 0) await (await fetch(href, { priority: "low" })).blob();
  const names = links.map((link) => link.getAttribute("href") ?? "");
  const others = (localStorage.getItem(KNOWN) ?? "").split(" ").filter((name) => name && !names.includes(name));
  localStorage.setItem(KNOWN, [...others, ...names].slice(-MOST_KNOWN).join(" "));
}
