/** State of one page. A browser shows one page; a server renders several at the same time, in several languages. */

type Page = object;

const browserPage: Page = {};
let currentPage: () => Page = () => browserPage;

/** A server calls this once, with a function that returns the current page. */
export function findPageBy(find: () => Page | undefined): void {
  currentPage = () => find() ?? browserPage;
}

/** Returns a getter whose value is separate for each page and is made when it is first read. */
export function perPage<T>(make: () => T): () => T {
  const made = new WeakMap<Page, { readonly value: T }>();
  return () => {
    const page = currentPage();
    const found = made.get(page) ?? { value: make() };
    made.set(page, found);
    return found.value;
  };
}
