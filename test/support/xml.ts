/** A strict reader of the part of XML 1.0 that a feed needs: no comments, CDATA sections or DOCTYPE. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly inside the element. */
  readonly text: string;
}

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const OPENING = /<([A-Za-z][\w:.-]*)((?:\s+[A-Za-z][\w:.-]*="[^"<]*")*)\s*(\/?)>/y;
const CLOSING = /<\/([A-Za-z][\w:.-]*)>/y;
const TEXT = /[^<]+/y;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @throws Error with the position of the first violation. */
export function readXml(text: string): XmlElement {
  if (!text.startsWith(DECLARATION)) throw new Error('no XML declaration');
  const reader = new Reader(text.trimEnd(), DECLARATION.length);
  return reader.document();
}

class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  document(): XmlElement {
    const root = this.#element();
    if (this.#at !== this.#text.length) throw this.#wrong('something after the root');
    return root;
  }

  #element(): XmlElement {
    const opening = this.#match(OPENING) ?? this.#fail('no element');
    const [, name = '', written = '', isEmpty] = opening;
    const attributes: Record<string, string> = {};
    for (const [, key = '', value = ''] of written.matchAll(/\s+([A-Za-z][\w:.-]*)="([^"<]*)"/g)) {
      if (key in attributes) throw this.#wrong(`${key} twice`);
      attributes[key] = this.#decoded(value);
    }
    const children: XmlElement[] = [];
    let text = '';
    if (isEmpty === '/') return { name, attributes, children, text };
    for (;;) {
      const closing = this.#match(CLOSING);
      if (closing !== null) {
        if (closing[1] !== name) throw this.#wrong(`</${closing[1]}> closes <${name}>`);
        return { name, attributes, children, text };
      }
      const stretch = this.#match(TEXT);
      if (stretch === null) children.push(this.#element());
      else text += this.#decoded(stretch[0]);
    }
  }

  #decoded(text: string): string {
    if (/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/.test(text)) throw this.#wrong('a bare &');
    if (text.includes(']]>')) throw this.#wrong(']]> in text');
    const decoded = text.replaceAll(/&(?:(\w+)|#(\d+)|#x([0-9a-fA-F]+));/g, (_, name, decimal, hex) => {
      if (name !== undefined) return NAMED[String(name)] ?? '';
      return String.fromCodePoint(decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal));
    });
    for (const sign of decoded) {
      const code = sign.codePointAt(0) ?? 0;
      const isChar =
        [9, 10, 13].includes(code) ||
        (code >= 0x20 && code <= 0xd7ff) ||
        (code >= 0xe000 && code <= 0xfffd) ||
        code >= 0x10000;
      if (!isChar) throw this.#wrong(`U+${code.toString(16)} is no character of XML`);
    }
    return decoded;
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text);
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  #fail(what: string): never {
    throw this.#wrong(what);
  }

  #wrong(what: string): Error {
    return new Error(`${what} at ${this.#at}: ${this.#text.slice(this.#at, this.#at + 60)}`);
  }
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

export function textOf(element: XmlElement, name: string): string {
  const found = childrenOf(element, name);
  if (found.length !== 1) throw new Error(`${element.name} has ${found.length} of ${name}`);
  return found[0]?.text ?? '';
}
