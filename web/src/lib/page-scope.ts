/** What belongs to one page. A browser shows one; a server renders several at once, in several languages. */

type Page = object;

const browserPage: Page = {};
let currentPage: () => Page = () => browserPage;

/** A server calls this once, with what tells its pages apart. */
export function findPageBy(find: () => Page | undefined): void {
  currentPage = () => find() ?? browserPage;
}

/** A value that each page has for itself, made when it is first read. */
export function perPage<T>(make: () => T): () => T {
  const made = new WeakMap<Page, { readonly value: T }>();
  return () => {
    const page = currentPage();
    const found = made.get(page) ?? { value: make() };
    made.set(page, found);
    return found.value;
  };
}
