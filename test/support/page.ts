/** Reads a page by CSS selectors, without running scripts. */
import { selectAll } from 'css-select';
import { DomUtils, parseDocument } from 'htmlparser2';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, { readonly attribs: unknown }>;

export class Part {
  readonly #node: Node | ReturnType<typeof parseDocument>;

  constructor(node: Node | ReturnType<typeof parseDocument>) {
    this.#node = node;
  }

  /** A selector that begins with `>` matches only children. */
  all(selector: string): readonly Part[] {
    return selectAll<Node, Element>(selector, this.#node).map((element) => new Part(element));
  }

  /** @throws Error unless exactly one element matches. */
  one(selector: string): Part {
    const [part, ...more] = this.all(selector);
    if (part === undefined || more.length > 0)
      throw new Error(`${more.length === 0 ? 'no' : 'more than one'} ${selector}`);
    return part;
  }

  texts(selector: string): readonly string[] {
    return this.all(selector).map((part) => part.text);
  }

  get text(): string {
    return DomUtils.textContent(this.#node);
  }

  attribute(name: string): string | undefined {
    return DomUtils.getAttributeValue(this.#node as Element, name);
  }
}

export function readPage(html: string): Part {
  return new Part(parseDocument(html));
}
