/** Pages of text, from the Markdown files in content/. */
export { contentMenus, contentPages } from "./content-pages.ts";
export { module } from "./module.ts";
export { mountSitemap } from "./sitemap.ts";
